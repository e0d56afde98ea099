package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import Foundation

/// Writes first test cases for a rule that has none.
///
/// The cases have days that reach the rule's thresholds, miss them, are incomplete or are
/// missing, with the rule's present answers.
///
/// The author should read them: they state what the rule does, which may differ from what the
/// author means.
///
/// - Parameter path: The path of the rule, as for `loadRuleTests(at:)`.
/// - Returns: The cases as written to the file.
/// - Throws: `ConfigurationError`; `DaymarkError` `file.exists` for a rule with test cases,
///   `file.unwritable`.
package func writeFirstCases(at path: String) throws -> RuleTests {
  let tests = try loadRuleTests(at: path)
  guard !tests.isPresent else {
    throw DaymarkError(.fileExists, at: InputLocation(file: tests.path))
  }
  var text = """
    # First cases, by `daymark rules test --init`: what the rule says now. Read each of them: is it what you
    # mean? Then add those that matter to you.

    """
  for chosen in try chosenCases(of: tests.rule, at: path) { text += "\n" + chosen }
  let written = try ruleTests(at: path, with: text)
  _ = try putFile(Array(text.utf8), at: tests.path)
  return written
}

/// Selects the drafts whose names are true and that show an answer of a leaf or gate, or an
/// outcome, that no earlier draft shows.
private func chosenCases(of rule: Rule, at path: String) throws -> [String] {
  guard let (days, isChallenge) = daysOfCases(ofRuleAt: path) else { return [] }
  var seen: Set<ShownAnswer> = []
  return try CaseDraft.all(of: rule, over: days).compactMap { draft in
    // A draft with a figure that no case can have is not valid and is skipped.
    let asked = draft.text(isChallenge: isChallenge, expect: "outcome: pass")
    guard let tests = try? ruleTests(at: path, with: asked),
      case let summary = try testRules(tests),
      let verdict = summary.results.first?.verdict, draft.isTrue(of: verdict)
    else { return nil }
    let leaves = verdict.explanation.leaves.enumerated().map { ShownAnswer.leaf($0, $1.answer) }
    let gates = summary.coverage.gates.enumerated().flatMap { index, gate in
      [(gate.held, true), (gate.breached, false)].filter { $0.0 > 0 }.map {
        ShownAnswer.gate(index, holds: $0.1)
      }
    }
    let answers = Set(leaves + gates + [.outcome(verdict.outcome)])
    guard !answers.isSubset(of: seen) else { return nil }
    seen.formUnion(answers)
    let reasons = verdict.reasons.map(\.code).joined(separator: ", ")
    return draft.text(
      isChallenge: isChallenge,
      expect: "outcome: \(verdict.outcome.rawValue), reasons: [\(reasons)]")
  }
}

/// An answer of one part of a rule, identified by its position, or of the whole rule.
private enum ShownAnswer: Hashable {
  case leaf(Int, Outcome)
  case gate(Int, holds: Bool)
  case outcome(Outcome)
}

/// A possible test case with the same figures on each day, around the thresholds of a rule.
struct CaseDraft {
  /// The relation of a day's figures to the requirement of a leaf.
  enum Level {
    case missed, met, exceeded
  }

  /// The part of the period that has data.
  enum Extent {
    case whole, half, none, incomplete
  }

  private let name: String
  /// The leaves whose figures the case has, with how the figures compare with the requirement.
  private let leaves: [(leaf: Leaf, level: Level)]
  private let extent: Extent
  private let days: [CivilDay]
  /// The answers of leaves that the name states, by position.
  private let claims: [Int: Outcome]
  /// The gate that the data breaches, if any.
  private var breached: QualityGate?

