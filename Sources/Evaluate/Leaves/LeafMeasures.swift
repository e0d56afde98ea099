import DaymarkModel

// How each measure is computed, and how its answer can be changed. Measures of stretches are in
// StretchMeasures.swift.

extension Leaf {
  /// The answer of the leaf on the days of a period.
  ///
  /// - Parameter facts: What is known of the counted days; not empty.
  func result(on facts: [DayFact], readsMissingAsZero: Bool) -> LeafAnswer {
    switch measure {
    case .days(let count):
      let required = if case .atLeast(let days) = count { days } else { facts.count }
      return numberOfDays(required, facts)
    case .streak(let days, let misses): return streak(of: days, misses: misses, facts)
    case .total:
      var result = amount(facts.sum, dividedBy: 1)
      if result.answer == .undetermined, case .activities = value,
        !facts.sumCanReach(interval)
      {
        result.decide(.fail)
      }
      return result
    case .average(overRecordedDays: false): return amount(facts.sum, dividedBy: facts.count)
    case .average(overRecordedDays: true):
      return averageOfRecordedDays(facts, readsMissingAsZero: readsMissingAsZero)
    case .best:
      var result = amount(facts.greatest, dividedBy: 1)
      let greatest = facts.greatest.recorded
      let best = facts.first { $0.recorded != nil && $0.range.recorded == greatest }
      result.span = best.map { $0.day...$0.day }
      return result
    case .window(let days): return bestWindow(of: days, facts)
    // Leaves that count stretches are evaluated stretch by stretch elsewhere, and single days
    // decide nothing.
    case .recurring: return LeafAnswer(answer: .undetermined, isHeldOpen: true)
    }
  }

  /// The smallest edits of days that bring a wanted answer about; `nil` where none can.
  func edits(of days: [ChangeableDay], _ wanted: WantedAnswer) -> DayEdits? {
    let counted = QualifyingDays(days: days, interval: interval, wanted: wanted)
    return switch measure {
    case .days(.atLeast(let count)): counted.change(required: count)
    case .days(.every): counted.change(required: days.count)
    case .streak(let length, let misses): counted.change(run: length, misses: misses)
    case .best: counted.bestChange
    case .total: summed(days, wanted).change
    case .window(let length): summed(days, wanted).change(inWindowsOf: length)
    case .average(false): summed(days, wanted, dividedBy: days.count).change
    case .average(true): changeOfRecordedDays(days, wanted)
    // A leaf that counts stretches is changed by the search for stretches, not day by day.
    case .recurring: nil
    }
  }
}

/// The way in which a figure in an explanation follows from the days.
enum ExplainedFigure {
  /// The number of days that qualify; more qualifying days never give a lower number.
  case number(required: Int, (_ qualify: [Bool]) -> Int)
  /// The sum of some days' values, or the greatest of them, divided by a number.
  case amount(of: [Explanation.Day], dividedBy: Int = 1, isGreatest: Bool = false)
}

extension Leaf {
  /// Returns how the figure of a node follows from its days; `nil` where the days do not determine
  /// it, and for stretches.
  func figure(of node: Explanation) -> ExplainedFigure? {
    let known = node.days.filter { $0.value != nil }
    switch measure {
    case .days(.atLeast(let count)): return .number(required: count) { $0.count { $0 } }
    case .days(.every): return .number(required: node.days.count) { $0.count { $0 } }
    case .streak(let length, let misses):
      return .number(required: length) { $0.longestRun(misses: misses).days }
    case .total: return .amount(of: node.days)
    case .average(let overRecordedDays):
      let days = overRecordedDays ? known : node.days
      return .amount(of: days, dividedBy: max(1, days.count))
    case .best: return .amount(of: known, isGreatest: true)
    case .window:
      // If no window fits into the period, there is none to show.
      return node.span.map { span in .amount(of: node.days.filter { span.contains($0.day) }) }
    default: return nil
    }
  }
}

extension Score {
  /// Returns the score by the present data, in micro-units; `nil` where the measure gives no
  /// amount.
  func known(of facts: [DayFact]) -> Int128? {
    func amount(_ recorded: Int128, over days: Int = 1) -> Int128 {
      dividedRounding(recorded, by: Int128(days) * Int128(value.partsOfMicroUnit))
    }
    return switch measure {
    case .total: amount(facts.sum.recorded)
    case .average(overRecordedDays: false): amount(facts.sum.recorded, over: facts.count)
    case .average(overRecordedDays: true): AveragedDays(facts, of: value).mean
    case .best: amount(facts.greatest.recorded)
    case .window(let days): facts.windowSums(of: days).map { amount($0.recorded) }.max()
    // A score is an amount, never a number of days or stretches.
    case .days, .streak, .recurring: nil
    }
  }
}

