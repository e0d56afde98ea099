import DaymarkModel

/// A leaf's answer with the numbers behind it.
struct LeafEvaluation {
  let leaf: Leaf
  /// What is asked together with the leaf, which is the first of it, and is what was decided.
  private(set) var joint: JointLeaves?
  /// Of the days that were looked at, ascending.
  let facts: [DayFact]
  let result: LeafAnswer
  /// What the subject's own days before the period make the leaf ask for.
  let target: BaselineTarget?

  /// - Parameters:
  ///   - bounds: The first and last day that the leaf may look at, whatever weekdays are.
  ///   - target: Of a leaf with a baseline.
  ///   - readsMissingAsZero: What the facts were made with.
  init(
    _ leaf: Leaf, on facts: [DayFact], within bounds: ClosedRange<CivilDay>?,
    against target: BaselineTarget? = nil, readsMissingAsZero: Bool
  ) {
    (self.leaf, self.target) = (leaf, target)
    guard !facts.isEmpty, let bounds else {
      // No day to look at: neither to be met nor to be missed.
      self.facts = []
      result = LeafAnswer(answer: .undetermined, isHeldOpen: true)
      return
    }
    if let recurrence = leaf.measure.recurrence {
      let stretches = recurrence.stretches(of: facts, within: bounds)
      self.facts = stretches.distinctFacts
      result = leaf.result(recurrence, on: stretches, readsMissingAsZero: readsMissingAsZero)
    } else if let target {
      self.facts = facts
      result = leaf.result(against: target, on: facts, readsMissingAsZero: readsMissingAsZero)
    } else {
      self.facts = facts
      result = leaf.result(on: facts, readsMissingAsZero: readsMissingAsZero)
    }
  }

  /// What several leaves that are asked together come to.
  init?(_ joint: JointLeaves, of parts: [LeafEvaluation]) {
    guard let first = parts.first else { return nil }
    leaf = first.leaf
    (facts, target) = (first.facts, nil)
    result = LeafAnswer(joint, of: parts.map(\.result))
    self.joint = joint
  }

  var answer: Outcome { result.answer }

  /// Days not over or incomplete hold an undetermined answer open, alone or with others.
  var isHeldOpen: Bool { result.answer == .undetermined && result.isHeldOpen }

  /// Each day as the leaf saw it.
  var days: [Explanation.Day] {
    let easiest = target.map { leaf.asking($0.least).interval } ?? leaf.interval
    let hardest = target.map { $0.most.map { leaf.asking($0).interval } } ?? leaf.interval
    return facts.map { fact in
      Explanation.Day(
        day: fact.day, value: fact.recorded,
        standing: leaf.standing(of: fact, surelyIn: hardest, perhapsIn: easiest),
        missed: fact.missed)
    }
  }
}

/// The answer of a leaf's measure.
struct LeafAnswer {
  var answer: Outcome
  var isHeldOpen: Bool
  /// A number of days or stretches, or an amount in micro-units.
  var required: Int128 = 0
  var actual: Int128 = 0
  /// How far `actual` is on the right side of the comparison; negative on the wrong one.
  var margin: Int128 = 0
  /// What is recorded meets what is asked, were it all there is.
  var isMetAsRecorded = false
  /// The days that decided.
  var span: ClosedRange<CivilDay>?
  var weeks: [Explanation.Week] = []
  /// Whether it is so in each world, for what is asked of several stretches.
  var prospect: Prospect
  /// The same of each of ``weeks``.
  var weekProspects: [Prospect] = []

  init(answer: Outcome, isHeldOpen: Bool) {
    self.answer = answer
    self.isHeldOpen = isHeldOpen
    prospect = Prospect(answer, isHeldOpen: isHeldOpen)
  }

  /// Gives another answer, which nothing can change.
  mutating func decide(_ answer: Outcome) {
    self.answer = answer
    prospect = Prospect(answer, isHeldOpen: false)
  }

  /// Of a number of days or stretches.
  init(_ prospect: Prospect, required: Int, actual: Int) {
    self.init(answer: prospect.answer, isHeldOpen: prospect.isHeldOpen)
    self.prospect = prospect
    (self.required, self.actual) = (Int128(required), Int128(actual))
    margin = Int128(actual - required)
    isMetAsRecorded = prospect.shown
  }

  /// Of an amount.
  init(_ answer: Outcome, isHeldOpen: Bool, amount: Int128, _ comparison: Comparison) {
    self.init(answer: answer, isHeldOpen: isHeldOpen)
    (required, actual) = (Int128(comparison.threshold(nearest: amount).microUnits), amount)
    margin = comparison.margin(of: amount)
  }
}

extension Leaf {
  /// How a day stands in the explanation.
  ///
  /// - Parameters:
  ///   - hardest: The values that satisfy the comparison whatever the target is; `nil` where nothing bounds it.
  ///   - easiest: Those that may satisfy it.
  fileprivate func standing(
    of fact: DayFact, surelyIn hardest: ValueInterval?, perhapsIn easiest: ValueInterval
  ) -> Explanation.Day.Standing {
    guard asksEachDay else { return fact.standingInSum }
    if hardest?.answer(on: fact.range) == .pass { return .counted }
    if fact.recorded != nil, easiest.answer(on: fact.range) == .fail { return .short }
    return fact.standingOfDoubt
  }
}