  /// Makes the drafts of a rule, the simplest first.
  static func all(of rule: Rule, over days: [CivilDay]) -> [CaseDraft] {
    let placed = rule.leaves
    func draft(
      _ name: String, _ extent: Extent = .whole, _ level: (Int) -> Level?
    ) -> CaseDraft {
      let levels = placed.indices.map(level)
      return CaseDraft(
        name: name,
        leaves: zip(placed, levels).compactMap { placed, level in level.map { (placed.leaf, $0) } },
        extent: extent, days: days,
        claims: extent != .whole
          ? [:]
          : Dictionary(
            uniqueKeysWithValues: zip(placed.indices, levels).compactMap { index, level in
              level.map { (index, $0 == .missed ? .fail : .pass) }
            }))
    }
    let each = placed.count > 1 ? "each condition" : "the condition"
    var drafts = [
      draft("\(each) just met") { _ in .met }, draft("\(each) just missed") { _ in .missed },
      draft("\(each) met with much to spare") { _ in .exceeded },
      draft("under way, as asked so far", .half) { _ in .met },
      draft("under way, with too little", .half) { _ in .missed },
      draft("under way, with much to spare", .half) { _ in .exceeded },
      draft("without any data", .none) { _ in .met },
      draft("with incomplete days", .incomplete) { _ in .missed },
    ]
    // Under a `not`, the rule passes only if the leaf fails.
    let isTurned = placed.map { "\($0.path)".split(separator: ".").count { $0 == "not" } % 2 == 1 }
    if isTurned.contains(true) {
      drafts.append(draft("the rule just met") { isTurned[$0] ? .missed : .met })
    }
    for (index, gate) in rule.quality.enumerated() {
      for level in [Level.met, .exceeded] {
        let path = RulePath.gate(index).child(gate.key)
        var draft = draft("the rule met, but \(path) breached") { isTurned[$0] ? .missed : level }
        draft.breached = gate
        drafts.append(draft)
      }
    }
    // A larger rule would give hundreds of cases, which its author should write.
    for index in placed.indices.prefix(placed.count > 1 ? 30 : 0) {
      let path = placed[index].path
      drafts += [
        draft("each condition just met, but not \(path)") { $0 == index ? .missed : .met },
        draft("each condition just missed, but not \(path)") { $0 == index ? .met : .missed },
        // Two conditions may contradict each other on equal days.
        draft("\(path) just met") { $0 == index ? .met : nil },
        draft("\(path) just missed") { $0 == index ? .missed : nil },
        draft("\(path) met with much to spare") { $0 == index ? .exceeded : nil },
        draft("\(path) under way", .half) { $0 == index ? .met : nil },
        draft("\(path) with incomplete days", .incomplete) { $0 == index ? .missed : nil },
      ]
    }
    return drafts
  }

  /// Whether the leaves answer as the name states.
  func isTrue(of verdict: Verdict) -> Bool {
    let answers = verdict.explanation.leaves.map(\.answer)
    return claims.allSatisfy { answers.indices.contains($0) && answers[$0] == $1 }
  }

  /// Writes the case as it stands in a file.
  ///
  /// - Parameters:
  ///   - isChallenge: Whether the days are the challenge's, so that the case does not state them.
  ///   - expect: The text under `expect`.
  func text(isChallenge: Bool, expect: String) -> String {
    var lines = ["- case: \(name)"]
    if !isChallenge, let first = days.first, let last = days.last {
      lines.append("  period: \(first)..\(last)")
    }
    let (metrics, rates) = (metrics, rates)
    let given = metrics + (rates.isEmpty ? [] : ["heartRate: { \(rates.joined(separator: ", ")) }"])
    // A case without figures must still state that its days have data.
    lines.append(
      "  days: { \((given.isEmpty ? ["steps: \(cells("1"))"] : given).joined(separator: ", ")) }")
    if !daysBefore.isEmpty { lines.append("  before: { \(daysBefore.joined(separator: ", ")) }") }
    if extent != .none, !heartMinutes.isEmpty {
      lines += ["  heartMinutes:"] + heartMinutes.map { "    - { \($0) }" }
    }
    for (key, items) in [("activities", sessions), ("lifts", lifts), ("feats", feats)]
    where !items.isEmpty && !shownDays.isEmpty {
      lines += ["  \(key):"] + items.map { "    - { \($0) }" }
    }
    if let breached { lines.append("  \(breached.breach)") }
    if extent == .half { lines.append("  asOf: \(days[days.count / 2])T12:00:00Z") }
    return lines.joined(separator: "\n") + "\n  expect: { \(expect) }\n"
  }

