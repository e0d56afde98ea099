import DaymarkModel

/// The time in which a source counted an amount that it wrote into less than a minute.
///
/// Phones of 2014 wrote the steps of five minutes and more into five seconds; see Semantics, "What
/// is measured of quality".
struct CountingTime {
  private static let short: Int64 = 60_000
  private static let longest: Int64 = 300_000

  /// The start of the sample that came last.
  private var start: Instant?
  /// The latest end of all samples, and of those that started before the last one did.
  private var end: Instant?
  private var endBefore: Instant?

  /// From the end of what came before a short sample, at most five minutes before its own, to its end.
  ///
  /// - Precondition: Samples of one source come by ascending start.
  /// - Returns: `nil` for a sample that is not short.
  mutating func interval(of sample: Sample) -> Interval? {
    // Those that start together are in no order, so that none of them is before the other.
    if sample.start != start { (start, endBefore) = (sample.start, end) }
    end = max(end ?? sample.end, sample.end)
    guard sample.duration < Self.short else { return nil }
    let earliest = sample.end.advanced(byMilliseconds: -Self.longest)
    return Interval(min(sample.start, max(endBefore ?? earliest, earliest)), sample.end)
  }
}
