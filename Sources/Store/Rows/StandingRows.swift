import DaymarkModel
import Foundation
import GRDB

extension Store {
  /// The number of runs of a challenge whose changes are kept.
  package static let keptRuns = 100

  /// How the subjects of a challenge stood when the last whole run was over, by id.
  package func standings(of challenge: String) throws -> [String: Standing] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM standing WHERE challenge = ?", arguments: [challenge])
      let pairs = try rows.map { row in
        let row = RowReader(table: "standing", row: row)
        let basis = try? JSONDecoder().decode(
          Standing.Basis.self, from: Data(row.text("basis").utf8))
        return (
          try row.text("subject"),
          Standing(
            result: try row.require(Standing.Result(rawValue: row.text("result"))),
            code: try row.text("code"), basis: try row.require(basis))
        )
      }
      return Dictionary(pairs) { $1 }
    }
  }

  /// Adds a run that changed something, with what it changed, and drops the oldest of its challenge.
  ///
  /// - Parameters:
  ///   - standings: Those that are new or other, by id; `nil` of subjects that are gone.
  ///   - changes: In any order.
  package func add(
    _ run: RunEntry, standings: [String: Standing?] = [:], changes: [StandingChange] = []
  ) throws {
    try write { db in
      try db.put(run)
      let number = db.lastInsertedRowID
      for (subject, standing) in standings {
        let key = SubjectKey(challenge: run.challenge, subject: subject)
        if let standing {
          try db.put(standing, of: key)
        } else {
          try db.deleteRows(of: "standing", key)
        }
      }
      try db.noteSettled(in: run.challenge)
      for change in changes { try db.put(change, in: run.challenge, number) }
      try db.execute(
        sql: """
          DELETE FROM run WHERE challenge = :challenge AND id NOT IN (
            SELECT id FROM run WHERE challenge = :challenge ORDER BY id DESC LIMIT :kept)
          """,
        arguments: ["challenge": run.challenge, "kept": Store.keptRuns])
    }
  }

  /// Those whose result another run of a challenge changed, by run and then by id, both ascending.
  ///
  /// - Parameter number: Of the run after which changes count.
  package func changes(
    of challenge: String, after number: Int64
  ) throws -> [StandingChange] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT * FROM result_change WHERE challenge = ? AND run > ? ORDER BY run, subject",
        arguments: [challenge, number])
      return try rows.map { try RowReader(table: "result_change", row: $0).change() }
    }
  }

  /// The runs of a challenge that changed something and are kept, oldest first.
  package func runs(of challenge: String) throws -> [NumberedRun] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM run WHERE challenge = ? ORDER BY id", arguments: [challenge]
      ).map {
        let row = RowReader(table: "run", row: $0)
        return NumberedRun(number: try row.integer("id"), run: try row.run())
      }
    }
  }

  /// The runs that changed something and are kept, oldest first.
  package func runs() throws -> [RunEntry] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM run ORDER BY id").map {
        try RowReader(table: "run", row: $0).run()
      }
    }
  }
}

extension Database {
  fileprivate func put(_ run: RunEntry) throws {
    try put(
      "run",
      [
        "started_at": run.startedAt.milliseconds, "milliseconds": run.milliseconds,
        "version": run.version, "challenge": run.challenge, "as_of": run.asOf.milliseconds,
        "subjects": run.subjects, "read": run.read, "evaluated": run.evaluated,
        "failed": run.failed,
      ])
  }

  fileprivate func put(_ standing: Standing, of key: SubjectKey) throws {
    let encoder = JSONEncoder()
    // The same text for the same basis.
    encoder.outputFormatting = .sortedKeys
    let basis = try encoder.encode(standing.basis)
    try put(
      "standing",
      [
        "challenge": key.challenge, "subject": key.subject, "result": standing.result.rawValue,
        "code": standing.code, "basis": String(decoding: basis, as: UTF8.self),
      ])
  }

  fileprivate func put(
    _ change: StandingChange, in challenge: String, _ run: Int64
  ) throws {
    try put(
      "result_change",
      [
        "run": run, "challenge": challenge, "subject": change.subject,
        "old_result": change.old?.result.rawValue, "old_code": change.old?.code,
        "new_result": change.new?.result.rawValue, "new_code": change.new?.code,
        "causes": JSONValue.array(change.causes.map { .string($0) }).canonicalText,
      ])
  }
}

extension RowReader {
  fileprivate func run() throws -> RunEntry {
    RunEntry(
      startedAt: try instant("started_at"), milliseconds: try integer("milliseconds"),
      version: try text("version"), challenge: try text("challenge"), asOf: try instant("as_of"),
      subjects: try count("subjects"), read: try count("read"), evaluated: try count("evaluated"),
      failed: try count("failed"))
  }

  fileprivate func change() throws -> StandingChange {
    func end(_ name: String) throws -> StandingChange.End? {
      try optional("\(name)_result", text).map { result in
        StandingChange.End(
          try require(Standing.Result(rawValue: result)), try text("\(name)_code"))
      }
    }
    guard case .array(let causes) = try json("causes") else { throw failure }
    return StandingChange(
      subject: try text("subject"), old: try end("old"), new: try end("new"),
      causes: try causes.map { cause in
        guard case .string(let word) = cause else { throw failure }
        return word
      })
  }
}