  // MARK: Days

  /// The days with figures for sessions, lifts and feats.
  private var shownDays: [CivilDay] {
    switch extent {
    case .whole: days
    case .half: Array(days.prefix(days.count / 2))
    case .none, .incomplete: []
    }
  }

  /// The list of figures for each metric.
  ///
  /// For several leaves on one metric it is the figure that satisfies the most of them.
  private var metrics: [String] {
    var amounts: [String: Quantity] = [:]
    for (leaf, level) in leaves {
      // The whole weighted sum is put into its first amount.
      guard let name = leaf.value.amounts.first?.summedID else { continue }
      for other in leaf.value.amounts.dropFirst().compactMap(\.summedID) where amounts[other] == nil
      {
        amounts[other] = .zero
      }
      let amount = leaf.figure(level, on: days)
      let takesMost = (leaf.comparison.lower != nil) != (level == .missed)
      amounts[name] =
        amounts[name].map { takesMost ? max($0, amount) : min($0, amount) } ?? amount
    }
    let names = Metric.allCases.map(\.id) + StrengthMeasure.allCases.map(\.rawValue)
    return names.compactMap { name in amounts[name].map { "\(name): \(cells("\($0)"))" } }
  }

  /// The figures of the days before the period, such that the requirement computed from them stays
  /// at its floor.
  private var daysBefore: [String] {
    var figures: [String: Quantity] = [:]
    var days: [String: Int] = [:]
    for (leaf, _) in leaves {
      guard let baseline = leaf.baseline else { continue }
      for (index, name) in leaf.value.amounts.compactMap(\.summedID).enumerated() {
        // The whole weighted sum is put into its first amount.
        let figure = index == 0 ? leaf.figureBefore(baseline) : .zero
        figures[name] = min(figures[name] ?? figure, figure)
        days[name] = max(days[name] ?? 0, baseline.days)
      }
    }
    return figures.sorted { $0.key < $1.key }.map { "\($0): [\($1) x\(days[$0] ?? 0)]" }
  }

  private var rates: [String] {
    var rates: [HeartRateStatistic: Quantity] = [:]
    for (leaf, level) in leaves {
      if case .heartRate(let statistic) = leaf.value {
        rates[statistic] = leaf.figure(level, on: days)
      }
    }
    return HeartRateStatistic.allCases.compactMap { statistic in
      rates[statistic].map { "\(statistic.rawValue): \(cells("\($0)"))" }
    }
  }

  /// The list of minutes for each heart rate.
  ///
  /// For several leaves on one rate it is the figure of the last.
  private var heartMinutes: [String] {
    var minutes: [Int: Quantity] = [:]
    for (leaf, level) in leaves {
      if case .heartMinutes(let above) = leaf.value {
        minutes[above] = leaf.figure(level, on: days)
      }
    }
    return minutes.sorted { $0.key < $1.key }.map { above, figure in
      "above: \(above) bpm, days: \(cells("\(figure)"))"
    }
  }

  private func cells(_ figure: String) -> String {
    let half = days.count / 2
    return switch extent {
    case .whole: "[\(figure) x\(days.count)]"
    case .half: half == 0 ? "[-]" : "[\(figure) x\(half), -x\(days.count - half)]"
    case .none: "[-x\(days.count)]"
    case .incomplete: "[~\(figure) x\(days.count)]"
    }
  }

  // MARK: Lifts, feats and sessions

  /// The first day of a leaf and the last day with data.
  ///
  /// After the last, nothing would be known.
  private func firstAndLast(of leaf: Leaf) -> [CivilDay] {
    let ends = [shownDays.first(where: leaf.days.contains), shownDays.last].compactMap(\.self)
    return Array(Set(ends)).sorted()
  }

