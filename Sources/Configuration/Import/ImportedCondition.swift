import DaymarkDocuments
import DaymarkModel

/// The types of challenges, by LightChallenge's names.
enum ChallengeType: String, CaseIterable {
  case run, walk, cycle, swim, hike, strength, steps, yoga, hiit, rowing, calories
  case exerciseTime = "exercise_time"

  /// The kind of sessions that the type is about; `nil` for a type about days.
  var kind: ActivityKind? {
    switch self {
    case .run: .run
    case .walk: .walk
    case .cycle: .cycle
    case .swim: .swim
    case .hike: .hike
    case .strength: .strength
    case .yoga: .yoga
    case .hiit: .hiit
    case .rowing: .row
    case .steps, .calories, .exerciseTime: nil
    }
  }

  /// Whether LightChallenge evaluates rules of the type; for other types it finds no rule, and
  /// passes everybody.
  var isRecognised: Bool {
    [.run, .walk, .cycle, .swim, .steps, .strength, .hike].contains(self)
  }

  /// The leaf that holds if the subject took part at all.
  var participation: Leaf {
    if let kind {
      return Leaf(
        .total, of: .activities(.sessions, of: ActivityTest(kinds: [kind])), .atLeast(Quantity(1)))
    }
    let metric: Metric =
      self == .calories ? .activeEnergy : self == .exerciseTime ? .exerciseTime : .steps
    return Leaf(.total, of: metric, .moreThan(.zero))
  }

  /// The figure of a day that is nearest to a metric of LightChallenge; `nil` where there is none.
  static func dailyMetric(_ name: String, of type: ChallengeType) -> Metric? {
    switch name {
    case "steps_count", "steps": .steps
    case "distance_km":
      type == .cycle
        ? .distanceCycling : type == .swim ? .distanceSwimming : .distanceWalkingRunning
    case "walking_km", "hiking_km": .distanceWalkingRunning
    case "cycling_km": .distanceCycling
    case "swimming_km", "swim_distance_km": .distanceSwimming
    case "duration_min", "active_minutes", "exercise_time": .exerciseTime
    case "calories": .activeEnergy
    default: nil
    }
  }
}

/// A condition of LightChallenge: `{metric, op, value}`.
struct ImportedCondition {
  enum OfSession {
    case requirement(ActivityQuantity, Comparison)
    case count(Int)
    /// The condition was left out.
    case nothing
  }

  private let object: ImportedObject
  private let metric: String
  private let comparison: String

  /// Reads a condition.
  ///
  /// - Returns: `nil`, with an error reported, when it is none.
  init?(_ object: ImportedObject) {
    object.allow(["metric", "op", "value"])
    let metric = object.word("metric", of: Self.metrics)
    let comparison = object.word("op", of: [">=", ">", "<=", "<", "=="])
    guard let metric, let comparison else { return nil }
    (self.object, self.metric, self.comparison) = (object, metric, comparison)
  }

  /// Returns the requirement of the condition on each session of a kind; `nil`, with an error
  /// reported, when Daymark's rules cannot express it.
  func session(of kind: ActivityKind) -> OfSession? {
    warnOfZero()
    switch metric {
    case "gps_continuity_score":
      leaveOut(nil)
      object.report.add(.importGPSContinuity, at: object.path)
      return .nothing
    case "hr_activity_consistency":
      leaveOut(.averageHeartRate)
      return .nothing
    case "strength_sessions" where kind == .strength && comparison == ">=":
      return object.count("value").map { .count($0) }
    default: break
    }
    if metric == "hiit_min" { object.report.add(.importNeverMet, at: object.path(of: "metric")) }
    guard let (quantity, unit) = Self.ofSessions[metric],
      Self.kinds[metric].map({ $0 == kind }) ?? true
    else {
      object.report.add(
        .importInexpressible, at: object.path(of: "metric"),
        nearest: .metricOfSessions(kind))
      return nil
    }
    return comparison(in: unit, of: quantity.unit).map { .requirement(quantity, $0) }
  }

