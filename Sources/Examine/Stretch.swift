import DaymarkModel

/// A group of records in two exports that touch one another in time.
///
/// Each list is ascending, and one may be empty.
struct Stretch {
  var later: [Sample] = []
  var earlier: [Sample] = []

  /// The end of the last record.
  var end: Instant { (later + earlier).map(\.end).max() ?? Instant(milliseconds: .min) }

  /// Whether the later records lie within the time of the earlier ones.
  var isWithinEarlier: Bool {
    guard let start = earlier.first?.start, let end = earlier.map(\.end).max() else { return false }
    return later.allSatisfy { start <= $0.start && $0.end <= end }
  }

  /// Returns the stretches of some records, ascending.
  ///
  /// A record that touches no other forms a stretch of its own.
  static func all(later: [Sample], earlier: [Sample]) -> [Stretch] {
    let records =
      (later.map { ($0, true) } + earlier.map { ($0, false) })
      .sorted { $0.0.meetingTime.lowerBound < $1.0.meetingTime.lowerBound }
    var stretches: [Stretch] = []
    var reach = Int64.min
    for (record, isLater) in records {
      if record.meetingTime.lowerBound > reach { stretches.append(Stretch()) }
      reach = max(reach, record.meetingTime.upperBound)
      if isLater {
        stretches[stretches.count - 1].later.append(record)
      } else {
        stretches[stretches.count - 1].earlier.append(record)
      }
    }
    return stretches
  }
}
