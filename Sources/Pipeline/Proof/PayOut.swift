import DaymarkConfiguration
package import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel
import DaymarkProof
import Foundation

/// What is to be paid out, by which stakes and which policy.
package struct PayoutRequest: Sendable {
  /// The folder of a challenge.
  package var folder: String
  /// `stakes.csv`.
  package var stakes: String
  /// `payout.yaml`.
  package var policy: String

  package init(folder: String, stakes: String, policy: String) {
    (self.folder, self.stakes, self.policy) = (folder, stakes, policy)
  }
}

/// Who gets what, or why nobody gets anything yet.
package struct PayoutSummary: Sendable {
  package var payout: Payout
  /// Why nothing is paid out; then `payout` says nothing.
  package var refusals: [Finding] = []
  /// The files that were written, below the folder of the challenge.
  package var written: [String] = []
  /// An attestation of other files, which was removed.
  package var removed: [String] = []

  fileprivate init(_ payout: Payout = Payout()) { self.payout = payout }
}

/// Works out who gets what, from the documents of a challenge, the stakes and the policy alone.
///
/// - Returns: Refusals in place of a payout while an answer is missing or open, or an address is shared.
/// - Throws: `ConfigurationError` for stakes and policy.
package func workOutPayout(_ request: PayoutRequest) throws -> PayoutSummary {
  let policy = try loadPayoutPolicy(at: request.policy)
  let stakes = try loadStakes(at: request.stakes)
  var refusals = sharedAddresses(stakes, at: request.stakes)
  var answers: [String: PayoutAnswer] = [:]
  if !policy.isCancelled {
    for stake in stakes {
      do {
        answers[stake.subject] = try PayoutAnswer(on: stake.subject, in: request.folder, policy)
      } catch let error as DaymarkError {
        refusals.append(error.finding)
      }
    }
  }
  let name = URL(fileURLWithPath: request.folder).lastPathComponent
  let challenges = Set(answers.values.map(\.challenge))
  if challenges.count > 1 {
    refusals.append(
      Finding(.evidenceContradictory, at: InputLocation(file: request.folder)))
  }
  guard refusals.isEmpty else {
    var summary = PayoutSummary()
    summary.refusals = refusals
    return summary
  }
  var payout = Payout(policy, stakes, bases(of: answers))
  payout.tool = Tool(version: daymarkVersion)
  payout.challenge = challenges.first ?? name.removingPercentEncoding ?? name
  payout.policy = try digest(ofFileAt: request.policy)
  payout.stakes = try digest(ofFileAt: request.stakes)
  return PayoutSummary(payout)
}

/// Works out who gets what, and writes `payout.json` and `payout.csv` into the folder of the challenge.
///
/// - Throws: As ``workOutPayout(_:)``, and `file.unwritable`.
package func payOut(_ request: PayoutRequest) throws -> PayoutSummary {
  var summary = try workOutPayout(request)
  guard summary.refusals.isEmpty else { return summary }
  let mode = FileMode(ofFileAt: "\(request.folder)/\(ChallengeFile.verdicts.rawValue)")
  let files = summary.payout.files
  if files.contains(where: {
    StoredFile(at: "\(request.folder)/\($0.key.rawValue)")?.bytes != $0.value
  }),
    try removeFile(at: "\(request.folder)/\(PayoutFile.attestation.rawValue)")
  {
    summary.removed = [PayoutFile.attestation.rawValue]
  }
  for (file, bytes) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue })
  where try putFile(bytes, at: "\(request.folder)/\(file.rawValue)", mode: mode) {
    summary.written.append(file.rawValue)
  }
  try flushFolder(request.folder)
  return summary
}

/// Compares the files of a payout with what documents, stakes and policy give.
///
/// - Returns: Also the checks of both files; none where nothing can be paid out.
/// - Throws: As ``workOutPayout(_:)``.
package func verifyPayout(
  _ request: PayoutRequest
) throws -> (summary: PayoutSummary, checks: [VerificationCheck]) {
  let summary = try workOutPayout(request)
  guard summary.refusals.isEmpty else { return (summary, []) }
  func stored(_ file: PayoutFile) -> StoredFile? {
    StoredFile(at: "\(request.folder)/\(file.rawValue)")
  }
  let files = summary.payout.files
  return (
    summary,
    [
      VerificationCheck(
        .payout, with: .files,
        fileDifferences(stored(.document), Members<Payout>.payout.kind.json(summary.payout))),
      VerificationCheck(
        .payoutTable, with: .files, fileDifferences(stored(.table), files[.table])),
    ]
  )
}

extension Payout {
  /// The files that it is written to.
  fileprivate var files: [PayoutFile: [UInt8]] {
    [.document: Members<Payout>.payout.kind.bytes(self), .table: Array(payoutTable(self).utf8)]
  }
}

/// The answer on a subject, as its folder says it.
private struct PayoutAnswer {
  let challenge: String
  let basis: PayoutBasis
  let score: ScoreValue?

  /// - Throws: Why the subject cannot be paid yet.
  init(on subject: String, in folder: String, _ policy: PayoutPolicy) throws {
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
    (challenge, score) = (sent.claim.challenge.id, sent.verdict.score)
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
    guard basis.outcome != .undetermined || policy.undetermined == .refund else {
      throw refusal(.payoutHeld)
    }
  }
}

/// The bases with the ranks of those who passed and have a stake.
private func bases(of answers: [String: PayoutAnswer]) -> [String: PayoutBasis] {
  let board = Leaderboard(
    answers.map {
      Leaderboard.Entry(subject: $0.key, outcome: $0.value.basis.outcome, score: $0.value.score)
    })
  var bases = answers.mapValues(\.basis)
  for standing in board.standings where standing.entry.outcome == .pass {
    bases[standing.entry.subject]?.rank = standing.rank
  }
  return bases
}

/// A refusal for each address at which several would be paid.
private func sharedAddresses(_ stakes: [Stake], at path: String) -> [Finding] {
  // Checksums of Ethereum write one address in several ways.
  let owners = Dictionary(grouping: stakes.filter { $0.address != nil }) {
    let address = $0.address ?? ""
    return address.hasPrefix("0x") ? address.lowercased() : address
  }
  return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { _, stakes in
    Finding(.payoutAddressShared, at: InputLocation(file: path)) {
      $0.known = stakes.map(\.subject).sorted()
    }
  }
}

private func digest(ofFileAt path: String) throws -> Digest {
  guard let bytes = StoredFile(at: path, followsLinks: true)?.bytes else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: path))
  }
  return Digest(of: bytes)
}