  private var lifts: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .lift(let quantity, let exercise) = leaf.value else { return [] }
      let figure = leaf.figure(level, on: days)
      return firstAndLast(of: leaf).map {
        "day: \($0), exercise: \(exercise), \(quantity.rawValue): \(figure)"
      }
    }
  }

  private var feats: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .feat(let figure, let id) = leaf.value else { return [] }
      let amount = leaf.figure(level, on: days)
      return firstAndLast(of: leaf).map { "day: \($0), id: \(id), \(figure.rawValue): \(amount)" }
    }
  }

  private var sessions: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .activities(let sum, let test) = leaf.value else { return [] }
      let figure = leaf.figure(level, on: days)
      let selected = shownDays.filter(leaf.days.contains)
      guard sum == .sessions else {
        return selected.compactMap { test.session(on: $0, [sum: figure]) }
      }
      let count = Int(figure.microUnits / 1_000_000)
      let groups =
        leaf.asksEachDay ? selected.map { [$0] } : leaf.sessionGroups(of: selected, in: days, level)
      return groups.flatMap { week in
        (0..<min(count, 60)).map { test.session(on: week[$0 % week.count], [:]) }
      }
    }
  }
}

extension QualityGate {
  /// The line of a case with data that breaches the gate.
  fileprivate var breach: String {
    switch measure {
    case .manualShare(let metric, let atMost), .lateShare(let metric, let atMost):
      "\(key): { \(metric.id): \(Quantity(percentOf: min(10_000, atMost + 100))) % }"
    case .flags(let codes, let atMost):
      "flags: [\(codes?.map(\.rawValue).min() ?? FlagCode.stepsPerMinute.rawValue) x\(atMost + 1)]"
    }
  }
}

extension DayValue {
  /// The amounts that the value consists of.
  fileprivate var amounts: [DayValue] {
    if case .weighted(let sum) = self { sum.terms.map(\.value) } else { [self] }
  }

  /// The number of parts, the unit of a bound, in a micro-unit of the first amount.
  fileprivate var partsOfFirst: Int128 {
    guard case .weighted(let sum) = self, let first = sum.terms.first else { return 1 }
    return sum.parts(of: first)
  }
}

extension Leaf {
  /// Returns the figure of each of some days; for counted sessions their number, per week or in
  /// total.
  ///
  /// The figure satisfies the comparison exactly or by a wide margin, or misses it by one step.
  fileprivate func figure(_ level: CaseDraft.Level, on days: [CivilDay]) -> Quantity {
    let own = value.amounts.first?.step ?? 1
    let step = Int128(max(own, value.unit == .count ? 1_000_000 : 10_000))
    var parts: Int128 = 1
    // Any other condition must be satisfied by each day alone.
    if case .total = measure.goal {
      parts = Int128(max(1, daysOfStretch(level, in: days)))
    }
    if case .window(let days) = measure.goal { parts = Int128(days) }
    if case .activities(.sessions, _) = value { parts = 1 }
    let (low, high) = (interval.low, interval.high)
    let grid = parts * step * value.partsOfFirst
    let isFloor = comparison.lower != nil
    let met = isFloor ? (low + grid - 1) / grid * step : (high ?? 0) / grid * step
    let amount =
      switch level {
      case .met: met
      case .missed: isFloor ? met - step : met + step
      case .exceeded where isFloor && high == nil: met * 2 + step
      case .exceeded: (low + (high ?? low)) / 2 / grid * step
      }
    return Quantity(exactly: min(max(0, amount), Int128(Quantity.limit.microUnits / 4))) ?? .limit
  }

  /// Returns the figure of each day before the period such that its multiple is at most the floor.
  fileprivate func figureBefore(_ baseline: Baseline) -> Quantity {
    let step = Int128(value.unit.dailyStep)
    let floor = Int128(floor.microUnits) * Int128(value.partsOfMicroUnit)
    let divisor = value.partsOfFirst * Int128(baseline.times.numerator) * step
    return Quantity(exactly: floor * Int128(baseline.times.denominator) / divisor * step) ?? .zero
  }

