import DaymarkConfiguration
package import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel
import DaymarkProof
import Foundation

/// The challenge to pay out, with the stakes and the policy.
package struct PayoutRequest: Sendable {
  /// The folder of a challenge.
  package var folder: String
  /// The path of `stakes.csv`.
  package var stakes: String
  /// The path of `payout.yaml`.
  package var policy: String

  package init(folder: String, stakes: String, policy: String) {
    (self.folder, self.stakes, self.policy) = (folder, stakes, policy)
  }
}

/// The payout, or the reasons for which nothing is paid out yet.
package struct PayoutSummary: Sendable {
  package var payout: Payout
  /// The reasons for which nothing is paid out.
  ///
  /// Where there is one, `payout` is empty.
  package var refusals: [Finding] = []
  /// The written files, below the folder of the challenge.
  package var written: [String] = []
  /// The removed attestation, which was about other files.
  package var removed: [String] = []

  fileprivate init(_ payout: Payout = Payout()) { self.payout = payout }
}

/// Computes the payout from the documents of a challenge, the stakes and the policy alone.
///
/// - Returns: The payout, or refusals where an answer is missing or open, nobody who passed has the
///   rank that the policy requires, or people share an address.
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
  // Subjects judged by other terms, or in another challenge, do not share the pool.
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

/// The folder of a challenge, whose name is the challenge's.
private struct ChallengeFolder {
  let path: String
  let name: String

  /// Takes the name of the challenge from the path of its folder.
  ///
  /// - Throws: `DaymarkError` `config.bad_value` for an output folder, which contains the folders
  ///   of challenges.
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

  /// Returns the answer by which a subject is paid.
  ///
  /// - Throws: `DaymarkError` with the reason for which the subject cannot be paid yet.
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

/// Computes the payout and writes `payout.json` and `payout.csv` into the folder of the challenge.
///
/// - Throws: The errors of ``workOutPayout(_:)``, and `file.unwritable`.
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

/// Compares the files of a payout with the payout computed from documents, stakes and policy.
///
/// - Returns: The payout and the checks of both files, which are empty where nothing can be paid
///   out.
/// - Throws: The errors of ``workOutPayout(_:)``.
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
  /// The contents of the files that the payout is written to.
  fileprivate var files: [PayoutFile: [UInt8]] {
    [.document: Members<Payout>.payout.kind.bytes(self), .table: Array(payoutTable(self).utf8)]
  }
}

/// Returns an error for each address that several people share, with their ids.
private func sharedAddresses(_ stakes: [Stake], at path: String) -> [Finding] {
  // Some kinds of addresses ignore case, and no two addresses of other kinds differ in case alone.
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
