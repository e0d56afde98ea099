import DaymarkDocuments
import DaymarkModel

/// Imports a rule in the simple form: `{type: "fitness", metric, threshold, period, minDays?}`.
struct SimpleRuleImport {
  private let root: ImportedObject

  init(_ root: ImportedObject) { self.root = root }

  func rule(named name: String) -> ImportedRule? {
    root.allow(["type", "metric", "threshold", "period", "minDays"])
    _ = root.word("type", of: ["fitness"])
    let period = root.word("period", of: ["daily", "total", "average"])
    let metric = root.word("metric", of: ImportedMetric.simple.map(\.name))
      .flatMap { word in ImportedMetric.simple.first { $0.name == word } }
    guard let metric, let period,
      let threshold = root.amount("threshold", in: metric.unit, of: metric.value.unit)
    else { return nil }
    if root.has("minDays"), period != "daily" {
      root.report.add(
        .importLeftOut, at: "minDays", nearest: .dailyPeriod)
    }
    guard let leaf = leaf(metric, threshold, period) else { return nil }
    warn(metric, period)
    return ImportedRule(
      rule: Rule(
        name: name, version: "1.0.0", title: "\(metric.name), \(period)",
        requires: Condition(.leaf(leaf))), challenge: [:], warnings: [])
  }

  private func leaf(_ metric: ImportedMetric, _ threshold: Quantity, _ period: String) -> Leaf? {
    switch period {
    case "total":
      guard metric.value.unit == .count, case .activities = metric.value else {
        return Leaf(.total, of: metric.value, .atLeast(threshold))
      }
      return sessions(threshold).map { Leaf(.total, of: metric.value, .atLeast($0)) }
    case "daily":
      guard let days = root.has("minDays") ? root.count("minDays") : 1 else { return nil }
      return daily(metric, threshold, days: days)
    default:
      guard let daily = metric.daily else {
        root.report.add(
          .importInexpressible, at: "period",
          nearest: .totalOfPeriod)
        return nil
      }
      approximate(metric)
      return Leaf(.average(overRecordedDays: false), of: daily, .atLeast(threshold))
    }
  }

  private func daily(_ metric: ImportedMetric, _ threshold: Quantity, days: Int) -> Leaf? {
    if let daily = metric.daily {
      approximate(metric)
      return Leaf(.days(.atLeast(days)), of: daily, .atLeast(threshold))
    }
    guard case .activities(let sum, var test) = metric.value else { return nil }
    switch sum {
    case .distance: test.requirements = [.distance: .atLeast(threshold)]
    case .duration: test.requirements = [.duration: .atLeast(threshold)]
    // A day has one session or none: no rule asks for days with several.
    default: guard threshold == Quantity(1) else { return inexpressible() }
    }
    if !test.requirements.isEmpty {
      root.report.add(.importApproximated, at: "metric", nearest: .sessionsOfThreshold)
    }
    return Leaf(
      .days(.atLeast(days)), of: .activities(.sessions, of: test), .atLeast(Quantity(1)))
  }

  private func inexpressible() -> Leaf? {
    root.report.add(
      .importInexpressible, at: "threshold", nearest: .totalOfSessions)
    return nil
  }

  private func sessions(_ threshold: Quantity) -> Quantity? {
    if (Quantity(1)...Quantity(wholeNumberLimit)).contains(threshold) { return threshold }
    root.reject("threshold", expected: .wholeNumber(from: 1, through: nil))
    return nil
  }

  private func approximate(_ metric: ImportedMetric) {
    guard case .activities = metric.value, let daily = metric.daily else { return }
    root.report.add(
      .importApproximated, at: "metric",
      nearest: .dailyFigure(daily))
  }

  private func warn(_ metric: ImportedMetric, _ period: String) {
    root.report.add(.importIgnoresPeriod, at: "period")
    if period == "average" { root.report.add(.importRecordedDays, at: "period") }
    if period != "total" { root.report.add(.importFixedDay, at: "period") }
    if metric.name == "hiit_min" { root.report.add(.importNeverMet, at: "metric") }
  }
}

/// A metric of LightChallenge's simple form, with what it is in Daymark.
struct ImportedMetric {
  let name: String
  /// The unit of thresholds in LightChallenge.
  let unit: Unit
  let value: DayValue
  /// The nearest figure of a day that Daymark has; `nil` where there is none.
  let daily: Metric?

  private init(_ name: String, _ unit: Unit, _ value: DayValue, daily: Metric? = nil) {
    (self.name, self.unit, self.value) = (name, unit, value)
    if case .metric(let metric) = value { self.daily = metric } else { self.daily = daily }
  }

  private static func sessions(_ sum: ActivitySum, _ kind: ActivityKind? = nil) -> DayValue {
    .activities(sum, of: ActivityTest(kinds: kind.map { [$0] }))
  }

  static let simple = [
    ImportedMetric("steps", .count, .metric(.steps)),
    ImportedMetric(
      "distance_km", .kilometer, sessions(.distance), daily: .distanceWalkingRunning),
    ImportedMetric(
      "walking_km", .kilometer, sessions(.distance, .walk), daily: .distanceWalkingRunning),
    ImportedMetric("active_minutes", .minute, sessions(.duration), daily: .exerciseTime),
    ImportedMetric("cycling_km", .kilometer, sessions(.distance, .cycle), daily: .distanceCycling),
    ImportedMetric("swimming_km", .kilometer, sessions(.distance, .swim), daily: .distanceSwimming),
    ImportedMetric(
      "hiking_km", .kilometer, sessions(.distance, .hike), daily: .distanceWalkingRunning),
    ImportedMetric("rowing_km", .kilometer, sessions(.distance, .row)),
    ImportedMetric("strength_sessions", .count, sessions(.sessions, .strength)),
    ImportedMetric("yoga_min", .minute, sessions(.duration, .yoga)),
    ImportedMetric("hiit_min", .minute, sessions(.duration, .hiit)),
    ImportedMetric("exercise_time", .minute, .metric(.exerciseTime)),
    ImportedMetric("calories", .kilocalorie, .metric(.activeEnergy)),
  ]
}
