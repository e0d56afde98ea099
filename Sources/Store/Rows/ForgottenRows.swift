import GRDB

extension Store {
  /// The subjects of a challenge of which there is any row, ascending by id.
  package func knownSubjects(of challenge: String) throws -> [String] {
    try read { db in
      let selections = try db.subjectTables(.ownRows).map {
        "SELECT subject FROM \($0) WHERE challenge = :challenge"
      }
      return try String.fetchAll(
        db, sql: selections.joined(separator: " UNION ") + " ORDER BY subject",
        arguments: ["challenge": challenge])
    }
  }

  /// The other challenges in which there is any row of a subject with this id, ascending.
  package func otherChallenges(of key: SubjectKey) throws -> [String] {
    try read { db in
      let selections = try db.subjectTables(.ownRows).map {
        "SELECT challenge FROM \($0) WHERE subject = :subject AND challenge <> :challenge"
      }
      return try String.fetchAll(
        db, sql: selections.joined(separator: " UNION ") + " ORDER BY challenge",
        arguments: ["subject": key.subject, "challenge": key.challenge])
    }
  }

  /// Removes every row of a subject, and those of archives that it handed in or whose paths name it: these
  /// are hashed again if anybody still has them.
  ///
  /// Freed pages are overwritten. What stands in the log goes with ``rewrite()``.
  ///
  /// - Returns: How many rows there were of the subject.
  package func forget(_ key: SubjectKey) throws -> Int {
    try withoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    let tables = try read { try $0.subjectTables(.allRows) }
    let count = try read { db in
      try tables.reduce(0) { $0 + (try db.rowCount(of: $1, key)) }
    }
    try write { db in
      try db.execute(
        sql: """
          DELETE FROM archive WHERE instr(path, :subject) > 0 OR sha256 IN (
            SELECT sha256 FROM input WHERE challenge = :challenge AND subject = :subject)
          """,
        arguments: ["challenge": key.challenge, "subject": key.subject])
      for table in tables { try db.deleteRows(of: table, key) }
    }
    return count
  }

  /// Writes the file anew, so that nothing is left in it of rows that were removed, nor in its log.
  package func rewrite() throws {
    try withoutTransaction { db in
      // What is sorted meanwhile must not come to lie in another file.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      try db.execute(sql: "VACUUM")
      _ = try db.checkpoint(.truncate)
    }
  }
}

/// Which tables of subjects are meant.
private enum SubjectTables {
  case allRows
  /// Those whose rows do not only go with a row of another.
  case ownRows
}

extension Database {
  /// The tables whose rows are a subject's, found by their columns so that none is left out.
  fileprivate func subjectTables(_ selection: SubjectTables) throws -> [String] {
    let others = "SELECT 1 FROM pragma_foreign_key_list(t.name) WHERE \"from\" = 'subject'"
    return try String.fetchAll(
      self,
      sql: """
        SELECT name FROM sqlite_master AS t WHERE type = 'table' AND (
          SELECT count(*) FROM pragma_table_info(t.name) WHERE name IN ('challenge', 'subject')
        ) = 2 \(selection == .ownRows ? "AND NOT EXISTS (\(others))" : "") ORDER BY name
        """)
  }

  fileprivate func rowCount(of table: String, _ key: SubjectKey) throws -> Int {
    try Int.fetchOne(
      self, sql: "SELECT count(*) FROM \(table) WHERE challenge = ? AND subject = ?",
      arguments: [key.challenge, key.subject]) ?? 0
  }
}
