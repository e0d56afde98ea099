import DaymarkModel

/// The answer of a leaf, with the numbers behind it.
struct LeafEvaluation {
  let leaf: Leaf
  /// The leaves that are asked together, of which this is the first; the answer is then that of all
  /// of them.
  private(set) var joint: JointLeaves?
  /// The possible values of the counted days, in ascending order of days.
  let facts: [DayFact]
  let result: LeafAnswer
  /// The target of a leaf with a baseline.
  let target: BaselineTarget?

  /// Evaluates a leaf.
  ///
  /// - Parameters:
  ///   - leaf: The leaf.
  ///   - facts: What is known of the counted days.
  ///   - bounds: The first and last day that the leaf may count, leaving its weekdays aside.
  ///   - target: The target of a leaf with a baseline.
  ///   - readsMissingAsZero: Whether `facts` read days without data as zero.
  init(
    _ leaf: Leaf, on facts: [DayFact], within bounds: ClosedRange<CivilDay>?,
    against target: BaselineTarget? = nil, readsMissingAsZero: Bool
  ) {
    (self.leaf, self.target) = (leaf, target)
    guard !facts.isEmpty, let bounds else {
      // Without a day to count the leaf is neither met nor missed.
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

  /// Evaluates leaves that must hold together, from their single evaluations.
  init?(_ joint: JointLeaves, of parts: [LeafEvaluation]) {
    guard let first = parts.first else { return nil }
    leaf = first.leaf
    (facts, target) = (first.facts, nil)
    result = LeafAnswer(joint, of: parts.map(\.result))
    self.joint = joint
  }

  /// Makes an evaluation without the facts behind it.
  private init(_ leaf: Leaf, _ joint: JointLeaves?, _ result: LeafAnswer) {
    (self.leaf, self.joint, self.result) = (leaf, joint, result)
    (facts, target) = ([], nil)
  }

  /// Returns every evaluation that an explanation's node may have been written from.
  ///
  /// - Parameters:
  ///   - joint: The leaves that a week or stretch must meet together; `nil` for a single leaf.
  ///   - node: The leaf's node; it has the answer and the figures, and not the facts behind them.
  /// - Returns: One evaluation if the answer is pass or fail, and several if it is undetermined,
  ///   because the node does not state why. None if the node lacks the figure.
  static func stated(
    _ leaf: Leaf, _ joint: JointLeaves? = nil, by node: Explanation
  ) -> [LeafEvaluation] {
    guard let actual = node.actual, let margin = node.margin else { return [] }
    var result = LeafAnswer(answer: node.answer, isHeldOpen: true)
    if leaf.comparesOneFigure {
      result.actual = Int128(actual.microUnits)
      result.margin = Int128(margin.microUnits)
      let comparison = leaf.asking(node.target).comparison
      // Without a day to count nothing was compared.
      result.required =
        node.days.isEmpty ? 0 : Int128(comparison.threshold(nearest: result.actual).microUnits)
    } else {
      result.actual = Int128(actual.microUnits / 1_000_000)
      result.margin = Int128(margin.microUnits / 1_000_000)
      result.required = result.actual - result.margin
    }
    guard node.answer == .undetermined else { return [LeafEvaluation(leaf, joint, result)] }
    return [(true, false), (false, true), (false, false)].map { isHeldOpen, isMet in
      var result = result
      (result.isHeldOpen, result.isMetAsRecorded) = (isHeldOpen, isMet)
      return LeafEvaluation(leaf, joint, result)
    }
  }

  /// Returns every evaluation that a node may have been written from, if leaves must hold together
  /// in a week or stretch.
  static func stated(_ joint: JointLeaves, by node: Explanation) -> [LeafEvaluation] {
    joint.leaves.first.map { stated($0, joint, by: node) } ?? []
  }

  var answer: Outcome { result.answer }

  /// Whether days that are incomplete, or not over yet, hold the answer open, alone or with other
  /// doubts.
  var isHeldOpen: Bool { result.answer == .undetermined && result.isHeldOpen }

  /// The standing of each counted day.
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

/// The result of a leaf's measure.
struct LeafAnswer {
  var answer: Outcome
  var isHeldOpen: Bool
  /// The requirement: a number of days or stretches, or an amount in micro-units.
  var required: Int128 = 0
  var actual: Int128 = 0
  /// The distance of `actual` from the threshold; negative where the comparison does not hold.
  var margin: Int128 = 0
  /// Whether the recorded data, taken as complete, satisfies the leaf.
  var isMetAsRecorded = false
  /// The days that decided, such as the longest run.
  var span: ClosedRange<CivilDay>?
  var weeks: [Explanation.Week] = []
  /// The answers under each assumption about the unknown, for leaves that count stretches.
  var prospect: Prospect
  /// The prospects of each of ``weeks``.
  var weekProspects: [Prospect] = []

  init(answer: Outcome, isHeldOpen: Bool) {
    self.answer = answer
    self.isHeldOpen = isHeldOpen
    prospect = Prospect(answer, isHeldOpen: isHeldOpen)
  }

  /// Replaces the answer by one that nothing can change.
  mutating func decide(_ answer: Outcome) {
    self.answer = answer
    prospect = Prospect(answer, isHeldOpen: false)
  }

  /// The result of counting days or stretches.
  init(_ prospect: Prospect, required: Int, actual: Int) {
    self.init(answer: prospect.answer, isHeldOpen: prospect.isHeldOpen)
    self.prospect = prospect
    (self.required, self.actual) = (Int128(required), Int128(actual))
    margin = Int128(actual - required)
    isMetAsRecorded = prospect.shown
  }

  /// The result of comparing an amount in micro-units, by its distance from the nearest threshold.
  init(_ answer: Outcome, isHeldOpen: Bool, amount: Int128, _ comparison: Comparison) {
    self.init(answer: answer, isHeldOpen: isHeldOpen)
    (required, actual) = (Int128(comparison.threshold(nearest: amount).microUnits), amount)
    margin = comparison.margin(of: amount)
  }
}

extension Leaf {
  /// Returns the standing of a day in the explanation.
  ///
  /// - Parameters:
  ///   - fact: What is known of the day.
  ///   - hardest: The values that satisfy the comparison whatever the target is; `nil` where the
  ///     target has no upper bound.
  ///   - easiest: The values that satisfy the comparison for some possible target.
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
  /// The standing of a day that is part of a sum.
  var standingInSum: Explanation.Day.Standing {
    guard doubt == nil, recorded != nil else { return standingOfDoubt }
    return missed.isEmpty || hasSession ? .counted : .short
  }

  /// The standing of a day about which too little is known.
  fileprivate var standingOfDoubt: Explanation.Day.Standing {
    switch doubt {
    case .notOver: .notOver
    case .incomplete: .incomplete
    case .damaged: .damaged
    case .rejected: .rejected
    case .twoFigures: .twoFigures
    case .unknown, .unread: .unknown
    // The value is known, but not whether it satisfies the comparison.
    case nil where recorded != nil: .unknown
    case .missing, nil: .missing
    }
  }
}

extension ValueInterval {
  /// The answer of the comparison for a value of which a range is known.
  func answer(on range: ValueRange) -> Outcome {
    if holdsAll(range.least, range.most) { return .pass }
    return holdsNone(range.least, range.most) ? .fail : .undetermined
  }

  /// Whether the open part of a range can turn out so that the answer is pass, whatever the rest
  /// is.
  func canBeSettledToPass(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsAll(range.least, range.most) }
    let least = max(range.least, low)
    let most = range.spread.map { least + $0 }
    // The open part reaches no further than `range.most`.
    return holdsAll(least, most) && (range.most.map { most ?? least <= $0 } ?? true)
  }

  /// Whether the open part of a range can turn out so that the answer is fail, whatever the rest
  /// is.
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

/// Whether something, such as a day or a week, qualifies: under four assumptions that decide about
/// a number of them, and as it is shown.
///
/// The things are independent, and more of them never lower the number. The number under the worst
/// and under the best assumption therefore bounds all others.
struct Prospect {
  /// The day qualifies whatever the unknown data is.
  var surely: Bool
  /// The day qualifies if all unknown data turns out well.
  var possibly: Bool
  /// The day qualifies whatever the rest is, if all data that can still come turns out well.
  var atBest: Bool
  /// The day qualifies if all data that can still come turns out badly and the rest well.
  var atWorst: Bool
  /// The day is shown as qualifying: certainly, or by the recorded data where only a truncated
  /// archive speaks against it.
  var shown: Bool

  init(of range: ValueRange, in interval: ValueInterval) {
    let answer = interval.answer(on: range)
    shown = answer == .pass || (range.showsRecorded && interval.contains(range.recorded))
    surely = answer == .pass
    possibly = answer != .fail
    atBest = surely || (range.isOpen && possibly && interval.canBeSettledToPass(range))
    atWorst = possibly && !(range.isOpen && !surely && interval.canBeSettledToFail(range))
  }

  /// Makes the prospect of an answer, of which it is only known whether data that can still come
  /// may decide it.
  init(_ answer: Outcome, isHeldOpen: Bool) {
    (surely, possibly, shown) = (answer == .pass, answer != .fail, answer == .pass)
    atBest = surely || (possibly && isHeldOpen)
    atWorst = surely || (possibly && !isHeldOpen)
  }

  /// The prospect of several things together, of which all are needed, or one.
  init(_ prospects: [Prospect], needsAll: Bool) {
    func holds(_ assumption: (Prospect) -> Bool) -> Bool {
      needsAll ? prospects.allSatisfy(assumption) : prospects.contains(where: assumption)
    }
    surely = holds(\.surely)
    possibly = holds(\.possibly)
    atBest = holds(\.atBest)
    atWorst = holds(\.atWorst)
    shown = holds(\.shown)
  }

  /// The prospect of reaching a number of things.
  ///
  /// - Parameters:
  ///   - required: The number to reach.
  ///   - prospects: The prospect of each thing.
  ///   - count: Counts the things that qualify; more of them must never give a lower count.
  init(reaching required: Int, _ prospects: [Prospect], by count: ([Bool]) -> Int) {
    self.init(reaching: required) { assumption in count(prospects.map(assumption)) }
  }

  /// The prospect of reaching a number.
  ///
  /// - Parameters:
  ///   - required: The number to reach.
  ///   - number: The number under an assumption.
  init(reaching required: Int, by number: (@escaping (Prospect) -> Bool) -> Int) {
    func reaches(_ assumption: @escaping (Prospect) -> Bool) -> Bool {
      number(assumption) >= required
    }
    surely = reaches(\.surely)
    possibly = surely || reaches(\.possibly)
    atBest = surely || (possibly && reaches(\.atBest))
    atWorst = surely || (possibly && reaches(\.atWorst))
    shown = reaches(\.shown)
  }

  var answer: Outcome { surely ? .pass : possibly ? .undetermined : .fail }

  /// Whether data that can still come can settle an undetermined answer.
  var isHeldOpen: Bool { answer == .undetermined && (atBest || !atWorst) }
}
