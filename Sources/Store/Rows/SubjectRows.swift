package import DaymarkModel
import GRDB

extension Store {
  /// Writes one subject's turn: all of it, or nothing.
  package func save(_ change: SubjectChange) throws {
    try write { db in
      for archive in change.archives {
        try db.put(
          "archive",
          [
            "path": archive.path, "stamp": archive.stamp, "sha256": archive.digest.hex,
            "bytes": archive.bytes,
          ])
      }
      if let reading = change.reading { try db.replaceReading(reading, of: change.key) }
      if let verdict = change.verdict {
        try db.put(
          verdict, of: change.key, rule: change.rule, proofDeadline: change.proofDeadline)
      }
      if change.takesPart {
        try db.put(
          "participant", ["challenge": change.key.challenge, "subject": change.key.subject])
      }
      guard let outputs = change.outputs else { return }
      try db.deleteRows(of: "output_file", change.key)
      for (name, digest) in outputs {
        try db.put(
          "output_file",
          [
            "challenge": change.key.challenge, "subject": change.key.subject, "name": name,
            "sha256": digest.hex,
          ])
      }
    }
  }

  /// The last reading of a subject, whatever its settings were.
  package func reading(of key: SubjectKey) throws -> StoredReading? {
    try read { try $0.reading(of: key) }
  }

  /// The origin of that reading, which is enough to know whether it still serves.
  package func readingOrigin(of key: SubjectKey) throws -> ReadingOrigin? {
    try read { try $0.readingOrigin(of: key) }
  }

  /// Digests of the output files that were last written for a subject, by name.
  package func outputs(of key: SubjectKey) throws -> [String: Digest] {
    try read { db in
      var outputs: [String: Digest] = [:]
      try db.rows(of: "output_file", key, by: "name") {
        outputs[try $0.text("name")] = try $0.digest("sha256")
      }
      return outputs
    }
  }

  /// Forgets the output files of a subject, which have been removed.
  package func forgetOutputs(of key: SubjectKey) throws {
    guard try !outputs(of: key).isEmpty else { return }
    try write { try $0.deleteRows(of: "output_file", key) }
  }

  /// The archive at a path as it was when it was last hashed.
  package func archive(at path: String) throws -> ArchiveIdentity? {
    try read { db in
      let row = try Row.fetchOne(db, sql: "SELECT * FROM archive WHERE path = ?", arguments: [path])
      return try row.map {
        let reader = RowReader(table: "archive", row: $0)
        return ArchiveIdentity(
          path: path, stamp: try reader.text("stamp"), digest: try reader.digest("sha256"),
          bytes: try reader.integer("bytes"))
      }
    }
  }
}

extension Database {
  func deleteRows(of table: String, _ key: SubjectKey) throws {
    try execute(
      sql: "DELETE FROM \(table) WHERE challenge = ? AND subject = ?",
      arguments: [key.challenge, key.subject])
  }
}
