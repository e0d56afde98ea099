import DaymarkModel
import GRDB

extension Store {
  /// The subjects of a challenge that a run left settled and that have not failed since, by id.
  ///
  /// Their verdicts explain the root of the rule without its days.
  ///
  /// - Parameters:
  ///   - challenge: The id of the challenge.
  ///   - first: The first that is asked for, in the order of the bytes of ids.
  ///   - last: The last one.
  package func settledSubjects(
    of challenge: String, from first: String, through last: String
  ) throws -> [String: SettledSummary] {
    try read { db in
      let range: StatementArguments = [challenge, first, last]
      var subjects: [String: SettledSummary] = [:]
      func visit(
        _ table: String, _ sql: String, _ receive: (RowReader, String) throws -> Void
      ) throws {
        let condition = "WHERE challenge = ? AND subject BETWEEN ? AND ?"
        let rows = try Row.fetchCursor(
          db.cachedStatement(sql: "\(sql) \(condition)"), arguments: range)
        while let row = try rows.next() {
          let reader = RowReader(table: table, row: row)
          try receive(reader, try reader.text("subject"))
        }
      }
      try visit("settled", "SELECT * FROM settled") {
        subjects[$1] = SettledSummary(settled: try $0.settled())
      }
      if subjects.isEmpty { return subjects }
      try visit("failure", "SELECT subject FROM failure") { subjects[$1] = nil }
      try visit("input", "SELECT * FROM input") { subjects[$1]?.inputs.append(try $0.input()) }
      try visit("finding", "SELECT * FROM finding") {
        subjects[$1]?.findings.append(try $0.finding())
      }
      try visit("output_file", "SELECT * FROM output_file") {
        subjects[$1]?.outputs[try $0.text("name")] = try $0.digest("sha256")
      }
      try visit("verdict", "SELECT subject, as_of FROM verdict") {
        subjects[$1]?.decided.append(try $0.instant("as_of"))
      }
      // A summary has none of the days, and parsing those would be most of a run that finds nothing to do.
      let verdicts = """
        SELECT CASE WHEN json_valid(explanation)
          THEN json_remove(explanation, '$.days', '$.children') ELSE explanation END AS explanation, *
        FROM last_verdict JOIN verdict USING (challenge, subject, rule, as_of)
        """
      try visit("verdict", verdicts) { subjects[$1]?.verdict = try $0.verdict() }
      return subjects
    }
  }

  /// Keeps that files of subjects have their names, and what subjects were settled on.
  ///
  /// - Parameters:
  ///   - placed: The subjects whose files lie in their folders.
  ///   - settled: What subjects were settled on, by id.
  ///   - challenge: The id of the challenge.
  package func save(
    placed: Set<String>, settled: [String: SettledSubject], in challenge: String
  ) throws {
    if placed.isEmpty && settled.isEmpty { return }
    try write { db in
      for subject in placed {
        try db.deleteRows(of: "placing", SubjectKey(challenge: challenge, subject: subject))
      }
      for (subject, settled) in settled {
        try db.put(
          "settled",
          [
            "challenge": challenge, "subject": subject, "request": settled.request.hex,
            "sharing": settled.sharing.hex, "stamp": settled.stamp,
            "as_of": settled.asOf.milliseconds, "is_lasting": settled.isLasting,
            "is_noted": settled.isNoted,
          ])
      }
    }
  }

  /// Whether the standings of a challenge are of so many subjects.
  package func hasStandings(of challenge: String, count: Int) throws -> Bool {
    try read { db in
      let row = try db.row(
        of: "standing", "SELECT count(*) AS count FROM standing WHERE challenge = ?", [challenge])
      return try row?.count("count") == count
    }
  }
}

extension Database {
  /// Notes that the standings have every subject of a challenge that is settled.
  func noteSettled(in challenge: String) throws {
    let statement = try cachedStatement(
      sql: "UPDATE settled SET is_noted = 1 WHERE challenge = ? AND NOT is_noted")
    try statement.execute(arguments: [challenge])
  }
}

extension RowReader {
  fileprivate func settled() throws -> SettledSubject {
    SettledSubject(
      request: try digest("request"), sharing: try digest("sharing"), stamp: try text("stamp"),
      asOf: try instant("as_of"), isLasting: try flag("is_lasting"),
      isNoted: try flag("is_noted"))
  }
}
