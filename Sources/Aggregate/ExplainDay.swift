package import DaymarkModel

/// The explanation of one day: what each source has for it, what of that counted, and what was covered
/// by whom.
///
/// The figures are those that ``aggregate(_:over:)`` gives for the day.
///
/// - Parameters:
///   - samples: One subject's data.
///   - day: The day that is explained.
/// - Returns: Each metric that has something for the day, with its sources, best first.
/// - Complexity: As ``aggregate(_:over:)``.
package func explainDay(_ samples: consuming SampleSet, _ day: CivilDay) -> DayExplanation {
  let calendar = DayCalendar(zone: samples.zone.zone)
  let explanation = DayExplanation(
    day: day, interval: calendar.interval(of: day), zone: samples.zone, sources: samples.sources)
  let watch = DayWatch(explanation)
  let aggregates = aggregate(samples, over: .days(from: day, to: day), watchedBy: watch)
  return watch.explanation(with: aggregates)
}
