import DaymarkModel

/// The target that follows from a subject's days before the period; see Rules, "Days before the
/// period".
struct BaselineTarget {
  let baseline: Baseline
  /// The possible values of the days before the period, in ascending order of days.
  let facts: [DayFact]
  /// Whether all days that the baseline looks at were read.
  let isRead: Bool
  /// The number of days before the period that certainly have data.
  let recordedDays: Int
  /// The target by the recorded days; `nil` where too few days have data.
  let shown: Quantity?
  /// The least that the target can be, whatever the unknown days hold.
  let least: Quantity
  /// The greatest that the target can be; `nil` where nothing bounds it.
  let most: Quantity?
  /// Whether time or more data can settle the target.
  let isOpen: Bool

  init(of leaf: Leaf, _ baseline: Baseline, on facts: [DayFact], isRead: Bool) {
    (self.baseline, self.facts, self.isRead) = (baseline, facts, isRead)
    let days = AveragedDays(facts, of: leaf.value)
    recordedDays = days.certain
    isOpen = days.isOpen
    guard isRead, days.certain > 0, days.certain >= baseline.atLeastDays else {
      (shown, least, most) = (nil, leaf.floor, nil)
      return
    }
    func target(_ sum: Int128, _ count: Int) -> Quantity {
      leaf.target(ofSum: sum, over: count, baseline)
    }
    let recorded = facts.filter { $0.recorded != nil }
    shown = target(recorded.sum.recorded, recorded.count)
    // An unknown day may have had no data, or any amount.
    least = target(days.sum.least, days.certain + days.optional)
    most = days.optional > 0 ? nil : days.sum.most.map { target($0, days.certain) }
  }

  /// The number of days with data before the period that are lacking; negative for more than are
  /// needed.
  var lackingDays: Int { baseline.atLeastDays - recordedDays }

  /// Whether the target is known exactly.
  var isExact: Bool { shown != nil && least == most }

  var explanation: Explanation.Target {
    Explanation.Target(
      shown,
      days: facts.map {
        Explanation.Day(day: $0.day, value: $0.recorded, standing: $0.standingInSum)
      })
  }
}

extension DayFacts {
  /// The target of a leaf with a baseline; `nil` for other leaves.
  ///
  /// The days before the period are evaluated like a challenge of their own, but a day without data
  /// is always left out, whatever the rule does with missing days. Only parts of a weighted sum may
  /// be read as zero there.
  func target(of leaf: Leaf) -> BaselineTarget? {
    guard let baseline = leaf.baseline else { return nil }
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    var (earlier, before) = (aggregates, challenge)
    earlier.days = aggregates.earlierDays
    before.period = challenge.period.days(baseline.days, before: calendar)
    before.proofDeadline = challenge.deadline(in: calendar)
    var facts = DayFacts(
      onMissing: .undetermined, on: earlier, of: before, asOf: asOf, isComplete: isComplete,
      ignoresDamage: ignoresDamage, weighsRivals: weighsRivals, weighsUnread: weighsUnread)
    facts.takesPartialSums = readsMissingAsZero
    return BaselineTarget(
      of: leaf, baseline, on: facts.facts(of: leaf.value, on: DaySelection()),
      isRead: aggregates.daysBefore >= baseline.days)
  }
}

extension Leaf {
  /// The answer against a target that may only be known within bounds: it passes if it reaches the
  /// greatest possible target, and fails if it misses the least.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - facts: What is known of the days of the period; not empty.
  ///   - readsMissingAsZero: Whether days without data are zero.
  func result(
    against target: BaselineTarget, on facts: [DayFact], readsMissingAsZero: Bool
  ) -> LeafAnswer {
    func result(_ amount: Quantity) -> LeafAnswer {
      asking(amount).result(on: facts, readsMissingAsZero: readsMissingAsZero)
    }
    var answer = result(target.shown ?? target.least)
    if target.isExact { return answer }
    let (easiest, hardest) = (result(target.least), target.most.map(result))
    if target.shown == nil {
      // An unknown target leaves the answer open, whatever the rule does with missing days.
      (answer.answer, answer.isHeldOpen) = (.undetermined, true)
    } else if hardest?.answer == .pass || easiest.answer == .fail {
      (answer.answer, answer.isHeldOpen) = (hardest?.answer == .pass ? .pass : .fail, false)
    } else {
      answer.answer = .undetermined
      answer.isHeldOpen = target.isOpen || easiest.isHeldOpen || hardest?.isHeldOpen ?? false
    }
    answer.prospect = Prospect(answer.answer, isHeldOpen: answer.isHeldOpen)
    return answer
  }
}

extension Leaf {
  /// The leaf with the target that a wanted answer needs; `nil` where no change of the period's
  /// days brings the answer about.
  func asking(_ target: BaselineTarget, for wanted: WantedAnswer) -> Leaf? {
    guard target.shown != nil else { return nil }
    // A certain pass must reach the greatest possible target, and a certain fail must miss the
    // least.
    return wanted.holds == wanted.isSure ? target.most.map { asking($0) } : asking(target.least)
  }
}
