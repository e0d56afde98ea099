import DaymarkModel

extension [TrackPoint] {
  /// Checks points as samples are checked; see Semantics, "What is rejected".
  ///
  /// Afterwards they ascend.
  ///
  /// A point outlives its heart rate; one at an impossible time goes whole.
  ///
  /// - Parameter reject: Is told of each point that loses something, with what it had.
  mutating func check(latest: Instant, reject: (Rejection, TrackPoint) -> Void) {
    if zip(self, dropFirst()).contains(where: { $0.at > $1.at }) { sort { $0.at < $1.at } }
    var kept = 0
    var pauses = false
    // An index is used, because to iterate over the array would hold a copy of it.
    for index in indices {
      let point = self[index]
      let isPossible = point.at >= Record.earliestStart && point.at <= latest
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
