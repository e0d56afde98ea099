import DaymarkDocuments
import DaymarkModel

// What would change an answer, in words.

extension VerdictChange.Step {
  /// The step for damaged inputs, for which no change of days makes up.
  static let wholeInputs = repair("a whole file in place of the damaged one")

  /// The step for a subject who handed in nothing of what holds the data.
  static func anything(of origin: DataOrigin) -> VerdictChange.Step {
    repair("\(origin.wordsOfAnything), handed in before the deadline")
  }

  /// The step for data that came too late.
  static let inTime = repair("what came too late, handed in before the deadline")

  /// The step for data that ends too early.
  static func newer(of origin: DataOrigin) -> VerdictChange.Step { repair(origin.wordsOfNewer) }

  /// The step for records that were rejected.
  static let rejectedRecords = repair("an export in which the rejected records are right")

  /// The step for rows of a log that could not be understood.
  static let unreadRows = repair("a log in which the rows are right that could not be read")

  /// The step for days with two figures.
  static let oneFigure = repair("a choice between the two figures of a day")

  /// The step for files that were not read.
  static let readableFile = repair("what the file holds that could not be read")

  /// The step for sessions without a known sport.
  static let sport = repair("the sport of the sessions that have none")

  /// The step for a target that too few days before the period have data for.
  static func earlierDays(_ lacking: Int, of days: Int) -> VerdictChange.Step {
    let all = "the \(days.counting("day")) before the period"
    return repair("an export with data on \(lacking) more of \(all)")
  }

  /// The step for recorded strength training that is not fully known, such as a load without a
  /// unit.
  static func settling(_ gap: StrengthGap) -> VerdictChange.Step {
    let text =
      switch gap {
      case .unit: "the unit of the loads that have none"
      case .bodyWeight: "the weight of the body that was lifted"
      case .exercise: "which exercises the names stand for that match none"
      }
    return repair(text)
  }

  /// A step that mends what was handed in, where no change of days would help.
  private static func repair(_ text: String) -> VerdictChange.Step {
    VerdictChange.Step(path: .requires, text: text, days: [], isRepair: true)
  }
}

extension LeafChange {
  /// The change in words, with the choice of days: `2 more days with at least 10,000 steps, Monday
  /// and Friday only`.
  var sentence: String {
    guard !edits.isEmpty else {
      return "nothing more but time: \(wanted.holds ? "" : "not ")\(leaf.requirement)"
    }
    switch (leaf.measure, leaf.measure.figure) {
    case (.best, _):
      let asked = leaf.value.words(leaf.comparison)
      if case .feat = leaf.value {
        return "\(wanted.holds ? "an" : "no") attempt with \(asked)\(leaf.selection)"
      }
      return "\(wanted.holds ? "a" : "no") best day with \(asked)\(leaf.selection)"
    case (.streak(let days, _), _):
      let run = wanted.holds ? " in a run of" : ", so that there is no run of"
      return "\(changedDays)\(run) \(days.counting("day"))\(leaf.selection)"
    case (_, .days): return changedDays + leaf.selection
    case (.recurring(let recurrence, _), _):
      let row = "\(wanted.holds ? "" : "not ")\(recurrence.count) in a row"
      return changedStretches(recurrence) + leaf.selection
        + (recurrence.isInARow && recurrence.count > 1 ? ", so that there are \(row)" : "")
    case (_, .amount), (_, .stretches): return amount
    }
  }

  /// The changed days in words: `2 more days with at least 10,000 steps`.
  ///
  /// Where some of them do not satisfy the comparison so far, there cannot be so many fewer, and the
  /// words say what they must have instead: `18 more days with more than 3,000 steps`.
  private var changedDays: String {
    let (asked, interval) = (leaf.value.words(leaf.comparison), leaf.interval)
    if wanted.holds { return "\(edits.count.counting("more day")) with \(asked)" }
    let areCounted = edits.allSatisfy { edit in
      edit.recorded.map { interval.contains($0) } ?? false
    }
    if areCounted { return "\(edits.count.counting("fewer day")) with \(asked)" }
    let days = edits.count.counting("more day")
    if edits.allSatisfy({ $0.value < interval.low }) {
      return "\(days) with \(leaf.wordsOfMiss(.tooLow))"
    }
    if let high = interval.high, edits.allSatisfy({ $0.value > high }) {
      return "\(days) with \(leaf.wordsOfMiss(.tooHigh))"
    }
    return "\(days) that \(edits.count == 1 ? "does" : "do") not have \(asked)"
  }

