package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import Foundation

/// Writes first cases for a rule that has none: days that reach its thresholds, miss them, are under way or
/// are missing, with what the rule says of them now.
///
/// They are to be read: they say what the rule does, which need not be what its author means.
///
/// - Parameter path: As `loadRuleTests(at:)` takes it.
/// - Returns: The cases as they stand in the file.
/// - Throws: `ConfigurationError`; `DaymarkError` `file.exists` when there are cases, `file.unwritable`.
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

/// Those of the drafts that show an answer of a leaf, or an outcome, that none before shows.
private func chosenCases(of rule: Rule, at path: String) throws -> [String] {
  guard let (days, isChallenge) = daysOfCases(ofRuleAt: path) else { return [] }
  var seen: Set<ShownAnswer> = []
  return try CaseDraft.all(of: rule, over: days).compactMap { draft in
    // A figure that no case can have is no draft.
    let asked = draft.text(isChallenge: isChallenge, expect: "outcome: pass")
    guard let tests = try? ruleTests(at: path, with: asked),
      let verdict = try testRules(tests).results.first?.verdict
    else { return nil }
    let shown = verdict.explanation.leaves.enumerated().map {
      ShownAnswer(leaf: $0, answer: $1.answer)
    }
    let answers = Set(shown + [ShownAnswer(leaf: -1, answer: verdict.outcome)])
    guard !answers.isSubset(of: seen) else { return nil }
    seen.formUnion(answers)
    let reasons = verdict.reasons.map(\.code).joined(separator: ", ")
    return draft.text(
      isChallenge: isChallenge,
      expect: "outcome: \(verdict.outcome.rawValue), reasons: [\(reasons)]")
  }
}

/// An answer of a leaf, by its position, or of the rule, at -1.
private struct ShownAnswer: Hashable {
  var leaf: Int
  var answer: Outcome
}

/// A case that may be worth having: the same figures on each day, around the thresholds of a rule.
struct CaseDraft {
  /// How far a day's figures are from what a leaf asks for.
  enum Level {
    case missed, met, exceeded
  }

  /// How much of the period has data.
  enum Extent {
    case whole, half, none, incomplete
  }

  private let name: String
  private let leaves: [Leaf]
  private let levels: [Level]
  private let extent: Extent
  private let days: [CivilDay]

  /// The drafts of a rule, the plainest first.
  static func all(of rule: Rule, over days: [CivilDay]) -> [CaseDraft] {
    let placed = rule.leaves
    func draft(_ name: String, _ extent: Extent = .whole, _ level: (Int) -> Level) -> CaseDraft {
      CaseDraft(
        name: name, leaves: placed.map(\.leaf), levels: placed.indices.map(level), extent: extent,
        days: days)
    }
    var drafts = [
      draft("just enough") { _ in .met }, draft("just too little") { _ in .missed },
      draft("far more") { _ in .exceeded }, draft("under way", .half) { _ in .met },
      draft("under way, with too little", .half) { _ in .missed },
      draft("under way, with far more", .half) { _ in .exceeded },
      draft("without any data", .none) { _ in .met },
      draft("with incomplete days", .incomplete) { _ in .missed },
    ]
    // One part alone is otherwise; a rule of hundreds is its author's to try.
    for index in placed.indices.prefix(placed.count > 1 ? 30 : 0) {
      let path = placed[index].path
      drafts += [
        draft("just enough, but not for \(path)") { $0 == index ? .missed : .met },
        draft("just enough, and far more for \(path)") { $0 == index ? .exceeded : .met },
        draft("too little, but for \(path)") { $0 == index ? .met : .missed },
      ]
    }
    return drafts
  }

  /// The case as it stands in a file.
  ///
  /// - Parameters:
  ///   - isChallenge: Whether the days are the challenge's, so that the case need not say them.
  ///   - expect: What stands under `expect`.
  func text(isChallenge: Bool, expect: String) -> String {
    var lines = ["- case: \(name)"]
    if !isChallenge, let first = days.first, let last = days.last {
      lines.append("  period: \(first)..\(last)")
    }
    let (metrics, rates) = (metrics, rates)
    let given = metrics + (rates.isEmpty ? [] : ["heartRate: { \(rates.joined(separator: ", ")) }"])
    // Without a figure it is still said that there are days.
    lines.append(
      "  days: { \((given.isEmpty ? ["steps: \(cells("1"))"] : given).joined(separator: ", ")) }")
    if extent == .whole || extent == .half, !sessions.isEmpty {
      lines += ["  activities:"] + sessions.map { "    - { \($0) }" }
    }
    if extent == .whole || extent == .half, !lifts.isEmpty {
      lines += ["  lifts:"] + lifts.map { "    - { \($0) }" }
    }
    if extent == .whole || extent == .half, !feats.isEmpty {
      lines += ["  feats:"] + feats.map { "    - { \($0) }" }
    }
    if extent == .half { lines.append("  asOf: \(days[days.count / 2])T12:00:00Z") }
    return lines.joined(separator: "\n") + "\n  expect: { \(expect) }\n"
  }

  // MARK: Days

