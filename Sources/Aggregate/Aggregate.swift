public import DaymarkModel

/// One value per metric and civil day, the sessions, and measures of the data's quality.
///
/// Semantics, sections 5 to 8. Days without data are absent, not zero.
///
/// - Parameters:
///   - samples: One subject's data; its lists are given back metric by metric as they are used up.
///   - period: Clips samples, and chooses sessions by their start; `nil` for all there is. Days of
///     which nothing lies inside do not appear.
/// - Returns: Values rounded to ``Metric/dailyStep``; findings are those of this room alone.
/// - Complexity: O(*n* log *n*) in samples; memory O(days) and the time that sources cover.
public func aggregate(
  _ samples: consuming SampleSet, over period: Period?
) -> SubjectAggregates {
  let calendar = DayCalendar(zone: samples.zone.zone)
  let days = ClippedDays(calendar: calendar, bounds: period?.interval(in: calendar))
  let completeness = Completeness(dataEnd: samples.dataEnd, isDamaged: samples.isDamaged)
  var result = SubjectAggregates(
    zone: samples.zone, sources: samples.sources, dataEnd: samples.dataEnd,
    isDamaged: samples.isDamaged)
  for metric in Metric.allCases {
    guard let list = samples.samples.removeValue(forKey: metric) else { continue }
    let setAside = samples.manual.removeValue(forKey: metric) ?? SampleList(of: metric)
    let measured =
      metric.isCumulative
      ? cumulativeDays(of: metric, list, setAside, samples.sources, days)
      : heartRateDays(list, setAside, days)
    for day in measured {
      guard let aggregate = day.aggregate(of: metric, isComplete: completeness.holds(of: day.end))
      else {
        result.findings.append(
          Finding(
            .valueOverflow, facts: ["metric": metric.id, "date": day.day.description]))
        continue
      }
      result.days.append(aggregate)
    }
  }
  result.sessions = mergedSessions(samples.activities, days)
  result.activities = dailyActivities(result.sessions, &result.findings)
  return result
}

/// Whether the data reaches the end of a day; see semantics, section 7.
struct Completeness {
  var dataEnd: Instant?
  var isDamaged: Bool

  func holds(of dayEnd: Instant) -> Bool {
    guard !isDamaged, let dataEnd else { return false }
    return dayEnd <= dataEnd
  }
}