extension DayFact {
  /// How a day stands that is added up with others.
  var standingInSum: Explanation.Day.Standing {
    guard doubt == nil, recorded != nil else { return standingOfDoubt }
    return missed.isEmpty || hasSession ? .counted : .short
  }

  /// How a day stands of which not enough is known.
  fileprivate var standingOfDoubt: Explanation.Day.Standing {
    switch doubt {
    case .notOver: .notOver
    case .incomplete: .incomplete
    case .damaged: .damaged
    case .rejected: .rejected
    case .twoFigures: .twoFigures
    case .unknown, .unread: .unknown
    // Known, but not what is asked of it.
    case nil where recorded != nil: .unknown
    case .missing, nil: .missing
    }
  }
}

extension ValueInterval {
  /// The answer on a value of which a range is known.
  func answer(on range: ValueRange) -> Outcome {
    if holdsAll(range.least, range.most) { return .pass }
    return holdsNone(range.least, range.most) ? .fail : .undetermined
  }

  /// Whether settling what is open can make the answer pass, whatever the rest of the doubt is.
  func canBeSettledToPass(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsAll(range.least, range.most) }
    let least = max(range.least, low)
    let most = range.spread.map { least + $0 }
    // What is open reaches no further than `range.most`.
    return holdsAll(least, most) && (range.most.map { most ?? least <= $0 } ?? true)
  }

  /// Whether settling what is open can make the answer fail, whatever the rest of the doubt is.
  func canBeSettledToFail(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsNone(range.least, range.most) }
    if holdsNone(range.least, range.spread.map { range.least + $0 }) { return true }
    guard let high else { return false }
    guard let most = range.most, let spread = range.spread else { return range.most == nil }
    return most - spread > high
  }

  private func holdsAll(_ least: Int128, _ most: Int128?) -> Bool {
    contains(ValueInterval(low: least, high: most, step: step))
  }

  private func holdsNone(_ least: Int128, _ most: Int128?) -> Bool {
    isEmpty || !overlaps(ValueInterval(low: least, high: most, step: step))
  }
}

/// The answers whether one thing (a day, a week) qualifies: in the four worlds that decide about a number of
/// them, and in the one that is shown.
///
/// Things are independent and more of them never lower the number, so the number in the poorest and in
/// the richest world bounds all others.
struct Prospect {
  /// Whatever the unknown turns out to be.
  var surely: Bool
  /// If all that is unknown turns out well.
  var possibly: Bool
  /// Whatever the rest turns out to be, if all that is open turns out well.
  var atBest: Bool
  /// If all that is open turns out badly, and the rest well.
  var atWorst: Bool
  /// As it is shown: surely, or by what is recorded, where only what an archive lacks is against it.
  var shown: Bool

  init(of range: ValueRange, in interval: ValueInterval) {
    let answer = interval.answer(on: range)
    shown = answer == .pass || (range.showsRecorded && interval.contains(range.recorded))
    surely = answer == .pass
    possibly = answer != .fail
    atBest = surely || (range.isOpen && possibly && interval.canBeSettledToPass(range))
    atWorst = possibly && !(range.isOpen && !surely && interval.canBeSettledToFail(range))
  }

  /// Of an answer of which no more is known than what may still settle it.
  init(_ answer: Outcome, isHeldOpen: Bool) {
    (surely, possibly, shown) = (answer == .pass, answer != .fail, answer == .pass)
    atBest = surely || (possibly && isHeldOpen)
    atWorst = surely || (possibly && !isHeldOpen)
  }

  /// Of several things of which all are needed, or one.
  init(_ prospects: [Prospect], needsAll: Bool) {
    func holds(_ world: (Prospect) -> Bool) -> Bool {
      needsAll ? prospects.allSatisfy(world) : prospects.contains(where: world)
    }
    surely = holds(\.surely)
    possibly = holds(\.possibly)
    atBest = holds(\.atBest)
    atWorst = holds(\.atWorst)
    shown = holds(\.shown)
  }

  /// Of a number of things that is to be reached.
  ///
  /// - Parameter count: Counts the things that qualify in one world; more of them give no less.
  init(reaching required: Int, _ prospects: [Prospect], by count: ([Bool]) -> Int) {
    self.init(reaching: required) { world in count(prospects.map(world)) }
  }

  /// - Parameter number: The number in the world that is asked about.
  init(reaching required: Int, by number: (@escaping (Prospect) -> Bool) -> Int) {
    func reaches(_ world: @escaping (Prospect) -> Bool) -> Bool { number(world) >= required }
    surely = reaches(\.surely)
    possibly = surely || reaches(\.possibly)
    atBest = surely || (possibly && reaches(\.atBest))
    atWorst = surely || (possibly && reaches(\.atWorst))
    shown = reaches(\.shown)
  }

  var answer: Outcome { surely ? .pass : possibly ? .undetermined : .fail }

  /// Settling what is open can settle an undetermined answer.
  var isHeldOpen: Bool { answer == .undetermined && (atBest || !atWorst) }
}
