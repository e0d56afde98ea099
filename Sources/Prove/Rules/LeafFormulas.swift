import DaymarkDocuments
import DaymarkModel

/// Turns the conditions of one rule into formulas about the data.
///
/// Each part follows the decisions of the evaluator; see Rules, "Three answers".
final class ConditionFormulas {
  let data: DataUnknowns
  let readsMissingAsZero: Bool
  private let shared: SharedDoubts
  private var problem: Problem { data.problem }

  init(_ data: DataUnknowns, _ onMissing: MissingPolicy, _ shared: SharedDoubts) {
    (self.data, self.shared) = (data, shared)
    readsMissingAsZero = onMissing == .zero
  }

  // MARK: Conditions

  func answer(_ condition: Condition, at path: RulePath) -> AnswerFormulas {
    let parts = condition.parts(at: path).map { answer($0.part, at: $0.path) }
    switch condition.kind {
    case .all: return .all(parts)
    case .any: return .any(parts)
    case .some(let count, _): return .some(count, of: parts, in: problem)
    case .not: return !parts[0]
    case .leaf(let leaf): return answer(leaf, at: path.child(leaf.key))
    case .jointly(let joint): return answer(joint, at: path)
    }
  }

  private func answer(_ leaf: Leaf, at path: RulePath) -> AnswerFormulas {
    let places = places(on: leaf.days)
    guard !places.isEmpty else { return .ofNothing }
    guard isUnderstood(leaf) else {
      return shared.answer(of: .leaf(leaf), self, on: asked(places, leaf.days), at: [path])
    }
    guard let recurrence = leaf.measure.recurrence else {
      return answer(leaf, on: places, at: path)
    }
    let stretches = recurrence.stretches(of: data.days, on: leaf.days)
    let answers = stretches.map { answer(leaf.inStretch, on: $0.places, at: path) }
    return counted(recurrence, zip(stretches, answers).map { ($0.days, $1) })
  }

  private func answer(_ joint: JointLeaves, at path: RulePath) -> AnswerFormulas {
    let places = places(on: joint.days)
    guard !places.isEmpty else { return .ofNothing }
    let placed = joint.placed(at: path)
    guard joint.leaves.allSatisfy(isUnderstood) else {
      return shared.answer(
        of: .jointly(joint), self, on: asked(places, joint.days), at: placed.map(\.path))
    }
    let stretches = joint.recurrence.stretches(of: data.days, on: joint.days)
    let answers = stretches.map { stretch in
      let parts = placed.map { answer($0.leaf.inStretch, on: stretch.places, at: $0.path) }
      return joint.needsAll ? AnswerFormulas.all(parts) : .any(parts)
    }
    return counted(joint.recurrence, zip(stretches, answers).map { ($0.days, $1) })
  }

  /// Whether formulas can express a leaf.
  private func isUnderstood(_ leaf: Leaf) -> Bool {
    // The data of a proof has no days before the period.
    if leaf.baseline != nil { return false }
    if let recurrence = leaf.measure.recurrence, recurrence.isInARow,
      case .days = recurrence.stretch
    {
      return false
    }
    if case .recurring = leaf.measure.goal { return false }
    guard case .activities(_, let test) = leaf.value else { return true }
    return !test.looksAtLogs && test.zone == nil
  }

  // MARK: Days and stretches

  private func places(on selection: DaySelection) -> [Int] {
    data.days.indices.filter { selection.contains(data.days[$0]) }
  }

  /// Returns the selected days in the form that identifies an open answer.
  private func asked(_ places: [Int], _ selection: DaySelection) -> SharedDoubts.AskedDays {
    SharedDoubts.AskedDays(places: places, bounds: selection.bounds(within: data.days))
  }

  /// Returns the answer for the number of stretches that must satisfy a leaf: any of them,
  /// consecutive ones, or ones without a common day.
  private func counted(
    _ recurrence: Recurrence, _ stretches: [(days: ClosedRange<CivilDay>, answer: AnswerFormulas)]
  ) -> AnswerFormulas {
    func reached(_ world: (AnswerFormulas) -> Formula) -> Formula {
      let asked = stretches.map { world($0.answer) }
      let count = recurrence.count
      if case .days = recurrence.stretch {
        return reachedApart(count, zip(stretches.map(\.days), asked).map { ($0, $1) })
      }
      if recurrence.isInARow {
        guard asked.count >= count else { return .holds(false) }
        return .any((0...asked.count - count).map { .all(Array(asked[$0..<$0 + count])) })
      }
      return asked.map { problem.indicator(of: $0) }.total >= Int128(count)
    }
    return AnswerFormulas(surely: reached(\.surely), possibly: reached(\.possibly))
  }

