package import DaymarkModel

/// Makes the days and sessions of one subject from its samples, with measures of the data's
/// quality.
///
/// See Semantics, "A cumulative day" to "Sessions". Days without data are absent, not zero.
///
/// - Parameters:
///   - samples: One subject's data. The memory of each metric's samples is freed as soon as its
///     days are made.
///   - period: Samples are cut to it, and sessions count by their start; `nil` takes everything.
///     Days wholly outside are left out.
/// - Returns: Values rounded to ``Metric/dailyStep``; the findings are only those of making days.
/// - Complexity: O(*n* log *n*) in samples; memory O(days), and the time that sources cover.
package func aggregate(
  _ samples: consuming SampleSet, over period: Period?
) -> SubjectAggregates {
  aggregate(samples, over: period, tracedBy: nil)
}

/// Does the same as ``aggregate(_:over:)``, and records how a day is measured.
///
/// - Parameter trace: Records the measurement, if the period is the trace's one day.
func aggregate(
  _ samples: consuming SampleSet, over period: Period?, tracedBy trace: DayTrace?
) -> SubjectAggregates {
  let calendar = DayCalendar(zone: samples.zone.zone)
  let days = ClippedDays(calendar: calendar, bounds: period?.interval(in: calendar))
  let nights = ClippedDays(calendar: calendar.nights, bounds: period?.nights(in: calendar))
  var result = SubjectAggregates(zone: samples.zone)
  result.sources = samples.sources
  result.dataEnd = samples.dataEnd
  result.isDamaged = samples.isDamaged
  result.soundSpans = samples.soundDays.map(calendar.interval(of:)).disjoint
  result.damagedSpans = samples.damagedSpans.disjoint
  result.strengthEnd = samples.strengthEnd(calendar)
  result.featsEnd = [
    result.strengthEnd, samples.strength.map(\.day).max(), samples.lastRowOfAttempts,
  ].compactMap(\.self).max()
  result.loggedEnd = samples.activities.lazy.filter(\.kind.isLogged).map(\.start).max()
    .map(calendar.day(containing:))
  var sessions = mergedSessions(samples.takeActivities(), samples.sources)
  let recorded = samples.recordedDays(where: sessions, calendar)
  let long = samples.takeLongRecords()
  samples.addSamples(of: &sessions, recorded, days)
  let totals = DatedTotals.byMetric(samples.totals, samples.sources, sessions, days)
  let rejectedTotals = DatedTotals.byMetric(
    samples.rejectedTotals, samples.sources, sessions, days)
  var stepsByDay: [CivilDay: [UInt16: HourlyAmounts]] = [:]
  let intervals = SessionIntervals(of: sessions, days)
  let metrics = Metric.allCases.map {
    MetricSamples(
      of: $0, takenFrom: &samples, long: long[$0] ?? [], totals[$0] ?? DatedTotals(),
      rejectedTotals: rejectedTotals[$0] ?? DatedTotals(), $0.isOfNights ? nights : days,
      sessions: intervals)
  }
  if let trace {
    for metric in metrics { metric.show(to: trace) }
  }
  var measured = measuredDays(of: consume metrics, samples.sources)
  for metric in Metric.allCases {
    guard let found = measured.removeValue(forKey: metric) else { continue }
    result.bounds += found.bounds
    result.undated += found.undated.map { [$0] } ?? []
    result.overlaps += found.overlaps
    for (index, heartRate) in found.sessions { sessions[index].heartRate = heartRate }
    for var day in found.days {
      if metric == .steps { stepsByDay[day.day] = day.hours }
      if metric == .distanceWalkingRunning {
        day.strideLength = strideLength(
          ofSteps: stepsByDay.removeValue(forKey: day.day) ?? [:], distance: day.hours)
      }
      trace?.didMeasure(metric, day)
      // A night is over at 18:00, and whole when the day on which it ends is.
      let end = metric.isOfNights ? days.interval(of: day.day).end : day.end
      let isComplete = result.hasAllData(of: Interval(calendar.start(of: day.day), end))
      guard let aggregate = day.aggregate(of: metric, isComplete: isComplete) else {
        result.findings.append(
          Finding(
            .valueOverflow, facts: .init { ($0.metric, $0.day) = (metric, day.day) }))
        continue
      }
      result.days.append(aggregate)
    }
  }
  result.sessions = reportedSessions(sessions, days)
  result.statedDays = samples.statedDays.filter { days.containsWhole($0.day) }
  // A log is of years, and its rows are told of the period alone.
  result.openings = result.allOpenings(
    samples.openings.filter { opening in
      guard opening.code == .logRowUnread, let day = opening.days?.lowerBound,
        let bounds = days.bounds
      else { return true }
      let interval = calendar.interval(of: day)
      return interval.start < bounds.end && bounds.start < interval.end
    })
  result.join(
    samples.strength, includesManual: samples.includesManualEntries,
    BodyWeights(
      samples.bodyWeights, calendar, includesTypedIn: samples.includesManualEntries), days)
  result.activities = dailyActivities(result.sessions, days, &result.findings)
  return result
}

extension SampleSet {
  /// The day of the last session that has sets, or a row that may have been one.
  fileprivate func strengthEnd(_ calendar: DayCalendar) -> CivilDay? {
    let recorded = activities.lazy.filter { !$0.sets.isEmpty }.map(\.start).max()
    let logged = strength.filter { !sources.areOfFeats($0) }.map(\.day)
    return [logged.max(), recorded.map(calendar.day(containing:)), lastRowOfLogs]
      .compactMap(\.self).max()
  }

  /// Moves the activities out, so that the memory of each track is freed as soon as it was used.
  fileprivate mutating func takeActivities() -> [Activity] {
    defer { activities = [] }
    return activities
  }
}

/// Explains the figures of one day: what each source has, what of it counted, and which source
/// covered the rest.
///
/// The figures are those that ``aggregate(_:over:)`` gives for the day.
///
/// - Parameters:
///   - samples: One subject's data.
///   - day: The day to explain.
/// - Returns: Each metric with data on the day, with its sources, best first.
/// - Complexity: As ``aggregate(_:over:)``.
package func explainDay(_ samples: consuming SampleSet, _ day: CivilDay) -> DayExplanation {
  let calendar = DayCalendar(zone: samples.zone.zone)
  let explanation = DayExplanation(
    day: day, interval: calendar.interval(of: day), zone: samples.zone, sources: samples.sources,
    healing: samples.healing)
  let trace = DayTrace(explanation, samples.activities)
  let aggregates = aggregate(samples, over: .days(from: day, to: day), tracedBy: trace)
  return trace.explanation(with: aggregates)
}
