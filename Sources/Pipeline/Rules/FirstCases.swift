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
    let nodes = verdict.explanation.leaves
    let leaves = nodes.enumerated().map { ShownAnswer.leaf($0, $1.answer) }
    let raised = zip(nodes, rule.leaves).enumerated().compactMap { index, pair in
      (pair.0.target?.amount).flatMap {
        $0 > pair.1.leaf.floor ? ShownAnswer.aboveFloor(index, pair.0.answer) : nil
      }
    }
    let gates = summary.coverage.gates.enumerated().flatMap { index, gate in
      [(gate.held, true), (gate.breached, false)].filter { $0.0 > 0 }.map {
        ShownAnswer.gate(index, holds: $0.1)
      }
    }
    let answers = Set(leaves + raised + gates + [.outcome(verdict.outcome)])
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
  /// An answer of a leaf whose baseline sets a target above the floor.
  case aboveFloor(Int, Outcome)
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
  /// The zones of heart rates that the rule asks of sessions.
  private let zones: Set<HeartRateZone>
  /// The answers of leaves that the name states, by position.
  private let claims: [Int: Outcome]
  /// The gate that the data breaches, if any.
  private var breached: QualityGate?
  /// Whether the days before the period set targets above the floors of baselines.
  private var isAboveFloor = false

  /// Makes the drafts of a rule, the simplest first.
  static func all(of rule: Rule, over days: [CivilDay]) -> [CaseDraft] {
    let placed = rule.leaves
    let zones = Set(
      placed.compactMap { placed -> HeartRateZone? in
        if case .activities(_, let test) = placed.leaf.value { test.zone } else { nil }
      })
    func draft(
      _ name: String, _ extent: Extent = .whole, _ level: (Int) -> Level?
    ) -> CaseDraft {
      let levels = placed.indices.map(level)
      return CaseDraft(
        name: name,
        leaves: zip(placed, levels).compactMap { placed, level in level.map { (placed.leaf, $0) } },
        extent: extent, days: days, zones: zones,
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
    for (index, placed) in placed.enumerated() where placed.leaf.baseline != nil {
      for (level, word) in [(Level.met, "met"), (.missed, "missed")] {
        var draft = draft("\(placed.path) just \(word), by a target above the floor") {
          $0 == index ? level : nil
        }
        draft.isAboveFloor = true
        drafts.append(draft)
      }
    }
    for (index, gate) in rule.quality.enumerated() {
      for level in [Level.met, .exceeded] {
        let path = RulePath.gate(index).child(gate.key)
        var draft = draft("the rule met, but \(path) breached") { isTurned[$0] ? .missed : level }
        draft.breached = gate
        drafts.append(draft)
      }
    }
    // A larger rule would give hundreds of cases, of which its author should choose the others.
    for index in placed.indices.prefix(placed.count > 1 ? 30 : 0) {
      let path = placed[index].path
      drafts += [
        draft("each condition just met, but not \(path)") { $0 == index ? .missed : .met },
        draft("each condition just missed, but not \(path)") { $0 == index ? .met : .missed },
        // No days are made for the other conditions here, because they may contradict this one.
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
      let amount = asked(leaf).figure(level, on: days)
      let takesMost = (leaf.comparison.lower != nil) != (level == .missed)
      amounts[name] =
        amounts[name].map { takesMost ? max($0, amount) : min($0, amount) } ?? amount
    }
    let names = Metric.allCases.map(\.id) + StrengthMeasure.allCases.map(\.rawValue)
    return names.compactMap { name in amounts[name].map { "\(name): \(cells("\($0)"))" } }
  }

  /// The leaf with the target that the days before the period give it, if that is above the floor.
  private func asked(_ leaf: Leaf) -> Leaf {
    guard isAboveFloor, let baseline = leaf.baseline else { return leaf }
    let sum = Int128(leaf.figureBefore(baseline, isAboveFloor: true).microUnits)
    return leaf.asking(leaf.target(ofSum: sum * leaf.value.partsOfFirst, over: 1, baseline))
  }

  /// The figures of the days before the period, such that the requirement computed from them stays
  /// at its floor, or is above it.
  private var daysBefore: [String] {
    var figures: [String: Quantity] = [:]
    var days: [String: Int] = [:]
    for (leaf, _) in leaves {
      guard let baseline = leaf.baseline else { continue }
      for (index, name) in leaf.value.amounts.compactMap(\.summedID).enumerated() {
        // The whole weighted sum is put into its first amount.
        let figure =
          index == 0 ? leaf.figureBefore(baseline, isAboveFloor: isAboveFloor) : .zero
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

  /// The first day of a leaf, or of each week or the like that it asks for, and the last day with
  /// data.
  ///
  /// After the last, nothing would be known.
  private func firstsAndLast(of leaf: Leaf) -> [CivilDay] {
    let selected = shownDays.filter(leaf.days.contains)
    let firsts = leaf.sessionGroups(of: selected, in: days, .met).compactMap(\.first)
    return Set(firsts + [shownDays.last].compactMap(\.self)).sorted()
  }

  private var lifts: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .lift(let quantity, let exercise) = leaf.value else { return [] }
      let figure = leaf.figure(level, on: days)
      return firstsAndLast(of: leaf).map {
        "day: \($0), exercise: \(exercise), \(quantity.rawValue): \(figure)"
      }
    }
  }

  private var feats: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .feat(let figure, let feat) = leaf.value else { return [] }
      let amount = leaf.figure(level, on: days)
      return firstsAndLast(of: leaf).map {
        "day: \($0), id: \(feat.id), \(figure.rawValue): \(amount)"
      }
    }
  }

  private var sessions: [String] {
    leaves.flatMap { leaf, level -> [String] in
      guard case .activities(let sum, let test) = leaf.value else { return [] }
      let figure = leaf.figure(level, on: days)
      let selected = shownDays.filter(leaf.days.contains)
      guard sum == .sessions else {
        return selected.compactMap { test.session(on: $0, [sum: figure], in: zones) }
      }
      let count = Int(figure.microUnits / 1_000_000)
      let groups =
        leaf.asksEachDay ? selected.map { [$0] } : leaf.sessionGroups(of: selected, in: days, level)
      return groups.flatMap { week in
        (0..<min(count, 60)).map { test.session(on: week[$0 % week.count], [:], in: zones) }
      }
    }
  }
}
