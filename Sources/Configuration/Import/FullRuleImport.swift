import DaymarkModel

/// Imports a rule in the full form: `{challengeType, period, conditions, weeklyTarget?,
/// dailyTarget?, ...}`.
///
/// `conditions` are about each session of the challenge's type or, for types without sessions,
/// about each day; `dailyTarget` is about days.
struct FullRuleImport {
  private let root: ImportedObject
  private let report: ImportReport

  init(_ root: ImportedObject) { (self.root, report) = (root, root.report) }

  func rule(named name: String) -> ImportedRule? {
    root.allow([
      "challengeType", "period", "conditions", "weeklyTarget", "dailyTarget", "antiCheat", "mode",
      "competitiveMetric", "topN", "model",
    ])
    let words = ChallengeType.allCases.map(\.rawValue)
    let type = root.word("challengeType", of: words).flatMap(ChallengeType.init(rawValue:))
    let challenge = root.object("period").map(period) ?? [:]
    antiCheat()
    if root.has("model") { leaveOut("model", nil) }
    let isCompetitive = root.has("mode") && root.word("mode", of: ["competitive"]) != nil
    for key in ["competitiveMetric", "topN"] where root.has(key) && !root.has("mode") {
      leaveOut(key, .competitiveMode)
    }
    guard let type else { return nil }
    if !type.isRecognised { report.add(.importPassesWithoutRule, at: "challengeType") }
    let score = isCompetitive ? self.score(type) : nil
    guard let parts = parts(type), !isCompetitive || score != nil else { return nil }
    if !isCompetitive, parts.isEmpty {
      report.add(.importPassesWithoutRule, at: "conditions")
      report.add(
        .importInexpressible, at: "conditions", nearest: .anyCondition)
      return nil
    }
    let requires =
      parts.isEmpty
      ? Condition(.leaf(type.participation)) : parts.count == 1 ? parts[0] : Condition(.all(parts))
    return ImportedRule(
      rule: Rule(
        name: name, version: "1.0.0", title: title(type, isCompetitive), requires: requires,
        score: score), challenge: challenge, warnings: [])
  }

  private func title(_ type: ChallengeType, _ isCompetitive: Bool) -> String {
    "\(type.rawValue), \(isCompetitive ? "most of all" : "as asked")"
  }

  /// The conditions of the rule; `nil` when an error was reported.
  private func parts(_ type: ChallengeType) -> [Condition]? {
    var targets: [Leaf]? = []
    if root.has("dailyTarget") {
      targets = root.object("dailyTarget").flatMap { streaks($0, type) }
    }
    let isAsked = root.has("conditions") || root.has("weeklyTarget")
    let occurrences = isAsked ? occurrences(type) : []
    guard let targets, let occurrences else { return nil }
    // A condition that a daily target over the same successive days already includes is left out.
    let others = occurrences.filter { kind in
      guard case .leaf(let leaf) = kind else { return true }
      return !targets.contains { $0.implies(leaf) }
    }
    return targets.map { Condition(.leaf($0)) } + others.map { Condition($0) }
  }

  // MARK: Period and what is beside the question

  /// The settings of the period for `pipeline.yaml`.
  private func period(_ period: ImportedObject) -> [String: String] {
    period.allow(["start", "end", "timezone"])
    var challenge: [String: String] = [:]
    for key in ["start", "end"] {
      let text = period.text(key, expected: .instant)
      guard let text else { continue }
      if let instant = Instant(rfc3339: text) {
        challenge[key] = instant.description
      } else if CivilDay(text) != nil {
        challenge[key == "start" ? "from" : "to"] = text
      } else {
        period.reject(key, expected: .instant)
      }
    }
    if period.has("timezone"), let name = period.text("timezone") {
      if Zone(name: name) == nil {
        period.reject("timezone", expected: .timeZone)
      }
      challenge["timeZone"] = name
    }
    return challenge
  }

  private func antiCheat() {
    guard root.has("antiCheat"), let limits = root.object("antiCheat") else { return }
    limits.allow(["minGpsContinuity", "minHrConsistency", "maxTeleportJumps"])
    if limits.has("minGpsContinuity") {
      leaveOut("antiCheat.minGpsContinuity", nil)
      report.add(.importGPSContinuity, at: "antiCheat.minGpsContinuity")
    }
    if limits.has("minHrConsistency") {
      leaveOut("antiCheat.minHrConsistency", .averageHeartRate)
    }
    if limits.has("maxTeleportJumps") {
      leaveOut("antiCheat.maxTeleportJumps", .speedFlags)
    }
  }

  private func leaveOut(_ path: String, _ nearest: NearestForm?) {
    report.add(.importLeftOut, at: path, nearest: nearest)
  }

  // MARK: Competition

  private func score(_ type: ChallengeType) -> Score? {
    report.add(.importCompetitivePasses, at: "mode")
    if root.has("topN") {
      leaveOut("topN", .leaderboard)
    }
    let words = ["steps_count", "distance_km", "duration_min", "elev_gain_m", "calories"]
    // LightChallenge takes this metric when none is named.
    let word =
      root.has("competitiveMetric") ? root.word("competitiveMetric", of: words) : "steps_count"
    guard let word else { return nil }
    let sums: [String: ActivitySum] = [
      "distance_km": .distance, "duration_min": .duration, "elev_gain_m": .elevationGain,
      "calories": .energy,
    ]
    guard let sum = sums[word] else { return Score(.total, of: .metric(.steps)) }
    if let kind = type.kind {
      return Score(.total, of: .activities(sum, of: ActivityTest(kinds: [kind])))
    }
    guard let metric = ChallengeType.dailyMetric(word, of: type) else {
      report.add(
        .importInexpressible, at: "competitiveMetric",
        nearest: .typeWithSessions)
      return nil
    }
    return Score(.total, of: .metric(metric))
  }

