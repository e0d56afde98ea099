import DaymarkModel

/// The target that a subject's own days before the period give a leaf; see Rules, "Days before the period".
struct BaselineTarget {
  let baseline: Baseline
  /// Of the days before the period, ascending.
  let facts: [DayFact]
  /// Whether all these days were read.
  let isRead: Bool
  /// How many of them surely have data.
  let recordedDays: Int
  /// What is asked by what is recorded; `nil` where too few days have data.
  let shown: Quantity?
  /// The least that can be asked, whatever the days that are not known hold.
  let least: Quantity
  /// The most that can be asked; `nil` where nothing bounds it.
  let most: Quantity?
  /// Time or more data can settle it.
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
    // A day that nobody knows may have had nothing, or anything.
    least = target(days.sum.least, days.certain + days.optional)
    most = days.optional > 0 ? nil : days.sum.most.map { target($0, days.certain) }
  }

  /// Whether nothing that is not known can change it.
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
  /// The target of a leaf with a baseline.
  ///
  /// The days before the period are looked at as a challenge of their own would be, but whatever becomes of lacking data
  /// in the period: a day without any is left out. Only parts of a sum are read as zero there, too.
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
  /// The answer against a target of which perhaps only bounds are known: a pass reaches the most that it can be, and a
  /// fail misses the least.
  ///
  /// - Parameter facts: Of the days of the period; not empty.
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
      // Whatever the policy for missing data says: nobody knows what is asked.
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
  /// The leaf that asks for what a wanted answer needs; `nil` where no change of the period's days brings it about.
  func asking(_ target: BaselineTarget, for wanted: WantedAnswer) -> Leaf? {
    guard target.shown != nil else { return nil }
    // A sure pass reaches the most that may be asked, and a sure fail misses the least.
    return wanted.holds == wanted.isSure ? target.most.map { asking($0) } : asking(target.least)
  }
}