extension Leaf {
  func prospects(of facts: [DayFact]) -> [Prospect] {
    let interval = interval
    return facts.map { Prospect(of: $0.range, in: interval) }
  }

  /// The result of a measure that asks for a number of days.
  ///
  /// - Parameters:
  ///   - required: The number that is required.
  ///   - count: Returns the number, such as the longest run, from whether each day qualifies.
  private func numberOfDays(
    _ required: Int, _ facts: [DayFact], by count: ([Bool]) -> Int
  ) -> LeafAnswer {
    let prospects = prospects(of: facts)
    return LeafAnswer(
      Prospect(reaching: required, prospects, by: count), required: required,
      actual: count(prospects.map(\.shown)))
  }

  /// The number of days that qualify; each rejected record without a time can change at most two
  /// days.
  private func numberOfDays(_ required: Int, _ facts: [DayFact]) -> LeafAnswer {
    let records = facts.lazy.compactMap(\.undated?.records).max() ?? 0
    if records == 0 { return numberOfDays(required, facts) { $0.count { $0 } } }
    let (prospects, interval) = (prospects(of: facts), interval)
    let dated = facts.map { Prospect(of: $0.undated?.range ?? $0.range, in: interval) }
    let prospect = Prospect(reaching: required) { assumption in
      let (number, known) = (prospects.count(where: assumption), dated.count(where: assumption))
      return min(max(number, known - 2 * records), known + 2 * records)
    }
    return LeafAnswer(prospect, required: required, actual: prospects.count { $0.shown })
  }

  private func streak(of days: Int, misses: Int, _ facts: [DayFact]) -> LeafAnswer {
    var result = numberOfDays(days, facts) { $0.longestRun(misses: misses).days }
    let run = prospects(of: facts).map(\.shown).longestRun(misses: misses)
    result.span = run.span.map { facts[$0.lowerBound].day...facts[$0.upperBound].day }
    return result
  }

  /// The result of a measure that gives one figure that grows with every day: a sum, a mean or a
  /// maximum.
  private func amount(_ range: ValueRange, dividedBy days: Int) -> LeafAnswer {
    let interval = interval(ofSumsOver: days)
    var result = LeafAnswer(
      interval.answer(on: range),
      // A single open day can bring the figure past every bound.
      isHeldOpen: range.isOpen,
      amount: dividedRounding(range.recorded, by: Int128(days) * Int128(value.partsOfMicroUnit)),
      comparison)
    result.isMetAsRecorded = interval.contains(range.recorded)
    result.prospect = Prospect(of: range, in: interval)
    return result
  }

  /// The result of a mean over days with data, whose number is uncertain: an open day may stay
  /// without data, and of a damaged day nothing is known.
  private func averageOfRecordedDays(
    _ facts: [DayFact], readsMissingAsZero: Bool
  ) -> LeafAnswer {
    let days = AveragedDays(facts, of: value)
    let answers = Set(
      (days.certain...days.certain + days.optional).map { count in
        // The mean of no days does not exist and satisfies nothing, unless days without data are
        // read as zero.
        if count == 0, !readsMissingAsZero { return Outcome.undetermined }
        return interval(ofSumsOver: max(count, 1)).answer(
          on: count > days.certain ? days.sum + ValueRange(unsettled: 0, nil) : days.sum)
      })
    var result = LeafAnswer(
      answers.count == 1 ? answers.first ?? .undetermined : .undetermined,
      isHeldOpen: days.isOpen, amount: days.mean ?? 0, comparison)
    result.isMetAsRecorded = days.mean.map { comparison.holds(for: $0) } ?? false
    if result.isMetAsRecorded, days.sum.showsRecorded { result.prospect.shown = true }
    return result
  }

  /// Whether the sum of some window satisfies the comparison.
  ///
  /// A window with an open or missing day can leave every bounded interval, and whether one window
  /// does is independent of the others.
  private func bestWindow(of days: Int, _ facts: [DayFact]) -> LeafAnswer {
    let interval = interval
    let sums = facts.windowSums(of: days)
    let prospects = sums.map { Prospect(of: $0, in: interval) }
    let amounts = sums.map { dividedRounding($0.recorded, by: Int128(value.partsOfMicroUnit)) }
    let prospect = Prospect(reaching: 1, prospects) { $0.count { $0 } }
    let best = sums.indices.max { a, b in
      // Of equal windows the earlier one is kept.
      let (x, y) = (prospects[a], prospects[b])
      if x.surely != y.surely { return y.surely }
      if x.possibly != y.possibly { return y.possibly }
      if x.shown != y.shown { return y.shown }
      return comparison.margin(of: amounts[a]) < comparison.margin(of: amounts[b])
    }
    guard let best else {
      return LeafAnswer(.fail, isHeldOpen: false, amount: 0, comparison)
    }
    var result = LeafAnswer(
      prospect.answer, isHeldOpen: prospect.isHeldOpen, amount: amounts[best], comparison)
    result.isMetAsRecorded = interval.contains(sums[best].recorded)
    result.prospect = prospect
    result.span = facts[best].day...facts[best + days - 1].day
    return result
  }
}