  /// Returns whether enough stretches without a common day satisfy a leaf.
  private func reachedApart(
    _ count: Int, _ stretches: [(days: ClosedRange<CivilDay>, isAsked: Formula)]
  ) -> Formula {
    if count == 1 { return .any(stretches.map(\.isAsked)) }
    // For each stretch, this tells whether the stretches before it reach a number one smaller.
    var before = [Formula](repeating: .holds(true), count: stretches.count + 1)
    for _ in 0..<count {
      var reached: [Formula] = [.holds(false)]
      for (days, isAsked) in stretches {
        let earlier = stretches.prefix { $0.days.upperBound < days.lowerBound }.count
        let isReached = problem.indicator(
          of: reached[reached.count - 1] || (isAsked && before[earlier]))
        reached.append(isReached.isOne)
      }
      before = reached
    }
    return before[stretches.count]
  }

  // MARK: Measures

  /// Returns the formulas for the answer of one leaf.
  ///
  /// - Parameter places: The indices of the leaf's days, at least one.
  private func answer(_ leaf: Leaf, on places: [Int], at path: RulePath) -> AnswerFormulas {
    let ranges = places.map {
      data.range(of: leaf.value, on: $0, readsMissingAsZero: readsMissingAsZero)
    }
    let step = data.asked.steps.step(of: leaf.value)
    func interval(ofSumsOver days: Int = 1) -> WholeNumbers {
      WholeNumbers(leaf.interval(ofSumsOver: days), inStepsOf: step)
    }
    let days = { ranges.map { $0.qualifies(in: interval()) } }
    switch leaf.measure {
    case .days(.every): return reached(ranges.count, days())
    case .days(.atLeast(let count)): return reached(count, days())
    case .streak(let length, let misses):
      return run(of: length, misses: misses, days())
    case .total:
      let answer = ranges.sum(in: interval())
      guard let reach = reach(of: leaf, on: places, ranges, interval()) else { return answer }
      let mayReach = shared.answer(
        of: .leaf(leaf), self, on: asked(places, leaf.days), at: [path]
      ).possibly
      let possibly = Formula.any([answer.surely, reach.isReached, reach.isOpen && mayReach])
      return AnswerFormulas(surely: answer.surely, possibly: answer.possibly && possibly)
    case .average(overRecordedDays: false):
      return ranges.sum(in: interval(ofSumsOver: ranges.count))
    case .average(overRecordedDays: true):
      return averageOfRecordedDays(leaf, places, ranges) { interval(ofSumsOver: $0) }
    case .best: return best(ranges, interval())
    case .window(let length):
      guard length > 0, length <= ranges.count else {
        return AnswerFormulas(surely: .holds(false), possibly: .holds(false))
      }
      let windows = (0...ranges.count - length).map {
        Array(ranges[$0..<$0 + length]).sum(in: interval())
      }
      return AnswerFormulas(
        surely: .any(windows.map(\.surely)), possibly: .any(windows.map(\.possibly)))
    // Formulas cannot express any other measure, so that its answer is left open.
    default:
      return shared.answer(of: .leaf(leaf), self, on: asked(places, leaf.days), at: [path])
    }
  }

  /// Returns the reach of a sum of sessions that may jump over the interval; `nil` where it cannot.
  private func reach(
    of leaf: Leaf, on places: [Int], _ ranges: [FigureRange], _ interval: WholeNumbers
  ) -> SumReach? {
    guard case .activities(let sum, let test) = leaf.value, test.mayJump(to: sum),
      let field = sum.field, interval.low > 0, let high = interval.high
    else { return nil }
    let (one, step) = (data.amountsOfOne(sum, test), FigureSteps.ofDays(field))
    let isBounded = one.upperBound < DataUnknowns.mostMicroUnits
    return SumReach(
      places.compactMap {
        data.openSessions[
          DataUnknowns.RangeKey(
            value: leaf.value, day: $0, readsMissingAsZero: readsMissingAsZero)]
      }, least: ranges.map(\.least).total,
      ofOne: WholeNumbers(
        low: one.lowerBound / step, high: isBounded ? (one.upperBound + step - 1) / step : nil),
      in: (interval.low, high), problem)
  }

  private func reached(_ count: Int, _ days: [Qualification]) -> AnswerFormulas {
    AnswerFormulas(
      surely: days.map(\.surely).total >= Int128(count),
      possibly: days.map(\.possibly).total >= Int128(count))
  }

  /// Returns whether enough days qualify within a stretch as long as the run with its misses.
  private func run(of length: Int, misses: Int, _ days: [Qualification]) -> AnswerFormulas {
    let room = min(days.count, length + misses)
    let runs = (0...days.count - room).map { reached(length, Array(days[$0..<$0 + room])) }
    return AnswerFormulas(surely: .any(runs.map(\.surely)), possibly: .any(runs.map(\.possibly)))
  }

