import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkIngest
public import DaymarkModel
import DaymarkProof
import DaymarkStore
import Foundation

/// Checks the outputs of a run: the files against each other, the figures against the archives, and
/// the settings against the pipeline.
///
/// Each input is found by its SHA-256 digest among the archives, whatever their names and order.
/// Other archives are not read. For an evidence document alone, the flags of shared data are
/// trusted, because only the other subjects' archives could show them.
///
/// - Parameters:
///   - path: An evidence document, the folder of a subject, or that of a challenge.
///   - means: The archives, pipeline and keys to compare with. What is left out is trusted.
///   - progress: Called with the number of bytes of archive that were read since the last call.
/// - Returns: All checks. A subject of a challenge that cannot be checked has an error, and the
///   others are checked.
/// - Throws: `DaymarkError`: `file.missing` for a folder without evidence; `file.missing` or
///   `file.unreadable` for an archive; for one subject also `file.unreadable` or
///   `evidence.unreadable` for the document, `evidence.input_missing` with the `sha256` of an input
///   that is not among the archives, and the errors of reading an archive; `ConfigurationError` for
///   shipped limits that are not valid; `CancellationError`.
public func verify(
  _ path: String, with means: VerificationMeans, progress: (Int64) -> Void = { _ in }
) throws -> Verification {
  let verifier = try Verifier(means)
  guard isFolder(path) else {
    return Verification(subjects: [try verifier.document(at: path, progress)])
  }
  let names = visibleNames(inFolder: path)
  guard !names.contains(where: { OutputFile(rawValue: $0) != nil }) else {
    return Verification(subjects: [try verifier.folder(at: path, progress).verification])
  }
  let folders = names.filter { isOwnFolder("\(path)/\($0)") }
  guard !folders.isEmpty else { throw missingEvidence(in: path) }
  var verification = try verifier.challenge(at: path, folders, progress)
  let others = names.filter { ChallengeFile(rawValue: $0) == nil && !folders.contains($0) }
  let checked = Set(verification.checks.map(\.item.rawValue))
  verification.otherFiles = others.filter { !checked.contains($0) }
  verification.absentSubjects = (means.pipeline?.subjects.map(\.id) ?? []).filter {
    !folders.contains(folderName(of: $0))
  }
  return verification
}

/// Verifies subjects one after the other, with archives that were hashed once.
private struct Verifier {
  private let means: VerificationMeans
  private let archives: [Digest: ArchiveIdentity]
  /// The archives with a link that leads out of their folder, as a run over an inbox reads them:
  /// without what the link leads to.
  private let inboxArchives: [Digest: ArchiveIdentity]
  private let limits: Limits
  private let keys: [PublicKey]
  private let log: SealingLog?

  init(_ means: VerificationMeans) throws {
    self.means = means
    limits = try means.usedLimits()
    let keys = try publicKeys(at: means.trustedKeys)
    self.keys = keys
    log = try means.log.map { try SealingLog(at: $0, trusting: keys) }
    func identities(
      of paths: [String], in files: any InputFiles
    ) throws -> [Digest: ArchiveIdentity] {
      let identities = try ArchiveSet(paths, in: files) { _ in nil }.archives
      return Dictionary(identities.map { ($0.digest, $0) }) { first, _ in first }
    }
    let differing = InboxFiles().differing(of: means.archives)
    inboxArchives = try identities(of: differing, in: InboxFiles())
    // An input with a link out of its folder may lead to something that this machine does not have.
    // The run has not read that either.
    let others = means.archives.filter {
      !differing.contains($0) || FileManager.default.fileExists(atPath: $0)
    }
    archives = try identities(of: others, in: SystemFiles())
  }

  func document(at path: String, _ progress: (Int64) -> Void) throws -> SubjectVerification {
    try subject(at: path, StoredFile(at: path, followsLinks: true), nil, progress).verification
  }

  func folder(
    at path: String, _ progress: (Int64) -> Void
  ) throws -> (verification: SubjectVerification, claim: EvidenceClaim) {
    let folder = SubjectFolder(at: path)
    var result = try subject(
      at: "\(path)/\(OutputFile.evidence.rawValue)", folder.files[.evidence], folder, progress)
    result.verification.path = path
    return result
  }

