import DaymarkModel

/// The records of a series that were not understood in an earlier export, each of which may be one that a later export
/// has sound.
struct UnreadRecords {
  /// What is known of one.
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
    // A restored backup gives a record another date.
    let traces: [Trace?] = [
      record.created.map { .creation($0, record.amount) }, record.amount.map(Trace.amount),
    ]
    let known = traces.compactMap(\.self)
    return known.isEmpty ? [.nothing] : known
  }

  /// Takes out one that a record may be.
  ///
  /// - Returns: Whether there is one.
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
