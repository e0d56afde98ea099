import DaymarkModel

extension [TrackPoint] {
  /// Checks points as samples are checked; see Semantics, "What is rejected".
  ///
  /// Afterwards they ascend.
  ///
  /// A point outlives its heart rate; one at an impossible time goes whole.
  ///
  /// - Parameters:
  ///   - session: Points far from it are of another time, and the way from them to it would be spread over
  ///     all days between.
  ///   - reject: Is told of each point that loses something, with what it had.
  mutating func check(
    latest: Instant, session: Interval, reject: (Rejection, TrackPoint) -> Void
  ) {
    let first = Swift.max(
      Record.earliestStart, session.start.advanced(byDays: -ActivityRecord.longestDays))
    let last = Swift.min(latest, session.end.advanced(byDays: ActivityRecord.longestDays))
    if zip(self, dropFirst()).contains(where: { $0.at > $1.at }) { sort { $0.at < $1.at } }
    var kept = 0
    var pauses = false
    // An index is used, because to iterate over the array would hold a copy of it.
    for index in indices {
      let point = self[index]
      let isPossible = point.at >= first && point.at <= last
      let isPlausible = point.heartRate.map(RecordConversion.isPlausible(heartRate:)) ?? true
      if !isPlausible {
        reject(.implausibleHeartRate, point)
      } else if !isPossible {
        reject(.timeOutOfRange, point)
      }
      // The pause before a point that goes is before the next one.
      pauses = pauses || point.beginsSegment
      guard isPossible else { continue }
      self[kept] = TrackPoint(
        at: point.at, distance: point.distance, heartRate: isPlausible ? point.heartRate : nil,
        beginsSegment: pauses, byte: point.byte)
      kept += 1
      pauses = false
    }
    removeLast(count - kept)
  }
}
