import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Foundation

/// The answer on a subject that a payout may rest on, read from the subject's folder.
struct PayoutAnswer {
  let terms: PayoutTerms
  let basis: PayoutBasis
  let score: ScoreValue?

  /// Reads the standing decision on the subject or, if there is none, the final verdict.
  ///
  /// - Parameter folder: The challenge's output folder.
  /// - Throws: `DaymarkError` with the reason for which the subject cannot be paid yet.
  init(on subject: String, in folder: String) throws {
    let path = "\(folder)/\(folderName(of: subject))"
    func refusal(_ code: FindingCode, _ reason: Finding.Reason? = nil) -> DaymarkError {
      DaymarkError(code, at: InputLocation(file: path)) {
        ($0.subject, $0.reason) = (subject, reason)
      }
    }
    guard FileManager.default.fileExists(atPath: "\(path)/\(OutputFile.verdict.rawValue)") else {
      throw refusal(.payoutVerdictMissing)
    }
    let sent = try SentFolder(at: path)
    guard sent.claim.subject.utf8.elementsEqual(subject.utf8) else {
      throw DaymarkError(.evidenceContradictory, at: InputLocation(file: path))
    }
    (terms, score) = (PayoutTerms(sent.claim), sent.verdict.score)
    let isOver = sent.verdict.finality.isFinal || sent.verdict.phase == .ended
    if let decision = sent.decision {
      guard decision.holds else { throw refusal(.payoutUndecided, .lapsed) }
      guard isOver else { throw refusal(.payoutVerdictOpen) }
      basis = PayoutBasis(
        decision.decision.outcome, .decision, sent.digest(of: .decision) ?? .ofNothing)
    } else {
      guard !sent.verdict.quality.flags.contains(where: { $0.level == .flagged }) else {
        throw refusal(.payoutUndecided, .flagged)
      }
      guard sent.verdict.finality.isFinal else { throw refusal(.payoutVerdictOpen) }
      basis = PayoutBasis(sent.verdict.outcome, .verdict, sent.digest(of: .verdict) ?? .ofNothing)
    }
  }
}

/// The terms that all answers of one payout must have in common: people who are judged by different
/// terms do not share a pool.
struct PayoutTerms: Hashable {
  /// The id of the challenge.
  let id: String
  /// The challenge as the evidence states it.
  private let challenge: JSONValue?
  private let rule: Digest
  private let limits: LimitsIdentity?

  fileprivate init(_ claim: EvidenceClaim) {
    (id, challenge) = (claim.challenge.id, claim.document["challenge"])
    (rule, limits) = (claim.verdict.rule.digest, claim.verdict.limits)
  }
}

extension [String: PayoutAnswer] {
  /// The common terms of the answers; `nil` where the answers have different terms.
  var commonTerms: PayoutTerms? {
    let terms = Set(values.map(\.terms))
    return terms.count == 1 ? terms.first : nil
  }

  /// The basis of each payout line by subject, with the ranks of those who passed and have a stake.
  var bases: [String: PayoutBasis] {
    let board = Leaderboard(
      map {
        Leaderboard.Entry(subject: $0.key, outcome: $0.value.basis.outcome, score: $0.value.score)
      })
    var bases = mapValues(\.basis)
    for standing in board.standings where standing.entry.outcome == .pass {
      bases[standing.entry.subject]?.rank = standing.rank
    }
    return bases
  }
}
