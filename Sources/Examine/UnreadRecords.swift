import DaymarkModel

/// The unreadable records of a series in an earlier export.
///
/// Each may be a record that a later export has in readable form.
struct UnreadRecords {
  /// The known facts of an unreadable record.
  private enum Trace: Hashable {
    case time(Interval, Quantity?)
    case creation(Instant, Quantity?)
    case amount(Quantity)
    case nothing
  }

  private var indices: [Trace: [Int]] = [:]
  private var taken: Set<Int> = []

  init(_ records: [RejectedRecord]) {
    for (index, record) in records.enumerated() {
      for trace in Self.traces(of: record) { indices[trace, default: []].append(index) }
    }
  }

  var isEmpty: Bool { indices.isEmpty }

  private static func traces(of record: RejectedRecord) -> [Trace] {
    if let time = record.time { return [.time(time, record.amount)] }
    // A record from a restored backup has another date, so its amount alone is also accepted.
    let traces: [Trace?] = [
      record.created.map { .creation($0, record.amount) }, record.amount.map(Trace.amount),
    ]
    let known = traces.compactMap(\.self)
    return known.isEmpty ? [.nothing] : known
  }

  /// Removes an unreadable record that may be the given one.
  ///
  /// - Returns: Whether there was such a record.
  mutating func take(_ record: Sample) -> Bool {
    let time = Interval(record.start, record.end)
    var traces: [Trace] = [.time(time, record.value), .time(time, nil)]
    if let created = record.creation {
      traces += [.creation(created, record.value), .creation(created, nil)]
    }
    return (traces + [.amount(record.value), .nothing]).contains { takeOne(of: $0) }
  }

  private mutating func takeOne(of trace: Trace) -> Bool {
    guard indices[trace] != nil else { return false }
    while let index = indices[trace]?.popLast() {
      if taken.insert(index).inserted { return true }
    }
    return false
  }
}