  /// Returns the requirement of the condition on the figures of a day; `nil`, with an error
  /// reported, when Daymark's rules cannot express it.
  func day(of type: ChallengeType) -> (Metric, Comparison)? {
    if object.path.hasPrefix("dailyTarget") {
      // In LightChallenge, the sums of steps, distance and duration are 0 on a day without data.
      warnOfZero(isSum: true)
      if !["steps_count", "distance_km", "duration_min"].contains(metric) {
        object.report.add(.importNeverMet, at: object.path(of: "metric"))
      }
    } else {
      warnOfZero()
    }
    guard let daily = ChallengeType.dailyMetric(metric, of: type) else {
      object.report.add(
        .importInexpressible, at: object.path(of: "metric"),
        nearest: .metrics(["steps_count", "distance_km", "duration_min", "calories"]))
      return nil
    }
    if !["steps_count", "steps", "calories", "exercise_time"].contains(metric) {
      object.report.add(
        .importApproximated, at: object.path(of: "metric"),
        nearest: .dailyFigure(daily))
    }
    let unit: Unit = daily.canonicalUnit == .meter ? .kilometer : daily.canonicalUnit
    return comparison(in: unit, of: daily.canonicalUnit).map { (daily, $0) }
  }

  func rejectInWeeks() {
    object.report.add(.importInexpressible, at: object.path, nearest: .weeklyOccurrences)
  }

  func rejectTogether() {
    object.report.add(
      .importInexpressible, at: object.path,
      nearest: .oneComparison)
  }

  private func leaveOut(_ nearest: NearestForm?) {
    object.report.add(.importLeftOut, at: object.path, nearest: nearest)
  }

  private func comparison(in unit: Unit, of canonical: Unit) -> Comparison? {
    guard let value = object.amount("value", in: unit, of: canonical) else { return nil }
    switch comparison {
    case ">=": return .atLeast(value)
    case ">": return .moreThan(value)
    case "<=": return .atMost(value)
    case "==": return .between(value, value)
    default:
      guard value > .zero else {
        object.reject("value", expected: .numberAboveZero)
        return nil
      }
      return .lessThan(value)
    }
  }

  private func warnOfZero(isSum: Bool = false) {
    guard comparison.hasPrefix("<"), isSum || Self.zeroWhenMissing.contains(metric) else { return }
    object.report.add(.importMissingIsZero, at: object.path)
  }

  private static let ofSessions: [String: (ActivityQuantity, Unit)] = [
    "distance_km": (.distance, .kilometer), "walking_km": (.distance, .kilometer),
    "hiking_km": (.distance, .kilometer), "rowing_km": (.distance, .kilometer),
    "cycling_km": (.distance, .kilometer), "swimming_km": (.distance, .kilometer),
    "swim_distance_km": (.distance, .kilometer), "duration_min": (.duration, .minute),
    "active_minutes": (.duration, .minute), "exercise_time": (.duration, .minute),
    "yoga_min": (.duration, .minute), "hiit_min": (.duration, .minute),
    "avg_pace_min_per_km": (.pace, .minutePerKilometer),
    "avg_speed_kmh": (.speed, .kilometerPerHour), "elev_gain_m": (.elevationGain, .meter),
    "avg_hr_bpm": (.averageHeartRate, .beatsPerMinute),
    "max_hr_bpm": (.maximumHeartRate, .beatsPerMinute), "calories": (.energy, .kilocalorie),
  ]

  /// The metrics that are about one kind of session.
  private static let kinds: [String: ActivityKind] = [
    "walking_km": .walk, "hiking_km": .hike, "rowing_km": .row, "cycling_km": .cycle,
    "swimming_km": .swim, "swim_distance_km": .swim, "yoga_min": .yoga, "hiit_min": .hiit,
  ]

