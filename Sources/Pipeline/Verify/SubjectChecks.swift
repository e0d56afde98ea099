import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel

/// The checks of one subject's outputs: an evidence document, and the files beside it.
struct SubjectChecks {
  let claim: EvidenceClaim
  /// The bytes of the evidence document.
  let stored: [UInt8]
  /// The subject's folder; `nil` where only the document is checked.
  let folder: SubjectFolder?
  let means: VerificationMeans
  /// The limits that the flags are compared with.
  let limits: Limits

  private var body: BodyClaim? { folder?.files[.body]?.bytes.flatMap(BodyClaim.init) }
  private var records: RecordsClaim? { folder?.json(.records).map(RecordsClaim.init) }

  // MARK: Files

  /// Checks the files against each other.
  func ofFiles() throws -> [VerificationCheck] {
    var checks = [
      VerificationCheck(.evidenceDocument, with: .files, try claim.contradictions(in: stored))
    ]
    checks += [claim.flagCheck(limits)].compactMap(\.self)
    guard let folder else { return checks }
    let verdict = claim.verdictDocument(explainedAsIn: folder.json(.verdict))
    checks += [
      VerificationCheck(
        .evidenceDigest, with: .files,
        fileDifferences(folder.files[.evidenceDigest], Array(checksumLine(of: stored).utf8))),
      VerificationCheck(
        .verdictDocument, with: .files, fileDifferences(folder.files[.verdict], verdict)),
    ]
    return checks + claim.explanationChecks(folder.files[.verdict]) + decisionChecks(folder)
      + intakeChecks(folder)
  }

  /// Checks whether the decision is about this subject.
  ///
  /// A decision on another verdict is no difference: the run asks for it again then.
  private func decisionChecks(_ folder: SubjectFolder) -> [VerificationCheck] {
    guard let file = folder.files[.decision] else { return [] }
    let expected = folder.decision.map { present in
      var decision = present.decision
      (decision.challenge, decision.subject) = (claim.challenge.id, claim.subject)
      return Members<Decision>.decision.kind.json(decision)
    }
    return [
      VerificationCheck(
        .decision, with: .files,
        expected == nil
          ? [DocumentDifference(kind: .unreadable)] : fileDifferences(file, expected))
    ]
  }

  private func intakeChecks(_ folder: SubjectFolder) -> [VerificationCheck] {
    let intake = claimedIntake(folder)
    guard folder.hasIntakeFiles || intake != nil else { return [] }
    let address = body?.address ?? means.subject(claim.subject)?.address
    let expected = intake.map {
      claim.intakeDocuments($0, records: records, address: address)
    }
    return [
      VerificationCheck(
        .records, with: .files,
        fileDifferences(
          folder.files[.records], expected?.records.flatMap { try? JSONValue(parsing: $0) })),
      VerificationCheck(
        .body, with: .files,
        fileDifferences(folder.files[.body], expected?.body, between: bodyDifferences)),
      VerificationCheck(
        .headers, with: .files, fileDifferences(folder.files[.headers], expected?.headers)),
    ]
  }

  /// Returns the settings of the body itself, else the pipeline's, else as much as the records
  /// show.
  private func claimedIntake(_ folder: SubjectFolder) -> Intake? {
    body?.intake ?? means.pipeline?.intake(of: means.subject(claim.subject))
      ?? (folder.files[.records] == nil ? nil : Intake(profile: .lightchallenge))
  }

  // MARK: Archives

