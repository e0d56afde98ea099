import DaymarkModel

/// Rows in the order in which they became known.
struct Arrivals<Row> {
  private let rows: [Row]
  private let knownAt: (Row) -> Instant
  private var next = 0

  init(_ rows: [Row], by knownAt: @escaping (Row) -> Instant) {
    self.rows = rows.sorted { knownAt($0) < knownAt($1) }
    self.knownAt = knownAt
  }

  /// The rows that became known since the last call.
  mutating func take(through now: Instant) -> ArraySlice<Row> {
    let first = next
    while next < rows.count, knownAt(rows[next]) <= now { next += 1 }
    return rows[first..<next]
  }
}

extension RewardHistory {
  /// Every instant at which something became known, ascending.
  var instants: [Instant] {
    var all = programmes.map(\.knownAt) + zones.map(\.knownAt) + joined.map(\.knownAt)
    all += pauses.map(\.knownAt) + pauses.compactMap(\.goneAt)
    all += days.map(\.knownAt) + complete.map(\.knownAt) + verdicts.map(\.knownAt)
    all += freezes.map(\.knownAt) + redemptions.map(\.knownAt)
    return Set(all).sorted()
  }
}