  /// Verifies all subjects in the folder of a challenge.
  ///
  /// - Parameters:
  ///   - folders: The names of the subjects' folders, in ascending order.
  ///   - progress: Called with the number of bytes of archive that were read since the last call.
  func challenge(
    at path: String, _ folders: [String], _ progress: (Int64) -> Void
  ) throws -> Verification {
    var verification = Verification(subjects: [])
    var claims: [(index: Int, claim: EvidenceClaim)] = []
    // The document states what a subject shares, even if it cannot be checked against archives.
    var stated: [EvidenceClaim] = []
    for name in folders {
      do {
        var (subject, claim) = try folder(at: "\(path)/\(name)", progress)
        let isOwn = name == folderName(of: claim.subject)
        subject.checks.append(
          VerificationCheck(
            .folder, with: .files, isOwn ? [] : [.init(path: "$.subject", kind: .content)]))
        claims.append((verification.subjects.count, claim))
        stated.append(claim)
        verification.subjects.append(subject)
      } catch let error as DaymarkError {
        var failed = SubjectVerification(path: "\(path)/\(name)")
        failed.error = error.finding
        if let claim = claim(inFolder: "\(path)/\(name)") { stated.append(claim) }
        verification.subjects.append(failed)
      }
    }
    verification.checks = verdictTableChecks(inFolder: path, stated, folders: folders)
    // A document that cannot be read may belong to any subject on the board.
    if stated.count == folders.count {
      verification.checks += leaderboardChecks(inFolder: path, stated)
    }
    checkPayout(PayoutProof(folder: path), of: stated, &verification)
    try checkSharing(of: claims.filter { means.subject($0.claim.subject) != nil }, &verification)
    return verification
  }

  /// Checks a payout against the documents beside it and, with trusted keys, its attestation.
  private func checkPayout(
    _ payout: PayoutProof, of claims: [EvidenceClaim], _ verification: inout Verification
  ) {
    guard payout.isThere else { return }
    verification.checks += payout.checks(challenges: Set(claims.map(\.challenge.id)))
    guard !keys.isEmpty else { return }
    let (check, key) = payout.check(trusting: keys)
    verification.checks.append(check)
    verification.payoutAttestedBy = key?.id
    if let log { verification.checks.append(log.check(.payoutInclusion, payout.sealable)) }
  }

  /// Checks the flags of shared data by comparing the subjects with each other, as the run did.
  ///
  /// Only a pipeline determines which subjects were compared, because the folder may contain
  /// subjects that have left.
  private func checkSharing(
    of claims: [(index: Int, claim: EvidenceClaim)], _ verification: inout Verification
  ) throws {
    guard verification.subjects.allSatisfy({ $0.error == nil }) else { return }
    let present = Set(claims.map { Array($0.claim.subject.utf8) })
    let subjects = means.pipeline?.subjects
    let isWhole = subjects?.allSatisfy { present.contains(Array($0.id.utf8)) } ?? false
    let checks = SharingChecks(
      claims.map(\.claim), isWhole: isWhole, limits: limits)
    for (index, claim) in claims {
      guard let check = checks.check(of: claim) else { continue }
      verification.subjects[index].checks.append(check)
      verification.subjects[index].trusted.remove(.sharing)
    }
  }

  private func claim(inFolder path: String) -> EvidenceClaim? {
    let bytes = SubjectFolder(at: path).files[.evidence]?.bytes
    return bytes.flatMap { try? JSONValue(parsing: $0) }.flatMap(EvidenceClaim.init)
  }

  private func subject(
    at path: String, _ file: StoredFile?, _ folder: SubjectFolder?, _ progress: (Int64) -> Void
  ) throws -> (verification: SubjectVerification, claim: EvidenceClaim) {
    guard let file else { throw DaymarkError(.fileMissing, at: InputLocation(file: path)) }
    guard let stored = file.bytes else {
      throw DaymarkError(.fileUnreadable, at: InputLocation(file: path))
    }
    guard let claim = (try? JSONValue(parsing: stored)).flatMap(EvidenceClaim.init) else {
      throw DaymarkError(.evidenceUnreadable, at: InputLocation(file: path))
    }
    let checks = SubjectChecks(
      claim: claim, stored: stored, folder: folder, means: means, limits: limits)
    var result = SubjectVerification(path: path)
    (result.subject, result.challenge) = (claim.subject, claim.challenge.id)
    result.hasOlderVerdict = claim.hasOlderVerdict
    (result.outcome, result.finality) = (claim.verdict.outcome, claim.verdict.finality)
    // Only `verdict.json` has the answer of the whole rule, which decides where lateness is told.
    let answer = folder?.files[.verdict]?.bytes
      .flatMap { Members<Verdict>.verdict.kind.value($0) }?.explanation.answer
    result.reasons = claim.verdict.reasons.told(
      with: claim.knownInputs, claim.verdict.outcome, answer: answer)
    result.contact = claim.challenge.contact
    (result.decision, result.otherFiles) = (folder?.decision, folder?.others ?? [])
    result.checks = try checks.ofFiles()
    if !means.archives.isEmpty {
      let rebuilt = try evidence(claimedBy: claim, at: path, progress)
      result.checks += checks.ofArchives(rebuilt)
      result.findings = rebuilt.aggregates.findings
      (result.claimedLimits, result.limits) = (claim.verdict.limits, rebuilt.limits.identity)
    }
    result.checks += checks.ofPipeline()
    checkAttestation(of: folder, &result)
    result.trusted = checks.trusted(after: result.checks)
    return (result, claim)
  }