  /// Checks the figures and the verdict against the evidence rebuilt from the archives.
  func ofArchives(_ rebuilt: Evidence) -> [VerificationCheck] {
    var items: [VerifiedItem] = [.inputs, .sources, .dailyFigures, .sessions, .quality]
    if !claim.hasOlderVerdict { items.append(.verdict) }
    if ![.subject, .challenge].contains(claim.zone.method) { items.append(.zone) }
    var checks = grouped(
      claim.differences(from: evidenceDocument(rebuilt)), with: .archives, checking: items)
    guard let folder else { return checks }
    if !claim.hasOlderVerdict, let verdict = folder.json(.verdict) {
      let path = firstDifference(
        verdict["explanation"], verdictDocument(rebuilt)["explanation"], at: "$.explanation")
      checks.append(
        VerificationCheck(
          .explanation, with: .archives,
          path.map { [DocumentDifference(path: $0, kind: .content)] } ?? []))
    }
    if !claim.exerciseDays.isEmpty, let records = folder.json(.records) {
      let userID = RecordsClaim(records).userID
      checks.append(
        VerificationCheck(
          .exerciseMinutes, with: .archives,
          documentDifferences(records, lightChallengeRecords(rebuilt.aggregates, userID: userID))))
    }
    return checks
  }

  // MARK: Pipeline

  /// Checks the settings in the evidence against the published pipeline.
  func ofPipeline() -> [VerificationCheck] {
    guard let published = means.pipeline else { return [] }
    let pipeline = published.occurrence(ofID: claim.challenge.id) ?? published
    let subject = means.subject(claim.subject)
    var policies = pipeline.policies
    // A pipeline without subjects does not determine the settings that a subject's logs leave open.
    policies.logs = pipeline.subjects.isEmpty ? claim.policies.logs : subject?.logs ?? LogSettings()
    var items: [VerifiedItem] = [.challenge, .deadline, .policy, .rule, .limits]
    var zone =
      subject?.zone.map { ResolvedZone($0, by: .subject) }
      ?? pipeline.challenge.zone.map { ResolvedZone($0, by: .challenge) }
    if pipeline.subjects.isEmpty, claim.zone.method == .subject {
      // Only the list of subjects could tell this subject's zone, so the evidence is believed.
      zone = claim.zone
    } else {
      items.append(.zone)
    }
    if pipeline.asOf != nil { items.append(.asOf) }
    if claim.verdict.completeness != .unstated, subject != nil { items.append(.complete) }
    if !claim.operatorFiles.isEmpty, !pipeline.subjects.isEmpty { items.append(.operatorFiles) }
    var differences = claim.differences(
      from: pipeline.challenge, policies, pipeline.rule, pipeline.limits.identity,
      operatorFiles: pipeline.subjects.isEmpty
        ? nil : means.operatorFiles(of: claim.subject).map(\.identity),
      completeness: subject.map(pipeline.completeness)
        ?? (pipeline.isComplete ? .subject : pipeline.subjects.isEmpty ? nil : .unstated),
      asOf: pipeline.asOf, zone: zone)
    if !pipeline.subjects.isEmpty {
      items.append(.subject)
      if subject == nil {
        differences.append(DocumentDifference(path: "$.subject", kind: .unexpected))
      }
    }
    return grouped(differences, with: .pipeline, checking: items)
      + (subject.map(ofReceipt) ?? []) + (subject.map(ofSetAside) ?? [])
      + ofIntake(pipeline.intake(of: subject), address: subject?.address)
  }

  /// Checks the times at which the subject's archives were received against the pipeline.
  ///
  /// The pipeline names archives and the evidence has digests, so only the sets of times are
  /// compared.
  private func ofReceipt(_ subject: Subject) -> [VerificationCheck] {
    let (stated, claimed) = (Set(subject.receivedAt.values), claim.receivedAt)
    guard !stated.isEmpty || !claimed.isEmpty else { return [] }
    // An input with a history came after the statement, which does not apply to it.
    let isEachStated =
      subject.receivedAt.count == subject.archives.count && claim.history.inputs.isEmpty
    let isSame =
      stated.isSuperset(of: claimed.values)
      && (!isEachStated || claimed.count == claim.inputs.count)
    return [
      VerificationCheck(
        .receivedAt, with: .pipeline,
        isSame ? [] : [DocumentDifference(path: "$.inputs", kind: .content)])
    ]
  }

  /// Checks the operator's statements about inputs against the pipeline.
  ///
  /// As for receipts, the pipeline names archives and the evidence has digests.
  private func ofSetAside(_ subject: Subject) -> [VerificationCheck] {
    let (stated, claimed) = (Set(subject.setAside.map(\.waiver)), claim.setAside.values)
    guard !stated.isEmpty || !claimed.isEmpty else { return [] }
    return [
      VerificationCheck(
        .setAside, with: .pipeline,
        stated.isSuperset(of: claimed.joined())
          ? [] : [DocumentDifference(path: "$.inputs", kind: .content)])
    ]
  }

