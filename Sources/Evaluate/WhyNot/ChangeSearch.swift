import DaymarkDocuments
import DaymarkModel

/// Searches for changes of days that give a condition a wanted answer.
///
/// Each leaf is changed on top of the changes for the leaves before it, so that what they need on
/// the same days is combined.
struct ChangeSearch {
  private let rule: Rule
  private var now: DayFacts
  /// The days at the deadline, if no more data comes.
  private(set) var final: DayFacts
  /// The days at the deadline, with the changes so far.
  private var facts: DayFacts
  private var changes: [LeafChange] = []
  /// The days that may not be changed.
  private let fixed: Set<CivilDay>

  /// Begins a search, which takes recorded figures as if no input were damaged.
  ///
  /// - Parameters:
  ///   - rule: The rule, as it applies to the subject.
  ///   - aggregates: The subject's days and sessions.
  ///   - challenge: The challenge.
  ///   - asOf: The instant of evaluation.
  ///   - keepsPast: Whether days that are over keep what is recorded.
  init(
    _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
    keepsPast: Bool = false
  ) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    let periodEnd = challenge.period.interval(in: calendar).end
    func facts(asOf: Instant) -> DayFacts {
      DayFacts(rule, on: aggregates, of: challenge, asOf: asOf, ignoresDamage: true)
    }
    self.rule = rule
    now = facts(asOf: asOf)
    final = facts(asOf: max(asOf, max(challenge.deadline(in: calendar), periodEnd)))
    self.facts = final
    let past = now.days.filter { $0.interval.end <= asOf }.map(\.day)
    fixed = keepsPast ? Set(past) : []
  }

  /// Searches for the changes.
  ///
  /// - Returns: Whether the answer can be reached; ``steps`` then says how.
  mutating func reach(_ wanted: WantedAnswer) -> Bool {
    // What one part needs may undo the change for another; a second pass repairs most of that.
    for _ in 0..<3 {
      guard let next = reaching(wanted, rule.requires, at: .requires) else { return false }
      self = next
      let answer = ConditionEvaluation(rule.requires, with: &facts).answer
      if wanted.isReached(by: answer) { return true }
    }
    return false
  }

  /// The cost of a change: changes of past days weigh more than the missing amount.
  private var cost: (past: Int, shortfall: Double) {
    (
      changes.contains { $0.edits.contains { !$0.isOpen } } ? 1 : 0,
      changes.reduce(0) { $0 + $1.shortfall }
    )
  }

  private func reaching(
    _ wanted: WantedAnswer, _ condition: Condition, at path: RulePath
  ) -> ChangeSearch? {
    let isNegated = if case .not = condition.kind { true } else { false }
    let part = isNegated ? wanted.negated : wanted
    let parts = condition.parts(at: path).map { placed in
      { (search: ChangeSearch) in search.reaching(part, placed.part, at: placed.path) }
    }
    return switch condition.kind {
    case .leaf(let leaf): reaching(wanted, leaf, at: path.child(leaf.key))
    case .jointly(let joint): reaching(wanted, joint, at: joint.placed(at: path).map(\.path))
    case .not: reaching(part, 1, of: parts)
    case .all: reaching(wanted, parts.count, of: parts)
    case .any: reaching(wanted, 1, of: parts)
    case .some(let count, _): reaching(wanted, count, of: parts)
    }
  }

  /// A function that continues a search; it returns `nil` where no change reaches the answer.
  private typealias Continuation = (ChangeSearch) -> ChangeSearch?

  /// Continues the search so that a number of parts hold, or so that fewer do.
  ///
  /// - Parameters:
  ///   - wanted: The wanted answer.
  ///   - count: The number of parts.
  ///   - parts: The continuations, each of which makes its part hold, or not hold, as wanted.
  private func reaching(
    _ wanted: WantedAnswer, _ count: Int, of parts: [Continuation]
  ) -> ChangeSearch? {
    let needed = wanted.holds ? count : parts.count - count + 1
    let possible = parts.indices.compactMap { index in
      parts[index](self).map { (index: index, cost: $0.cost) }
    }
    guard needed <= possible.count else { return nil }
    let cheapest = possible.sorted {
      ($0.cost.past, $0.cost.shortfall, $0.index) < ($1.cost.past, $1.cost.shortfall, $1.index)
    }
    var search = self
    for index in cheapest.prefix(max(0, needed)).map(\.index).sorted() {
      guard let next = parts[index](search) else { return nil }
      search = next
    }
    return search
  }

  /// Continues the search for leaves that must hold together in stretches of days.
  ///
  /// In each stretch the leaves are searched like the parts of a condition, with the days of the
  /// stretch as theirs.
  ///
  /// - Parameters:
  ///   - wanted: The wanted answer.
  ///   - joint: The leaves.
  ///   - paths: The paths of the leaves.
  private func reaching(
    _ wanted: WantedAnswer, _ joint: JointLeaves, at paths: [RulePath]
  ) -> ChangeSearch? {
    guard let bounds = facts.bounds(of: joint.days) else { return nil }
    let recurrence = joint.recurrence
    let stretches = recurrence.stretches(within: bounds).filter { stretch in
      facts.days.contains { stretch.contains($0.day) && joint.days.contains($0.day) }
    }
    func asked(of stretch: ClosedRange<CivilDay>) -> Continuation {
      let parts = zip(joint.leaves, paths).map { leaf, path -> Continuation in
        var own = leaf.inStretch
        (own.days.from, own.days.to) = (stretch.lowerBound, stretch.upperBound)
        return { $0.reaching(wanted, own, at: path, askedBy: leaf) }
      }
      return { $0.reaching(wanted, joint.needsAll ? parts.count : 1, of: parts) }
    }
    return reaching(
      wanted, 1,
      of: recurrence.choices(of: stretches).map { choice in
        let parts = choice.map(asked)
        return { $0.reaching(wanted, recurrence.count, of: parts) }
      })
  }

  /// Continues the search for one leaf.
  ///
  /// - Parameter recurring: The leaf that asks for this one's requirement in several stretches, if
  ///   there is one.
  private func reaching(
    _ wanted: WantedAnswer, _ leaf: Leaf, at path: RulePath, askedBy recurring: Leaf? = nil
  ) -> ChangeSearch? {
    var search = self
    let final = search.facts.facts(of: leaf.value, on: leaf.days)
    let present = search.now.facts(of: leaf.value, on: leaf.days)
    guard let bounds = facts.bounds(of: leaf.days), !final.isEmpty,
      let leaf = facts.target(of: leaf).map({ leaf.asking($0, for: wanted) }) ?? leaf
    else { return nil }
    func evaluation(_ days: [DayFact]) -> LeafEvaluation {
      LeafEvaluation(
        leaf, on: days, within: bounds, readsMissingAsZero: rule.onMissing == .zero)
    }
    let before = evaluation(final)
    let unchanged = search.final.facts(of: leaf.value, on: leaf.days)
    let isNamed = recurring != nil || !wanted.holds || changes.contains { $0.path == path }
    let reliedOn = isNamed ? [] : editsReliedOn(by: leaf, unchanged)
    if wanted.isReached(by: before.answer) {
      let isReachedUnchanged = wanted.isReached(by: evaluation(unchanged).answer)
      // A change that time alone brings is listed, but edits nothing.
      let isByTime = isReachedUnchanged && !wanted.isReached(by: evaluation(present).answer)
      if isByTime || !isReachedUnchanged && !reliedOn.isEmpty {
        search.add(
          LeafChange(
            path: path, leaf: recurring ?? leaf, wanted: wanted, edits: isByTime ? [] : reliedOn,
            stretches: 0, shortfall: 0))
      }
      return search
    }
    if let recurrence = leaf.measure.recurrence, !recurrence.countsAnyStretches {
      let alone = JointLeaves(recurrence, needsAll: true, of: [leaf.inStretch], on: leaf.days)
      return search.reaching(wanted, alone, at: [path])
    }
    guard
      let change = leaf.change(for: wanted, final, now: present, within: bounds, fixed: fixed)
    else { return nil }
    for edit in change.edits.edits {
      search.facts.replaceValue(edit.value, of: leaf.value, on: edit.day)
    }
    let after = evaluation(search.facts.facts(of: leaf.value, on: leaf.days))
    guard wanted.isReached(by: after.answer) else { return nil }
    search.add(
      LeafChange(
        path: path, leaf: recurring ?? leaf, wanted: wanted,
        edits: DayEdits(reliedOn).followed(by: change.edits.edits).edits,
        stretches: recurring == nil ? change.stretches : change.edits.edits.isEmpty ? 0 : 1,
        shortfall: leaf.shortfall(of: change, before.result, days: final.count)))
    return search
  }

  /// The edits of days that satisfy a leaf only because of an amount that may be on any days.
  ///
  /// Somebody who does the amount on several days does not satisfy the leaf by it, so that the leaf
  /// must be named too.
  ///
  /// - Parameters:
  ///   - leaf: The leaf; only a best day and a number of days are looked at.
  ///   - unchanged: The leaf's days at the deadline, without any change.
  private func editsReliedOn(by leaf: Leaf, _ unchanged: [DayFact]) -> [DayEdit] {
    let interval = leaf.interval
    switch leaf.measure {
    case .best, .days: guard interval.low > 0 else { return [] }
    default: return []
    }
    let satisfying = unchanged.filter { interval.answer(on: $0.range) == .pass }.map(\.day)
    return changes.filter { $0.isAnywhere && $0.leaf.value == leaf.value }
      .reduce(DayEdits([])) { $0.followed(by: $1.edits) }.edits
      .filter { edit in
        leaf.days.contains(edit.day) && interval.contains(edit.value)
          && !satisfying.contains(edit.day)
      }
  }

  private mutating func add(_ change: LeafChange) {
    guard let place = changes.firstIndex(where: { $0.path == change.path }) else {
      changes.append(change)
      return
    }
    changes[place].edits = DayEdits(changes[place].edits).followed(by: change.edits).edits
    changes[place].stretches += change.stretches
    changes[place].shortfall += change.shortfall
  }

  /// The steps of the change, in the order of the rule.
  var steps: [VerdictChange.Step] {
    var (now, facts) = (now, facts)
    return rule.leaves.compactMap { path, leaf in
      guard let change = changes.first(where: { $0.path == path }) else { return nil }
      let edited = Set(change.edits.map(\.day))
      let final = facts.facts(of: leaf.value, on: leaf.days)
      let days = zip(now.facts(of: leaf.value, on: leaf.days), final).compactMap { now, then in
        edited.contains(now.day)
          ? VerdictChange.DayChange(
            day: now.day, now: now.recorded, then: then.recorded ?? .limit) : nil
      }
      return VerdictChange.Step(
        path: path, text: change.sentence, days: days, isAnywhere: change.isAnywhere)
    }
  }
}

extension Recurrence {
  /// Whether any of the stretches may satisfy the leaf, in any order.
  fileprivate var countsAnyStretches: Bool { if case .days = stretch { false } else { !isInARow } }

  /// The choices of stretches of which enough must satisfy the leaf: all together, each possible
  /// run, or stretches that do not overlap.
  fileprivate func choices(of stretches: [ClosedRange<CivilDay>]) -> [[ClosedRange<CivilDay>]] {
    if countsAnyStretches { return [stretches] }
    guard case .days(let length) = stretch else {
      return (0..<max(0, stretches.count - count + 1)).map { Array(stretches[$0..<$0 + count]) }
    }
    return (0..<min(length, stretches.count)).map { first in
      stretches[first...].reduce(into: []) { chosen, next in
        if chosen.last.map({ $0.upperBound < next.lowerBound }) ?? true { chosen.append(next) }
      }
    }
  }
}
