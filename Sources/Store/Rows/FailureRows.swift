package import DaymarkModel
import GRDB

extension Store {
  /// Why a subject has no verdict of the last run; `nil` when it has one, or was never looked at.
  package func failure(of key: SubjectKey) throws -> Finding? {
    try read { db in
      var failure: Finding?
      try db.rows(of: "failure", key, by: "subject") { failure = try $0.finding() }
      return failure
    }
  }

  /// Keeps why a subject failed, or forgets it; writes nothing when that is what the store has.
  package func setFailure(_ failure: Finding?, of key: SubjectKey) throws {
    guard try self.failure(of: key) != failure else { return }
    try write { db in
      try db.deleteRows(of: "failure", key)
      guard let failure else { return }
      let location = failure.location
      try db.put(
        "failure",
        [
          "challenge": key.challenge, "subject": key.subject, "code": failure.code.rawValue,
          "count": failure.count, "file": location?.file, "entry": location?.entry,
          "line": location?.line, "column": location?.column, "byte": location?.byte,
          "facts": failure.facts.json.canonicalText,
        ])
    }
  }
}