extension [DayFact] {
  /// The range of the sum of every window of consecutive days, in the order of their first days.
  func windowSums(of days: Int) -> [ValueRange] {
    guard days > 0, days <= count else { return [] }
    // Running sums over the days before each day, in which unbounded days are counted apart.
    var before = [WindowPrefix()]
    before.reserveCapacity(count + 1)
    for fact in self { before.append(before[before.count - 1].adding(fact.range)) }
    return (0...count - days).map { before[$0 + days].sum(since: before[$0]) }
  }
}

/// Running sums of ranges; the difference of two gives the sum over the days between.
private struct WindowPrefix {
  private var least: Int128 = 0
  private var most: Int128 = 0
  private var unbounded = 0
  private var spread: Int128 = 0
  private var unboundedSpreads = 0
  private var open = 0
  private var recorded: Int128 = 0
  private var unshown = 0

  func adding(_ range: ValueRange) -> WindowPrefix {
    var sum = self
    sum.least += range.least
    sum.most += range.most ?? 0
    sum.unbounded += range.most == nil ? 1 : 0
    sum.spread += range.spread ?? 0
    sum.unboundedSpreads += range.spread == nil ? 1 : 0
    sum.open += range.isOpen ? 1 : 0
    sum.recorded += range.recorded
    sum.unshown += range.showsRecorded ? 0 : 1
    return sum
  }

  func sum(since earlier: WindowPrefix) -> ValueRange {
    let least = least - earlier.least
    let most = unbounded == earlier.unbounded ? most - earlier.most : nil
    var sum =
      open == earlier.open
      ? ValueRange(unsettled: least, most)
      : ValueRange(
        open: least, most,
        spread: unboundedSpreads == earlier.unboundedSpreads ? spread - earlier.spread : nil)
    sum.recorded = recorded - earlier.recorded
    sum.showsRecorded = unshown == earlier.unshown
    return sum
  }
}

/// The days of a mean over days with data.
struct AveragedDays {
  /// The number of days that certainly count.
  let certain: Int
  /// The number of days that may count: open ones without data, and damaged ones.
  let optional: Int
  /// The range of the sum of the days that certainly count.
  let sum: ValueRange
  /// Whether time or more data can settle the mean.
  let isOpen: Bool
  /// The mean of the recorded days; `nil` without any.
  let mean: Int128?

  init(_ facts: [DayFact], of value: DayValue) {
    let withData = facts.filter { $0.recorded != nil && !$0.isDamaged }
    let unsure = facts.filter { $0.isDamaged || ($0.recorded == nil && $0.range.isOpen) }
    optional = unsure.count
    // A mean over recorded days leaves out missing days that the rule reads as zero; without any
    // other day they are all that it can be taken over.
    let zeros = withData.isEmpty && optional == 0 ? facts.count { $0.doubt == nil } : 0
    certain = withData.count + zeros
    sum = withData.sum
    isOpen = sum.isOpen || unsure.contains { $0.range.isOpen }
    let shown = facts.filter { $0.recorded != nil }
    let count = shown.isEmpty ? zeros : shown.count
    mean =
      count == 0
      ? nil
      : dividedRounding(
        shown.sum.recorded, by: Int128(count) * Int128(value.partsOfMicroUnit))
  }
}

extension [Bool] {
  /// The longest run with at most `misses` days that do not qualify: the number of those that do,
  /// and the first and last of them.
  func longestRun(misses: Int) -> (days: Int, span: ClosedRange<Int>?) {
    var (first, run, others) = (0, 0, 0)
    var longest: (days: Int, span: ClosedRange<Int>?) = (0, nil)
    for (index, qualifies) in enumerated() {
      if qualifies { run += 1 } else { others += 1 }
      while others > misses {
        if self[first] { run -= 1 } else { others -= 1 }
        first += 1
      }
      guard run > longest.days else { continue }
      let begin = self[first...].firstIndex(of: true) ?? index
      longest = (run, begin...index)
    }
    return longest
  }
}