  private func ofIntake(_ intake: Intake?, address: String?) -> [VerificationCheck] {
    guard let folder, folder.hasIntakeFiles else { return [] }
    guard let intake else {
      return [
        VerificationCheck(.intake, with: .pipeline, [DocumentDifference(kind: .unexpected)])
      ]
    }
    guard let body else { return [VerificationCheck(.intake, with: .pipeline)] }
    let differences = body.differences(from: intake, address: address ?? body.address)
    let isAddress = { (difference: DocumentDifference) in difference.path == "subject" }
    var checks = [
      VerificationCheck(.intake, with: .pipeline, differences.filter { !isAddress($0) })
    ]
    if address != nil {
      checks.append(VerificationCheck(.address, with: .pipeline, differences.filter(isAddress)))
    }
    return checks
  }

  // MARK: Trust

  /// The items that neither the archives nor a pipeline have checked.
  func trusted(after checks: [VerificationCheck]) -> Set<VerifiedItem> {
    var items: Set<VerifiedItem> = [
      .inputs, .sources, .dailyFigures, .sessions, .quality, .verdict, .subject, .challenge,
      .deadline, .zone, .policy, .rule, .limits, .asOf, .sharing,
    ]
    if !claim.receivedAt.isEmpty { items.insert(.receivedAt) }
    if !claim.history.isEmpty { items.insert(.history) }
    if claim.verdict.completeness != .unstated { items.insert(.complete) }
    if !claim.setAside.isEmpty { items.insert(.setAside) }
    if !claim.operatorFiles.isEmpty { items.insert(.operatorFiles) }
    if claim.hasDaysFromNames { items.insert(.daysFromNames) }
    if folder?.files[.verdict] != nil { items.insert(.explanation) }
    if folder?.files[.decision] != nil { items.insert(.decision) }
    if folder?.hasIntakeFiles == true { items.formUnion([.intake, .address]) }
    if folder?.files[.records] != nil, !claim.exerciseDays.isEmpty {
      items.insert(.exerciseMinutes)
    }
    return items.subtracting(checks.filter { $0.standard != .files }.map(\.item))
  }

  /// Makes a check for each item, and for each other item with a difference.
  private func grouped(
    _ differences: [DocumentDifference], with standard: VerificationCheck.Standard,
    checking items: [VerifiedItem]
  ) -> [VerificationCheck] {
    let byItem = Dictionary(grouping: differences) { VerifiedItem(ofEvidenceAt: $0.path) }
    return VerifiedItem.allCases.filter { items.contains($0) || byItem[$0] != nil }
      .map { VerificationCheck($0, with: standard, byItem[$0] ?? []) }
  }
}

extension VerifiedItem {
  /// Finds the item that a path in an evidence document belongs to.
  fileprivate init(ofEvidenceAt path: String) {
    // Of two paths with the same beginning the longer one must come first.
    let beginnings: [(String, VerifiedItem)] = [
      ("$.challenge.proofDeadline", .deadline), ("$.challenge", .challenge),
      ("$.contact", .challenge),
      ("$.daily", .dailyFigures), ("$.history", .history), ("$.inputs", .inputs),
      ("$.featNames", .operatorFiles), ("$.operatorFiles", .operatorFiles), ("$.policy", .policy),
      ("$.loggedSessions", .sessions), ("$.quality", .quality), ("$.sessions", .sessions),
      ("$.sources", .sources),
      ("$.subject", .subject), ("$.verdict.asOf", .asOf), ("$.verdict.complete", .complete),
      ("$.verdict.quality.limits", .limits), ("$.verdict.rule", .rule), ("$.verdict", .verdict),
      ("$.zone", .zone),
    ]
    self = beginnings.first { path.hasPrefix($0.0) }?.1 ?? .evidenceDocument
  }
}
