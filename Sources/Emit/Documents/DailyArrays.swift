package import DaymarkModel

/// SHA-256 over the canonical bytes of an object that holds the `daily*` arrays of the evidence and
/// nothing else; a verdict carries it as `aggregatesSha256`.
///
/// Source: Evidence, "The evidence document".
package func aggregatesDigest(_ aggregates: SubjectAggregates) -> Digest {
  Digest(of: JSONValue.object(dailyArrays(aggregates)).canonicalBytes())
}

/// The metrics' arrays and `dailyActivities`, by name; each is there, if need be empty.
func dailyArrays(_ aggregates: SubjectAggregates) -> [String: JSONValue] {
  var arrays = ["dailyActivities": JSONValue.array(aggregates.activities.map(activitiesRow))]
  for metric in Metric.inEvidence {
    guard let names = metric.facts.evidence else { continue }
    let days = aggregates.days.filter { $0.metric == metric }
    arrays[names.array] = .array(days.map { dayRow($0, value: names.value) })
  }
  return arrays
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

private func activitiesRow(_ activities: DailyActivities) -> JSONValue {
  .object(present: [
    "date": .string("\(activities.day)"), "kind": .string(activities.kind.rawValue),
    "sessions": .number(activities.sessions), "minutes": .number(activities.minutes),
    "distanceMeters": activities.distance.map(JSONValue.number),
    "kilocalories": activities.energy.map(JSONValue.number),
    "elevationGainMeters": activities.elevationGain.map(JSONValue.number),
  ])
}