  /// Checks the attestation, if keys are trusted.
  ///
  /// A document outside its folder has none.
  private func checkAttestation(of folder: SubjectFolder?, _ result: inout SubjectVerification) {
    guard !keys.isEmpty else { return }
    let name = ProofFile.attestation.rawValue
    let checks = AttestationChecks(
      folder, folder.flatMap { StoredFile(at: "\($0.path)/\(name)") }, trusting: keys)
    result.checks.append(VerificationCheck(.attestation, with: .keys, checks.differences))
    result.otherFiles.removeAll { $0 == name }
    if let log {
      result.checks.append(
        log.check(.inclusion, folder.map { SubjectProof(folder: $0.path).sealable }))
      result.otherFiles.removeAll { $0 == ProofFile.inclusion.rawValue }
    }
    guard let key = checks.key else { return }
    (result.attestedBy, result.notAttested) = (key.id, result.otherFiles)
    result.otherFiles = []
  }

  /// Rebuilds the evidence from the archives, on the document's own terms.
  private func evidence(
    claimedBy claim: EvidenceClaim, at path: String, _ progress: (Int64) -> Void
  ) throws -> Evidence {
    var options = means.usedReading
    let inputs = try claim.inputs.map { digest in
      if let archive = archives[digest] { return archive }
      guard let archive = inboxArchives[digest] else {
        throw DaymarkError(.evidenceInputMissing, at: InputLocation(file: path)) {
          $0.sha256 = digest
        }
      }
      options.files = InboxFiles()
      return archive
    }
    let policies = means.policies(of: claim)
    let files = try claim.operatorFiles.map { try operatorFile($0, of: claim, at: path) }
    let asOf = means.asOf ?? claim.verdict.asOf
    var handInTerms = HandInTerms(
      of: claim.challenge, policies.lateInputs, receivedAt: claim.receivedAt)
    handInTerms.history = claim.inputHistory
    var parameters = ReadingParameters(
      subjectZone: claim.subjectZone, challengeZone: claim.challenge.zone, policies: policies,
      asOf: asOf, handInTerms: handInTerms, setAside: claim.setAside, operatorFiles: files,
      person: claim.subject, options: options,
      setsFilesAside: false
    )
    parameters.keptExports = .healthStores
    parameters.options.readsSleep = claim.verdict.rule.asksForSleep
    var fresh = try readAggregates(
      ReadingJob(
        archives: inputs, parameters: parameters, period: claim.challenge.period,
        daysBefore: min(claim.verdict.rule.daysBefore, Baseline.mostDays)),
      progress: progress)
    if !claim.hasStrength { (fresh.aggregates.strengthDays, fresh.aggregates.feats) = ([], []) }
    let terms = DecisionTerms(
      subject: Subject(id: claim.subject), challenge: claim.challenge, policies: policies,
      rule: claim.verdict.rule, limits: limits, asOf: asOf,
      completeness: claim.verdict.completeness, sharing: claim.verdict.sharing)
    let verdict = decide(on: fresh.aggregates, terms)
    var evidence = terms.evidence(
      for: verdict, on: fresh.aggregates, of: fresh.evidenceInputs, claim.operatorFiles)
    evidence.supersedes = claim.history.supersedes
    return evidence
  }
}

extension Verifier {
  /// Finds a file of the operator beside the pipeline or among the archives.
  ///
  /// - Throws: `evidence.input_missing` with the digest of the file.
  private func operatorFile(
    _ identity: OperatorFileIdentity, of claim: EvidenceClaim, at path: String
  ) throws -> OperatorFile {
    let published = means.operatorFiles(of: claim.subject).first { $0.identity == identity }
    if let published { return published }
    guard let archive = archives[identity.digest] else {
      throw DaymarkError(.evidenceInputMissing, at: InputLocation(file: path)) {
        ($0.sha256, $0.key) = (identity.digest, identity.kind.fileName)
      }
    }
    return try loadOperatorFile(identity.kind, at: archive.path)
  }
}

/// Whether the path is a folder and no link to one.
private func isOwnFolder(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

private func missingEvidence(in folder: String) -> DaymarkError {
  DaymarkError(
    .fileMissing, at: InputLocation(file: "\(folder)/\(OutputFile.evidence.rawValue)"))
}