  private static let zeroWhenMissing: Set<String> = [
    "walking_km", "hiking_km", "rowing_km", "cycling_km", "swimming_km", "swim_distance_km",
    "active_minutes", "exercise_time", "elev_gain_m", "yoga_min", "hiit_min", "strength_sessions",
    "gps_continuity_score", "hr_activity_consistency",
  ]

  static let metrics =
    (ofSessions.keys + [
      "steps_count", "steps", "strength_sessions", "gps_continuity_score",
      "hr_activity_consistency",
    ]).sorted()
}

/// An object of the imported JSON, with the path to it: `dailyTarget.conditions[0]`.
struct ImportedObject {
  let path: String
  let report: ImportReport
  private let members: [String: JSONValue]

  init?(_ value: JSONValue, at path: String, _ report: ImportReport) {
    guard case .object(let members) = value else { return nil }
    (self.path, self.report, self.members) = (path, report, members)
  }

  /// Whether the object has the key; `null` counts as missing.
  func has(_ key: String) -> Bool { members[key].map { $0 != .null } ?? false }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Reports every key of the object that is not one of these.
  func allow(_ keys: [String]) {
    for key in members.keys.sorted() where !keys.contains(key) {
      report.add(
        .importUnknownKey, at: path(of: key),
        expected: .keys(keys), suggestion: suggestion(for: key, among: keys))
    }
  }

  /// Reports that the value of `key` is not the expected one, or that it is missing.
  func reject(_ key: String, expected: ExpectedValue, suggestion: String? = nil) {
    let code: FindingCode = has(key) ? .importBadValue : .importMissingKey
    report.add(code, at: path(of: key), expected: expected, suggestion: suggestion)
  }

  func text(_ key: String, expected: ExpectedValue = .text) -> String? {
    if case .string(let text)? = members[key] { return text }
    reject(key, expected: expected)
    return nil
  }

  /// Reads a text that must be one of these words; `nil` after an error was reported.
  func word(_ key: String, of words: [String]) -> String? {
    guard case .string(let text)? = members[key] else {
      reject(key, expected: .oneOf(words))
      return nil
    }
    if words.contains(text) { return text }
    reject(
      key, expected: .oneOf(words),
      suggestion: suggestion(for: text, among: words))
    return nil
  }

  /// Reads an amount from 0 up, a number in `unit`; `nil` after an error was reported.
  func amount(_ key: String, in unit: Unit, of canonical: Unit) -> Quantity? {
    if case .number(let number)? = members[key],
      let quantity = thresholdQuantity(
        "\(decimalText(number)) \(unit.rawValue)", in: canonical)
    {
      return quantity
    }
    reject(key, expected: canonical == .count ? .wholeNumber(from: 0, through: nil) : .number)
    return nil
  }

  /// Reads a whole number, from 1 up; `nil` after an error was reported.
  func count(_ key: String) -> Int? {
    if case .number(let number)? = members[key], let count = Int(exactly: number),
      (1...wholeNumberLimit).contains(count)
    {
      return count
    }
    reject(key, expected: .wholeNumber(from: 1, through: nil))
    return nil
  }

  func object(_ key: String) -> ImportedObject? {
    if let value = members[key], let object = ImportedObject(value, at: path(of: key), report) {
      return object
    }
    reject(key, expected: .object)
    return nil
  }

  func objects(_ key: String) -> [ImportedObject]? {
    guard case .array(let elements)? = members[key] else {
      reject(key, expected: .list(of: .object))
      return nil
    }
    let objects = elements.enumerated().map { index, element in
      let path = "\(path(of: key))[\(index)]"
      let object = ImportedObject(element, at: path, report)
      if object == nil { report.add(.importBadValue, at: path, expected: .object) }
      return object
    }
    return objects.contains { $0 == nil } ? nil : objects.compactMap(\.self)
  }
}

/// A number in the decimal text that JSON gives it.
private func decimalText(_ number: Double) -> String {
  JSONValue.number(number).canonicalText
}