  /// Returns the number of days that share a total: the days of one stretch, which may be a short
  /// or a long month, or all days.
  private func daysOfStretch(_ level: CaseDraft.Level, in all: [CivilDay]) -> Int {
    let selected = all.filter(days.contains)
    guard let recurrence = measure.recurrence, let first = all.first, let last = all.last else {
      return selected.count
    }
    let counts = recurrence.stretches(within: (days.from ?? first)...(days.to ?? last)).map {
      stretch in selected.count(where: stretch.contains)
    }
    return (level == .missed ? counts.max() : counts.min()) ?? recurrence.mostDays
  }

  /// Returns the days for sessions, in groups that each have all that is required.
  ///
  /// The groups are the stretches that must satisfy the leaf, or all stretches where the leaf must
  /// fail, or one group of all days.
  fileprivate func sessionGroups(
    of selected: [CivilDay], in days: [CivilDay], _ level: CaseDraft.Level
  ) -> [[CivilDay]] {
    guard let recurrence = measure.recurrence, let first = days.first, let last = days.last else {
      return selected.isEmpty ? [] : [selected]
    }
    let bounds = max(first, self.days.from ?? first)...min(last, self.days.to ?? last)
    let stretches = recurrence.stretches(within: bounds).compactMap { stretch in
      let own = selected.filter(stretch.contains)
      return own.isEmpty ? nil : (days: stretch, element: own)
    }
    let apart = recurrence.counted(stretches) { _ in true }.map { stretches[$0].element }
    // Between two stretches that share no day there may be a third that contains the sessions of
    // both.
    if level == .missed, case .days = recurrence.stretch { return Array(apart.prefix(1)) }
    return level == .missed ? apart : Array(apart.prefix(recurrence.count))
  }
}

extension ActivityTest {
  /// Writes a session that passes the test, as a line of a case.
  fileprivate func session(on day: CivilDay, _ sums: [ActivitySum: Quantity]) -> String {
    var figures = requirements.mapValues { $0.satisfied(step: 10_000) }
    for (sum, amount) in sums {
      if let quantity = ActivityQuantity(rawValue: sum.rawValue) {
        figures[quantity] = max(figures[quantity] ?? .zero, amount)
      }
    }
    // Without a required distance a pace or speed is that of five kilometers.
    let meters = figures[.distance] ?? Quantity(5000)
    let distance = Int128(meters.microUnits)
    if let pace = figures.removeValue(forKey: .pace), figures[.duration] == nil {
      figures[.distance] = meters
      figures[.duration] = Quantity(exactly: distance * Int128(pace.microUnits) / 60_000_000_000)
    }
    if let speed = figures.removeValue(forKey: .speed), figures[.duration] == nil, speed > .zero {
      figures[.distance] = meters
      figures[.duration] = Quantity(exactly: distance * 1_000_000 / Int128(speed.microUnits) / 60)
    }
    let other: ActivityKind = names == nil ? .run : .learning
    let kind = kinds?.map(\.rawValue).min() ?? other.rawValue
    let given = ActivityQuantity.allCases.compactMap { quantity in
      figures[quantity].map { "\(quantity.rawValue): \($0)" }
    }
    let isIndoor = isIndoor.map { ["indoor: \($0)"] } ?? []
    let name = names?.min().map { ["name: \(JSONValue.string($0).canonicalText)"] } ?? []
    return (["day: \(day)", "kind: \(kind)"] + name + isIndoor + given).joined(separator: ", ")
  }
}

extension Comparison {
  /// Returns the amount next to the bound that satisfies the comparison.
  fileprivate func satisfied(step: Int64) -> Quantity {
    let bound = thresholds.last?.microUnits ?? 0
    return switch self {
    case .atLeast, .atMost, .between: Quantity(microUnits: bound)
    case .moreThan: Quantity(microUnits: bound + step)
    case .lessThan: Quantity(microUnits: max(0, bound - step))
    }
  }
}