  // MARK: Conditions

  /// The conditions on sessions (or on days, for types without sessions), each asked once or in a
  /// number of weeks.
  private func occurrences(_ type: ChallengeType) -> [Condition.Kind]? {
    let asked = root.has("conditions") ? root.objects("conditions") : []
    let conditions = asked?.map { ImportedCondition($0) }
    var weekly: (weeks: Int, times: Int)?
    if root.has("weeklyTarget") {
      guard let target = root.object("weeklyTarget") else { return nil }
      target.allow(["minOccurrences", "perWeeks"])
      let times = target.count("minOccurrences")
      let weeks = target.count("perWeeks")
      guard let times, let weeks else { return nil }
      report.add(.importCalendarMonth, at: "weeklyTarget")
      weekly = (weeks, times)
    }
    guard let conditions, !conditions.contains(where: { $0 == nil }) else { return nil }
    let known = conditions.compactMap(\.self)
    if known.isEmpty, weekly == nil { return [] }
    guard let kind = type.kind else { return days(known, type, weekly) }
    return sessions(known, of: kind, weekly).map { [.leaf($0)] }
  }

  private func sessions(
    _ conditions: [ImportedCondition], of kind: ActivityKind, _ weekly: (weeks: Int, times: Int)?
  ) -> Leaf? {
    var test = ActivityTest(kinds: [kind])
    var count = 1
    for condition in conditions {
      switch condition.session(of: kind) {
      case .requirement(let quantity, let comparison):
        guard let joined = joined(test.requirements[quantity], comparison) else {
          condition.rejectTogether()
          return nil
        }
        test.requirements[quantity] = joined
      case .count(let sessions):
        // A weekly target counts single sessions. No leaf counts occurrences that consist of
        // several sessions each.
        guard weekly == nil || sessions == 1 else {
          condition.rejectInWeeks()
          return nil
        }
        count = max(count, sessions)
      case .nothing: break
      case nil: return nil
      }
    }
    guard let weekly else {
      return Leaf(.total, of: .activities(.sessions, of: test), .atLeast(Quantity(count)))
    }
    return Leaf(
      .weekly(weekly.weeks, .total), of: .activities(.sessions, of: test),
      .atLeast(Quantity(weekly.times)))
  }

  private func days(
    _ conditions: [ImportedCondition], _ type: ChallengeType, _ weekly: (weeks: Int, times: Int)?
  ) -> [Condition.Kind]? {
    if !root.has("dailyTarget") { report.add(.importFixedDay, at: "conditions") }
    guard let asked = daily(conditions, of: type, at: "conditions") else { return nil }
    guard !asked.isEmpty else {
      report.add(.importInexpressible, at: "weeklyTarget", nearest: .weeklyDays)
      return nil
    }
    guard let weekly else {
      return asked.map { .leaf(Leaf(.days(.atLeast(1)), of: $0.metric, $0.comparison)) }
    }
    guard weekly.times <= 7 else {
      report.add(
        .importBadValue, at: "weeklyTarget.minOccurrences", expected: .atMost(7, .weekDays))
      return nil
    }
    let leaves = asked.map { metric, comparison in
      Leaf(.days(.atLeast(weekly.times)), of: .metric(metric), comparison)
    }
    let recurrence = Recurrence(weekly.weeks)
    // Several conditions must hold in the same weeks.
    return leaves.count == 1
      ? [.leaf(leaves[0].recurring(recurrence, on: DaySelection()))]
      : [.jointly(JointLeaves(recurrence, needsAll: true, of: leaves))]
  }

  private func streaks(_ target: ImportedObject, _ type: ChallengeType) -> [Leaf]? {
    target.allow(["consecutiveDays", "conditions"])
    let days = target.count("consecutiveDays")
    guard let objects = target.objects("conditions") else { return nil }
    guard !objects.isEmpty else {
      target.reject("conditions", expected: .conditions)
      return nil
    }
    let conditions = objects.compactMap { ImportedCondition($0) }
    guard let days, conditions.count == objects.count,
      let asked = daily(conditions, of: type, at: "dailyTarget.conditions")
    else { return nil }
    report.add(.importFixedDay, at: "dailyTarget")
    return asked.map { Leaf(.streak(days: days, misses: 0), of: $0.metric, $0.comparison) }
  }

  /// The conditions on figures of a day, one for each metric.
  private func daily(
    _ conditions: [ImportedCondition], of type: ChallengeType, at path: String
  ) -> [(metric: Metric, comparison: Comparison)]? {
    var asked: [(metric: Metric, comparison: Comparison)] = []
    for condition in conditions {
      guard let (metric, comparison) = condition.day(of: type) else { return nil }
      if let index = asked.firstIndex(where: { $0.metric == metric }) {
        guard let joined = joined(asked[index].comparison, comparison) else {
          condition.rejectTogether()
          return nil
        }
        asked[index].comparison = joined
      } else {
        asked.append((metric, comparison))
      }
    }
    if asked.count > 1 {
      report.add(
        .importApproximated, at: path,
        nearest: .conditionsApart)
    }
    return asked
  }
}

/// Two comparisons as one, where one is a lower and the other an upper bound and both are included;
/// `nil` otherwise.
private func joined(_ first: Comparison?, _ second: Comparison) -> Comparison? {
  switch (first, second) {
  case (nil, _): second
  case (.atLeast(let low), .atMost(let high)), (.atMost(let high), .atLeast(let low)):
    low <= high ? .between(low, high) : nil
  default: first == second ? second : nil
  }
}
