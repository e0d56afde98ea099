package import DaymarkModel
import GRDB

extension Store {
  /// The archives that several subjects of a challenge handed in.
  ///
  /// - Parameters:
  ///   - challenge: The id of the challenge.
  ///   - subjects: Whose readings are compared; others in the store do not count.
  /// - Returns: For each such archive the positions in `subjects` of those who did, ascending; at least
  ///   two. In the order of the archives' digests.
  /// - Throws: `DaymarkError` `store.unusable`.
  package func sharedArchives(
    in challenge: String, among subjects: [String]
  ) throws -> [[Int32]] {
    try groups(
      "SELECT subject, sha256 AS same FROM input WHERE challenge = ? ORDER BY sha256",
      in: challenge, of: "input", among: subjects)
  }

  /// The documents that several subjects of a challenge handed in, in whatever archives.
  ///
  /// - Returns: As ``sharedArchives(in:among:)``, for each such document.
  package func sharedDocuments(
    in challenge: String, among subjects: [String]
  ) throws -> [[Int32]] {
    try groups(
      "SELECT subject, sha256 AS same FROM document WHERE challenge = ? ORDER BY sha256",
      in: challenge, of: "document", among: subjects)
  }

  /// The recorded sessions that several subjects of a challenge have, by what was recorded: start, active
  /// time and distance, all three the same.
  ///
  /// What was typed in, or looks so, with whole minutes and a tenth of a kilometer, may well be the same
  /// of two people.
  ///
  /// - Returns: As ``sharedArchives(in:among:)``, for each such session.
  package func sharedSessions(
    in challenge: String, among subjects: [String]
  ) throws -> [[Int32]] {
    try groups(
      """
      SELECT DISTINCT session.subject AS subject,
        start || ' ' || active.value || ' ' || distance.value AS same
      FROM session
      JOIN session_field AS active USING (challenge, subject, position)
      JOIN session_field AS distance USING (challenge, subject, position)
      WHERE challenge = ? AND NOT is_user_entered
        AND active.field = 'activeSeconds' AND active.value > 0
        AND distance.field = 'distanceMeters' AND distance.value > 0
        AND (active.value % 60000000 <> 0 OR distance.value % 100000000 <> 0)
      ORDER BY start, active.value, distance.value
      """, in: challenge, of: "session", among: subjects)
  }

  private func groups(
    _ sql: String, in challenge: String, of table: String, among subjects: [String]
  ) throws -> [[Int32]] {
    try read { db in
      var groups: [[Int32]] = []
      try db.groups(sql: sql, [challenge], of: table, among: subjects) { groups.append($0) }
      return groups
    }
  }

  /// The days on which several subjects of a challenge have exactly the same value of a metric, and
  /// not zero.
  ///
  /// The rows are sorted by value as they are read. An index would spare that and cost more: for 2000
  /// subjects of 30 days and 5 metrics it brings 0.6 s down to 0.3 s, takes twice as long to write, and
  /// makes the table 1.7 times as large.
  ///
  /// - Returns: By metric, for each such day and value the positions in `subjects`, ascending; at least
  ///   two. By day and value ascending.
  package func equalDays(
    of metrics: [Metric], in challenge: String, among subjects: [String]
  ) throws -> [Metric: [[Int32]]] {
    let rows = """
      SELECT subject, day || ' ' || value AS same FROM daily_aggregate
      WHERE challenge = ? AND metric = ? AND value <> 0 ORDER BY day, value
      """
    return try read { db in
      var groups: [Metric: [[Int32]]] = [:]
      for metric in metrics {
        try db.groups(sql: rows, [challenge, metric.id], of: "daily_aggregate", among: subjects) {
          groups[metric, default: []].append($0)
        }
      }
      return groups
    }
  }

  /// Notes who stands in a challenge and was read.
  package func setParticipants(_ subjects: [String], in challenge: String) throws {
    let known = try read { db in
      try String.fetchSet(
        db, sql: "SELECT subject FROM participant WHERE challenge = ?", arguments: [challenge])
    }
    guard known != Set(subjects) else { return }
    try write { db in
      try db.execute(sql: "DELETE FROM participant WHERE challenge = ?", arguments: [challenge])
      for subject in subjects {
        try db.put("participant", ["challenge": challenge, "subject": subject])
      }
    }
  }
}

extension Database {
  /// Rows that lie next to each other and are the `same`, as the positions of their subjects.
  fileprivate func groups(
    sql: String, _ arguments: StatementArguments, of table: String, among subjects: [String],
    _ receive: ([Int32]) -> Void
  ) throws {
    let positions = Dictionary(zip(subjects, Int32(0)...)) { first, _ in first }
    var (same, group): (String?, [Int32]) = (nil, [])
    func finish() {
      if group.count > 1 { receive(group.sorted()) }
      group.removeAll(keepingCapacity: true)
    }
    let rows = try Row.fetchCursor(self, sql: sql, arguments: arguments)
    while let row = try rows.next() {
      let reader = RowReader(table: table, row: row)
      let next = try reader.text("same")
      if next != same { finish() }
      same = next
      if let position = positions[try reader.text("subject")] { group.append(position) }
    }
    finish()
  }
}