  /// A list for each metric, by the most, or where one asks for less the least, that a leaf wants.
  private var metrics: [String] {
    var amounts: [String: Quantity] = [:]
    for (leaf, level) in zip(leaves, levels) {
      guard let name = leaf.value.metricName else { continue }
      let amount = leaf.figure(level, of: days.count)
      amounts[name] =
        amounts[name].map { known in
          level == .missed ? min(known, amount) : max(known, amount)
        } ?? amount
    }
    let names = Metric.allCases.map(\.id) + StrengthMeasure.allCases.map(\.rawValue)
    return names.compactMap { name in amounts[name].map { "\(name): \(cells("\($0)"))" } }
  }

  private var rates: [String] {
    var rates: [HeartRateStatistic: Quantity] = [:]
    for (leaf, level) in zip(leaves, levels) {
      if case .heartRate(let statistic) = leaf.value {
        rates[statistic] = leaf.figure(level, of: days.count)
      }
    }
    return HeartRateStatistic.allCases.compactMap { statistic in
      rates[statistic].map { "\(statistic.rawValue): \(cells("\($0)"))" }
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

  // MARK: Lifts

  /// A set of each exercise on the first day.
  private var lifts: [String] {
    zip(leaves, levels).compactMap { leaf, level in
      guard case .lift(let quantity, let exercise) = leaf.value, let first = days.first else {
        return nil
      }
      let figure = leaf.figure(level, of: days.count)
      return "day: \(first), exercise: \(exercise), \(quantity.rawValue): \(figure)"
    }
  }

  /// An attempt at each feat on the first day.
  private var feats: [String] {
    zip(leaves, levels).compactMap { leaf, level in
      guard case .feat(let figure, let id) = leaf.value, let first = days.first else { return nil }
      return "day: \(first), id: \(id), \(figure.rawValue): \(leaf.figure(level, of: days.count))"
    }
  }

  // MARK: Sessions

  private var sessions: [String] {
    zip(leaves, levels).flatMap { leaf, level -> [String] in
      guard case .activities(let sum, let test) = leaf.value else { return [] }
      let last = extent == .half ? days.count / 2 : days.count
      let figure = leaf.figure(level, of: days.count)
      // Of each day one, unless more are asked for.
      let count = sum == .sessions ? leaf.sessionCount(level, of: days.count) : last
      return (0..<min(count, 60)).compactMap { index in
        last == 0
          ? nil : test.session(on: days[index % last], sum == .sessions ? [:] : [sum: figure])
      }
    }
  }
}

extension DayValue {
  /// The word under `metric:`.
  fileprivate var metricName: String? {
    switch self {
    case .metric(let metric): metric.id
    case .strength(let measure): measure.rawValue
    case .heartRate, .activities, .lift, .feat: nil
    }
  }
}

extension Leaf {
  /// What each of so many days has.
  fileprivate func figure(_ level: CaseDraft.Level, of days: Int) -> Quantity {
    let step = value.step
    let bound = comparison.thresholds.last ?? .zero
    let parts =
      switch measure {
      case .total: days
      case .window(let days): days
      case .weekly(let weekly) where weekly.goal == .total: 7
      // Of the others a day has all that is asked for.
      default: 1
      }
    let exact = (bound.microUnits + Int64(parts) * step - 1) / (Int64(parts) * step) * step
    let amount =
      switch level {
      case .met: exact
      case .missed: max(0, exact - step)
      case .exceeded: min(exact, Quantity.limit.microUnits / 4) * 2 + step
      }
    return Quantity(microUnits: amount)
  }

  /// How many sessions the period has, of a leaf that counts them.
  fileprivate func sessionCount(_ level: CaseDraft.Level, of days: Int) -> Int {
    let bound = Int((comparison.thresholds.last ?? .zero).microUnits / 1_000_000)
    let asked = if case .total = measure { bound } else { bound * days }
    return switch level {
    case .met: asked
    case .missed: max(0, asked - 1)
    case .exceeded: asked * 2 + 1
    }
  }
}

extension ActivityTest {
  /// A session that passes the test, as a case gives it.
  fileprivate func session(on day: CivilDay, _ sums: [ActivitySum: Quantity]) -> String {
    var figures = requirements.mapValues { $0.satisfied(step: 10_000) }
    for (sum, amount) in sums {
      if let quantity = ActivityQuantity(rawValue: sum.rawValue) {
        figures[quantity] = max(figures[quantity] ?? .zero, amount)
      }
    }
    // A pace or a speed is that of five kilometers, unless another distance is asked for.
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
    let kind = kinds?.map(\.rawValue).min() ?? ActivityKind.run.rawValue
    let given = ActivityQuantity.allCases.compactMap { quantity in
      figures[quantity].map { "\(quantity.rawValue): \($0)" }
    }
    let isIndoor = isIndoor.map { ["indoor: \($0)"] } ?? []
    return (["day: \(day)", "kind: \(kind)"] + isIndoor + given).joined(separator: ", ")
  }
}

extension Comparison {
  /// An amount that satisfies it, next to its bound.
  fileprivate func satisfied(step: Int64) -> Quantity {
    let bound = thresholds.last?.microUnits ?? 0
    return switch self {
    case .atLeast, .atMost, .between: Quantity(microUnits: bound)
    case .moreThan: Quantity(microUnits: bound + step)
    case .lessThan: Quantity(microUnits: max(0, bound - step))
    }
  }
}