  /// The changed stretches in words: `1 more week with at least 150 min of exercise`.
  private func changedStretches(_ recurrence: Recurrence) -> String {
    let (nouns, asked) = (recurrence.nouns(isOne: stretches == 1), leaf.askedOfEach)
    if wanted.holds { return "\(stretches) more \(nouns) with \(asked)" }
    // Of stretches without data nobody knows that there could be fewer.
    guard edits.contains(where: { $0.recorded == nil }) else {
      return "\(stretches) fewer \(nouns) with \(asked)"
    }
    return "\(stretches) more \(nouns) that \(stretches == 1 ? "does" : "do") not have \(asked)"
  }

  /// Whether the change is an amount that may be on any days.
  var isAnywhere: Bool {
    if case .best = leaf.measure { return false }
    return leaf.measure.figure == .amount && difference != nil
  }

  /// The amount of the change, and whether it is more; `nil` where the days do not change one way.
  private var difference: (amount: Quantity, isMore: Bool)? {
    let change = edits.reduce(Int128(0)) { $0 + $1.change }
    guard isOneWay, change != 0 else { return nil }
    // Parts of micro-units are rounded up to the step of days, so that the amount suffices.
    let parts = Int128(leaf.value.partsOfMicroUnit)
    let step = Int128(parts == 1 ? 1 : leaf.value.unit.dailyStep)
    let amount = roundedUp(abs(change), to: parts * step) / parts
    return Quantity(exactly: amount).map { ($0, change > 0) }
  }

  private var isOneWay: Bool {
    edits.allSatisfy { $0.change >= 0 } || edits.allSatisfy { $0.change <= 0 }
  }

  /// The amount of the change in words, with the choice of days: `3.2 km more on foot over all
  /// days`, `36 km more in runs, Monday only`, `1 more run with distance at least 5 km`.
  private var amount: String {
    guard let (quantity, isMore) = difference else {
      let days =
        isOneWay
        ? "data on \(edits.count) more day\(edits.count == 1 ? "" : "s")"
        : "other amounts on \(edits.count.counting("day"))"
      return "\(days), so that \(wanted.holds ? "it is \(leaf.requirement)" : leaf.clauseOfMiss)"
    }
    let isOne = quantity == Quantity(1)
    let words = quantity.wordsAboveWhole(in: leaf.value.unit)
    let way = isMore ? "more" : leaf.value.unit == .count ? "fewer" : "less"
    let text: String =
      switch leaf.value {
      case .metric(let metric): "\(words) \(way) \(metric.wordsAfterAmount(isOne: isOne))"
      case .heartRate: "\(words) \(way)"
      case .heartMinutes(let above): "\(words) \(way) \(heartRateWords(above: above))"
      case .strength(let measure):
        "\(words) \(way) \(measure.wordsAfterAmount(isOne: isOne))"
      case .lift, .feat: "\(words) \(way)"
      case .weighted(let sum): sum.words(behind: "\(words) \(way)", isOne: isOne)
      case .activities(.sessions, _): "\(words) \(way) \(leaf.value.sessionsName(isOne: isOne))"
      case .activities(let sum, _):
        "\(words) \(way)\(sum.wordsAfterAmount) in \(leaf.value.sessionsName(isOne: false))"
      }
    if case .window(let days) = leaf.measure {
      return "\(text) in \(days.counting("day")) together\(leaf.selection)"
    }
    guard leaf.selection.isEmpty else { return text + leaf.selection }
    return leaf.key == "activities" ? text : "\(text) over all days"
  }
}

extension Leaf {
  /// Returns the words for a figure that is too low or too high: `at most 9 steps`, `no run`.
  fileprivate func wordsOfMiss(_ side: Comparison.Side) -> String {
    let missed = comparison.opposite(side)
    if case .activities(.sessions, _) = value, missed == .lessThan(Quantity(1)) {
      return "no \(value.sessionsName(isOne: true))"
    }
    return value.words(missed)
  }

  /// The clause that says that the leaf does not hold: `there is no run`, `it is fewer than 9 steps
  /// in total`.
  fileprivate var clauseOfMiss: String {
    // Below the lower bound or above the upper one, whichever the days are nearer to.
    if case .between = comparison { return "it is not \(requirement)" }
    let missed = wordsOfMiss(.tooLow)
    guard key == "activities" else { return "it is \(missed) \(scopeOfMiss)\(selection)" }
    return "there \(missed.hasPrefix("no ") ? "is" : "are") \(missed)\(selection)"
  }
}

extension Quantity {
  /// The amount in words; one that is a hundredth above whole units is written `more than 2.2 km`.
  fileprivate func wordsAboveWhole(in unit: Unit) -> String {
    let whole = Quantity(microUnits: microUnits - Quantity.hundredth)
    guard unit != .count, whole > .zero, whole.microUnits.isMultiple(of: 1_000_000) else {
      return words(in: unit)
    }
    return "more than \(whole.words(in: unit))"
  }
}
