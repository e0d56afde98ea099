package import DaymarkModel

/// SHA-256 over the canonical bytes of an object that holds the `daily*` arrays of the evidence and
/// nothing else; a verdict carries it as `aggregatesSha256`.
///
/// Source: Evidence, "The evidence document".
package func aggregatesDigest(_ aggregates: SubjectAggregates) -> Digest {
  Digest(of: JSONValue.object(dailyArrays(aggregates)).canonicalBytes())
}

/// The metrics' arrays and `dailyActivities`, by name; each is there, if need be empty.
///
/// `dailyStrength` and `dailyFeats` are there only with something in them, so that the digest of those who have none
/// stays what it was before there was such an array.
func dailyArrays(_ aggregates: SubjectAggregates) -> [String: JSONValue] {
  var arrays = ["dailyActivities": JSONValue.array(aggregates.activities.map(activitiesRow))]
  if !aggregates.strengthDays.isEmpty {
    arrays["dailyStrength"] = .array(aggregates.strengthDays.map(strengthRow))
  }
  if !aggregates.feats.isEmpty {
    arrays["dailyFeats"] = .array(aggregates.feats.map(featRow))
  }
  for metric in Metric.inEvidence {
    guard let names = metric.facts.evidence else { continue }
    let days = aggregates.days.filter { $0.metric == metric }
    arrays[names.array] = .array(days.map { dayRow($0, value: names.value) })
  }
  return arrays
}

extension SubjectAggregates {
  /// Reads ``dailyArrays(_:)``, without rows that cannot be read.
  ///
  /// There is nothing else in it: no sources, no sessions, and no exercise time.
  init(dailyArraysOf document: JSONValue, in zone: ResolvedZone) {
    self.init(
      zone: zone,
      days: Metric.inEvidence.flatMap { metric in
        metric.facts.evidence.map { names in
          document.elements(names.array).compactMap {
            DailyAggregate(metric, row: $0, value: names.value)
          }
        } ?? []
      },
      strengthDays: document.elements("dailyStrength").compactMap(DailyStrength.init(row:)),
      feats: document.elements("dailyFeats").compactMap(DailyFeat.init(row:)),
      activities: document.elements("dailyActivities").compactMap(DailyActivities.init(row:)))
  }
}

extension JSONValue {
  /// The amount of a member, which ``number(_:)-swift.type.method`` wrote.
  func quantity(_ key: String) -> Quantity? {
    guard case .number? = self[key] else { return nil }
    return self[key].flatMap { Quantity(decimalText: $0.canonicalText) }
  }

  func count(_ key: String) -> Int? {
    guard case .number(let number)? = self[key] else { return nil }
    return Int(exactly: number)
  }

  func day(_ key: String) -> CivilDay? { string(key).flatMap { CivilDay($0) } }
}

/// - Parameter value: The field of the day's value.
private func dayRow(_ aggregate: DailyAggregate, value field: String) -> JSONValue {
  var row: [String: JSONValue] = ["date": .string("\(aggregate.day)")]
  row[field] = aggregate.value.map(JSONValue.number)
  if let figures = aggregate.heartRate {
    row["minBpm"] = figures.minimum.map(JSONValue.number)
    row["maxBpm"] = figures.maximum.map(JSONValue.number)
    row["meanBpm"] = figures.mean.map(JSONValue.number)
    row["count"] = .number(figures.count)
  }
  return .object(row)
}

extension DailyAggregate {
  /// Reads a ``dayRow(_:value:)``.
  fileprivate init?(_ metric: Metric, row: JSONValue, value field: String) {
    guard let day = row.day("date") else { return nil }
    self.init(metric: metric, day: day, value: row.quantity(field))
    guard metric == .heartRate else { return }
    guard let count = row.count("count") else { return nil }
    heartRate = HeartRateFigures(
      minimum: row.quantity("minBpm"), maximum: row.quantity("maxBpm"),
      mean: row.quantity("meanBpm"), count: count)
  }
}

private func activitiesRow(_ activities: DailyActivities) -> JSONValue {
  .object(present: [
    "date": .string("\(activities.day)"), "kind": .string(activities.kind.rawValue),
    "sessions": .number(activities.sessions), "minutes": .number(activities.minutes),
    "distanceMeters": activities.distance.map(JSONValue.number),
    "kilocalories": activities.energy.map(JSONValue.number),
    "elevationGainMeters": activities.elevationGain.map(JSONValue.number),
  ])
}

extension DailyActivities {
  /// Reads an ``activitiesRow(_:)``.
  fileprivate init?(row: JSONValue) {
    guard let day = row.day("date"), let kind = row.string("kind").flatMap(ActivityKind.init),
      let sessions = row.count("sessions"), let minutes = row.quantity("minutes")
    else { return nil }
    self.init(
      day: day, kind: kind, sessions: sessions, minutes: minutes,
      distance: row.quantity("distanceMeters"), energy: row.quantity("kilocalories"),
      elevationGain: row.quantity("elevationGainMeters"))
  }
}
