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
/// - Returns: Refusals in place of a payout while an answer is missing or open, nobody who passed has the rank that the
///   policy asks for, or an address is shared.
/// - Throws: `ConfigurationError` for stakes and policy; `DaymarkError` `config.bad_value` for an output folder.
package func workOutPayout(_ request: PayoutRequest) throws -> PayoutSummary {
  let folder = try ChallengeFolder(at: request.folder)
  let policy = try loadPayoutPolicy(at: request.policy)
  let stakes = try loadStakes(at: request.stakes)
  var refusals = sharedAddresses(stakes, at: request.stakes)
  var answers: [String: PayoutAnswer] = [:]
  if !policy.isCancelled {
    for stake in stakes {
      do {
        answers[stake.subject] = try folder.answer(on: stake.subject, policy)
      } catch let error as DaymarkError {
        refusals.append(error.finding)
      }
    }
  }
  // Who is judged by other terms, or elsewhere, does not share.
  if !answers.isEmpty, answers.commonTerms.map({ folderName(of: $0.id) }) != folder.name {
    refusals.append(Finding(.evidenceContradictory, at: InputLocation(file: request.folder)))
  }
  let bases = answers.bases
  let winners = bases.values.filter { $0.outcome == .pass }
  if policy.share == .byRank, !winners.isEmpty, winners.allSatisfy({ $0.rank == nil }) {
    refusals.append(Finding(.payoutRankMissing, at: InputLocation(file: request.policy)))
  }
  guard refusals.isEmpty else {
    var summary = PayoutSummary()
    summary.refusals = refusals
    return summary
  }
  var payout = Payout(policy, stakes, bases)
  payout.tool = Tool(version: daymarkVersion)
  payout.challenge = answers.commonTerms?.id ?? folder.name.removingPercentEncoding ?? folder.name
  payout.policy = try digest(ofFileAt: request.policy)
  payout.stakes = try digest(ofFileAt: request.stakes)
  return PayoutSummary(payout)
}

/// The folder of a challenge, which has the challenge's name.
private struct ChallengeFolder {
  let path: String
  let name: String

  /// - Throws: `DaymarkError` `config.bad_value` for an output folder, in which folders of challenges lie.
  init(at path: String) throws {
    (self.path, name) = (path, URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent)
    guard FileManager.default.fileExists(atPath: "\(path)/\(RunFile.document.rawValue)") else {
      return
    }
    let challenges = visibleNames(inFolder: path).filter { isFolder("\(path)/\($0)") }
    throw DaymarkError(.configBadValue, at: InputLocation(file: path)) {
      ($0.key, $0.value) = ("FOLDER", path)
      $0.expected = .oneOf(challenges.map { "\(path)/\($0)" })
    }
  }

  /// - Throws: Why a subject cannot be paid yet.
  func answer(on subject: String, _ policy: PayoutPolicy) throws -> PayoutAnswer {
    let answer = try PayoutAnswer(on: subject, in: path)
    guard answer.basis.outcome != .undetermined || policy.undetermined == .refund else {
      throw DaymarkError(.payoutHeld, at: InputLocation(file: "\(path)/\(folderName(of: subject))"))
      {
        $0.subject = subject
      }
    }
    return answer
  }
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
  }) {
    summary.removed = try PayoutProof(folder: request.folder).removeAttestation().map(\.rawValue)
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

/// A refusal for each address at which several would be paid.
private func sharedAddresses(_ stakes: [Stake], at path: String) -> [Finding] {
  // Several kinds of addresses may be written in small or capital letters, and no two of other kinds differ by that alone.
  let owners = Dictionary(grouping: stakes.filter { $0.address != nil }) {
    $0.address?.lowercased() ?? ""
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
