/// The files of a challenge, beside the folders of its subjects.
package enum ChallengeFile: String, CaseIterable, Sendable {
  case verdicts = "verdicts.csv"
  case findings = "findings.csv"
  case leaderboard = "leaderboard.json"
  case leaderboardTable = "leaderboard.csv"

  /// Those of the ranks, which a rule without a score does not have.
  package static let ofRanks: [ChallengeFile] = [.leaderboard, .leaderboardTable]

  /// What lies beside the folders of subjects, pages included: no subject's folder may have such a name.
  package static let reservedNames =
    allCases.map(\.rawValue) + PayoutFile.allCases.map(\.rawValue)
    + [ReportFile.index.rawValue, ReportFile.anonymousFolder]
}

/// The files of an output folder, beside the folders of challenges.
package enum RunFile: String, CaseIterable, Sendable {
  case document = "run.json"
  case store = "daymark.sqlite"
  case book = "daymark.book.sqlite"

  /// What may lie beside the folders of challenges: SQLite has files of its own beside store and book.
  package static let reservedNames =
    allCases.map(\.rawValue)
    + [store, book].flatMap { file in
      ["-journal", "-shm", "-wal"].map { file.rawValue + $0 }
    }
}

/// The files of a subject's folder.
package enum OutputFile: String, CaseIterable, Sendable {
  case evidence = "evidence.json"
  case evidenceDigest = "evidence.sha256"
  case verdict = "verdict.json"
  /// Of a subject on which a person decided.
  case decision = "decision.json"
  case records = "records.json"
  case body = "body.multipart"
  case headers = "headers.txt"
}

/// The files of a subject's folder that prove who made the others; no run writes them.
package enum ProofFile: String, CaseIterable, Sendable {
  /// The envelope around what is said of the files of a run.
  case attestation = "attestation.dsse.json"
  /// The secret behind what can be shown of figures, for the owner of the folder alone.
  case commitment = "commitment.json"
  /// Where the attestation stands in a log.
  case inclusion = "inclusion.json"
}

/// The files of a challenge that say who gets what; no run writes them.
package enum PayoutFile: String, CaseIterable, Sendable {
  case table = "payout.csv"
  case document = "payout.json"
  /// The envelope around what is said of the other two.
  case attestation = "payout.dsse.json"
  /// Where the attestation stands in a log.
  case inclusion = "payout.inclusion.json"
}
