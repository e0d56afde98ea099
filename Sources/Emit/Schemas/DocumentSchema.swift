/// The JSON Schemas (draft 2020-12) of the documents, closed at every level.
package enum DocumentSchema: String, CaseIterable, Sendable {
  case evidence, verdict, records, leaderboard, verification, run

  /// The file's name: `evidence.schema.json`.
  package var name: String { "\(rawValue).schema.json" }

  /// The schema as JSON text that people can read.
  package var text: String {
    switch self {
    case .evidence: evidenceSchema
    case .verdict: verdictSchema
    case .records: recordsSchema
    case .leaderboard: leaderboardSchema
    case .verification: verificationSchema
    case .run: runSchema
    }
  }
}
