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
    let queries = [
      ("settled", "SELECT * FROM settled"), ("failure", "SELECT subject FROM failure"),
      ("input", "SELECT * FROM input"), ("finding", "SELECT * FROM finding"),
      ("output_file", "SELECT * FROM output_file"),
      ("decided", "SELECT subject, as_of FROM verdict"),
      // A summary has none of the days, and parsing those would be most of a run that finds nothing to do.
      (
        "verdict",
        """
        SELECT CASE WHEN json_valid(explanation)
          THEN json_remove(explanation, '$.days', '$.children') ELSE explanation END AS explanation,
          subject, as_of, outcome, phase, open_until, reasons, score, quality
        FROM last_verdict JOIN verdict USING (challenge, subject, rule, as_of)
        """
      ),
    ]
    let found = try read { db in
      let range: StatementArguments = [challenge, first, last]
      var found: [[Row]] = []
      for (_, sql) in queries where found.first?.isEmpty != true {
        let statement = try db.cachedStatement(
          sql: "\(sql) WHERE challenge = ? AND subject BETWEEN ? AND ?")
        found.append(try Row.fetchAll(statement, arguments: range))
      }
      return found
    }
    // To understand rows takes longer than to find them, and meanwhile others may ask for theirs.
    return try Store.translatingErrors(at: path) {
      var subjects: [String: SettledSummary] = [:]
      let parsed = ParsedTexts()
      for ((table, _), rows) in zip(queries, found) {
        for row in rows {
          let row = RowReader(table: table, row: row, parsed: parsed)
          try subjects.take(row, of: try row.text("subject"))
        }
      }
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

extension [String: SettledSummary] {
  /// Takes a row, after those of `settled`; what is not settled needs none.
  fileprivate mutating func take(_ row: RowReader, of subject: String) throws {
    if row.table == "settled" { self[subject] = SettledSummary(settled: try row.settled()) }
    guard self[subject] != nil else { return }
    switch row.table {
    case "failure": self[subject] = nil
    case "input": self[subject]?.inputs.append(try row.input())
    case "finding": self[subject]?.findings.append(try row.finding())
    case "output_file": self[subject]?.outputs[try row.text("name")] = try row.digest("sha256")
    case "decided": self[subject]?.decided.append(try row.instant("as_of"))
    case "verdict": self[subject]?.verdict = try row.verdict()
    default: break
    }
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
