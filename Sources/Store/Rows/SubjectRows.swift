package import DaymarkModel
import GRDB

extension Store {
  /// Writes turns of subjects, in that order: all of them, or nothing.
  package func save(_ changes: [SubjectChange]) throws {
    try write { db in
      for change in changes { try db.put(change) }
    }
  }

  /// Writes one subject's turn: all of it, or nothing.
  package func save(_ change: SubjectChange) throws { try save([change]) }

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
    try knownOutputs(of: key).digests
  }

  /// The same, with whether they are known to have had their names.
  package func knownOutputs(of key: SubjectKey) throws -> KnownOutputs {
    try read { db in
      var outputs = KnownOutputs()
      try db.rows(of: "output_file", key, by: "name") {
        outputs.digests[try $0.text("name")] = try $0.digest("sha256")
      }
      try db.rows(of: "placing", key, by: "subject") { _ in outputs.mayBeMissing = true }
      return outputs
    }
  }

  /// Forgets the output files of a subject, which have been removed.
  package func forgetOutputs(of key: SubjectKey) throws {
    guard try !outputs(of: key).isEmpty else { return }
    try write { db in
      for table in ["settled", "placing", "output_file"] { try db.deleteRows(of: table, key) }
    }
  }

  /// The archive at a path as it was when it was last hashed.
  package func archive(at path: String) throws -> ArchiveIdentity? {
    try read { db in
      let row = try db.row(of: "archive", "SELECT * FROM archive WHERE path = ?", [path])
      return try row.map {
        ArchiveIdentity(
          path: path, stamp: try $0.text("stamp"), digest: try $0.digest("sha256"),
          bytes: try $0.integer("bytes"))
      }
    }
  }
}

extension Database {
  func deleteRows(of table: String, _ key: SubjectKey) throws {
    let statement = try cachedStatement(
      sql: "DELETE FROM \(table) WHERE challenge = ? AND subject = ?")
    try statement.execute(arguments: [key.challenge, key.subject])
  }

  fileprivate func put(_ change: SubjectChange) throws {
    let key = change.key
    for archive in change.archives {
      try put(
        "archive",
        [
          "path": archive.path, "stamp": archive.stamp, "sha256": archive.digest.hex,
          "bytes": archive.bytes,
        ])
    }
    if let reading = change.reading { try replaceReading(reading, of: key) }
    if let verdict = change.verdict {
      try put(change.rule, as: change.ruleDigest)
      try put(
        verdict, of: key, rule: change.ruleDigest, proofDeadline: change.proofDeadline)
      try deleteRows(of: "failure", key)
    }
    if change.takesPart {
      try put("participant", ["challenge": key.challenge, "subject": key.subject])
    }
    guard let outputs = change.outputs else { return }
    try put("placing", ["challenge": key.challenge, "subject": key.subject])
    try deleteRows(of: "settled", key)
    try deleteRows(of: "output_file", key)
    for (name, digest) in outputs {
      try put(
        "output_file",
        [
          "challenge": key.challenge, "subject": key.subject, "name": name,
          "sha256": digest.hex,
        ])
    }
  }
}
