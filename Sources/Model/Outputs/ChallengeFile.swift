/// The files that a run writes into a challenge's folder, beside the folders of its subjects.
package enum ChallengeFile: String, CaseIterable, Sendable {
  case verdicts = "verdicts.csv"
  case findings = "findings.csv"
  case leaderboard = "leaderboard.json"
  case leaderboardTable = "leaderboard.csv"

  /// The files that only a rule with a score has, because only such a rule gives ranks.
  package static let ofRanks: [ChallengeFile] = [.leaderboard, .leaderboardTable]

  /// The names in a challenge's folder, pages included, that no subject's folder may have.
  package static let reservedNames =
    allCases.map(\.rawValue) + PayoutFile.allCases.map(\.rawValue)
    + [ReportFile.index.rawValue, ReportFile.anonymousFolder]
}

/// The files that a run writes into the output folder, beside the folders of challenges.
package enum RunFile: String, CaseIterable, Sendable {
  case document = "run.json"
  case store = "daymark.sqlite"
  case book = "daymark.book.sqlite"

  /// The names in the output folder that no challenge's folder may have, with those of the files
  /// that SQLite writes beside store and book.
  package static let reservedNames =
    allCases.map(\.rawValue)
    + [store, book].flatMap { file in
      ["-journal", "-shm", "-wal"].map { file.rawValue + $0 }
    }
}

/// The files that a run writes into a subject's folder.
package enum OutputFile: String, CaseIterable, Sendable {
  case evidence = "evidence.json"
  case evidenceDigest = "evidence.sha256"
  case verdict = "verdict.json"
  /// A person's decision on the subject, beside the verdict.
  case decision = "decision.json"
  case records = "records.json"
  case body = "body.multipart"
  case headers = "headers.txt"
}

/// The files in a subject's folder that prove who made the others; no run writes them, but `attest`
/// and `seal` do.
package enum ProofFile: String, CaseIterable, Sendable {
  /// The signed envelope that lists the digests of the run's files.
  case attestation = "attestation.dsse.json"
  /// The secret that lets its owner disclose single figures; it is for the owner of the folder
  /// alone.
  case commitment = "commitment.json"
  /// The proof that the attestation is an entry of a log.
  case inclusion = "inclusion.json"
}

/// The files in a challenge's folder that say who gets what of the stakes; no run writes them, but
/// `payout` does.
package enum PayoutFile: String, CaseIterable, Sendable {
  case table = "payout.csv"
  case document = "payout.json"
  /// The signed envelope that lists the digests of the other two.
  case attestation = "payout.dsse.json"
  /// The proof that the payout's attestation is an entry of a log.
  case inclusion = "payout.inclusion.json"
}