  private func best(_ ranges: [FigureRange], _ interval: WholeNumbers) -> AnswerFormulas {
    guard !interval.isEmpty else {
      return AnswerFormulas(surely: .holds(false), possibly: .holds(false))
    }
    func one(_ reaches: [LinearSum]) -> Formula { .any(reaches.map(\.isOne)) }
    let surely = one(ranges.map { $0.surelyReaches(interval.low) })
    let possibly = one(ranges.map { $0.mayReach(interval.low) })
    guard let high = interval.high else {
      return AnswerFormulas(surely: surely, possibly: possibly)
    }
    return AnswerFormulas(
      surely: surely && !one(ranges.map { $0.mayReach(high + 1) }),
      possibly: possibly && !one(ranges.map { $0.surelyReaches(high + 1) }))
  }

  /// Returns the answer for a mean over recorded days, whose number is itself uncertain if a day is
  /// damaged.
  private func averageOfRecordedDays(
    _ leaf: Leaf, _ places: [Int], _ ranges: [FigureRange], _ interval: (Int) -> WholeNumbers
  ) -> AnswerFormulas {
    let sound = places.map {
      problem.indicator(of: hasRecord(of: leaf.value, on: $0) && data.damaged[$0] <= 0)
    }
    let damaged = places.map { data.damaged[$0] }.total
    let amounts = zip(sound, ranges).map { isSound, range in
      (
        least: data.chosen(isSound.isOne, range.least, LinearSum()),
        most: data.chosen(isSound.isOne, range.most, LinearSum()),
        isUnbounded: problem.indicator(of: isSound.isOne && range.isUnbounded.isOne)
      )
    }
    let least = amounts.map(\.least).total
    let most = amounts.map(\.most).total
    let isBounded = amounts.map(\.isUnbounded).total <= 0
    // If missing data is read as zero, days without data form the mean when there is no other data.
    let zeros =
      readsMissingAsZero
      ? data.chosen(
        .all([sound.total <= 0, damaged <= 0]),
        places.map { problem.indicator(of: !isOpened(leaf.value, on: $0)) }.total, LinearSum())
      : LinearSum()
    let certain = sound.total + zeros
    var (passes, fails): ([Formula], [Formula]) = ([], [])
    for count in 0...places.count {
      let isCount = Formula.all([certain <= Int128(count), certain + damaged >= Int128(count)])
      guard count > 0 || readsMissingAsZero else {
        passes.append(!isCount)
        fails.append(!isCount)
        continue
      }
      let interval = interval(max(count, 1))
      // A damaged day that counts may add any amount.
      let isClosed = Formula.all([isBounded, certain >= Int128(count)])
      let isBelow = interval.high.map { .all([isClosed, most <= $0]) } ?? Formula.holds(true)
      passes.append(
        isCount.implies(
          .all([.holds(!interval.isEmpty), least >= interval.low, isBelow])))
      let isAbove = interval.high.map { least >= $0 + 1 } ?? Formula.holds(false)
      fails.append(
        isCount.implies(
          .any([
            .holds(interval.isEmpty), isAbove, .all([isClosed, most <= interval.low - 1]),
          ])))
    }
    return AnswerFormulas(surely: .all(passes), possibly: !.all(fails))
  }

  /// Whether rejected records may have given the day an amount.
  private func isOpened(_ value: DayValue, on day: Int) -> Formula {
    .any(
      Column.columns(of: value).compactMap { data.figure(of: $0, on: day)?.opened }.map {
        $0.isUnbounded.isOne || $0.most >= 1
      })
  }

  /// Whether the day has data for a value.
  private func hasRecord(of value: DayValue, on day: Int) -> Formula {
    if case .activities = value { return data.hasAnything(on: day) }
    return .any(
      Column.columns(of: value).map { column in
        let exists = data.figure(of: column, on: day)?.exists.isOne ?? .holds(false)
        guard column.origin != .records else { return exists }
        return exists || data.isPast(column.origin, day) <= 0
      })
  }
}

extension WholeNumbers {
  /// Makes the range of steps that lie in an interval.
  init(_ interval: ValueInterval, inStepsOf step: Int128) {
    self.init(
      low: (interval.low + step - 1) / step, high: interval.high.map { $0 >= 0 ? $0 / step : -1 })
  }
}

extension [FigureRange] {
  /// Returns whether the sum of the figures lies in an interval.
  func sum(in interval: WholeNumbers) -> AnswerFormulas {
    guard !interval.isEmpty else {
      return AnswerFormulas(surely: .holds(false), possibly: .holds(false))
    }
    let (least, most) = (map(\.least).total, map(\.most).total)
    let unbounded = map(\.isUnbounded).total
    let isEnough = least >= interval.low
    let mayBeEnough =
      interval.low <= 0 ? Formula.holds(true) : .any([unbounded >= 1, most >= interval.low])
    guard let high = interval.high else {
      return AnswerFormulas(surely: isEnough, possibly: mayBeEnough)
    }
    return AnswerFormulas(
      surely: .all([isEnough, unbounded <= 0, most <= high]),
      possibly: .all([mayBeEnough, least <= high]))
  }
}
