import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel
import DaymarkStore

/// A request to enter a person's decision on a subject, or to take it back.
package struct DecisionRequest: Sendable {
  package var challenge: String
  package var subject: String
  /// The decided outcome; `nil` takes the subject's decision back.
  package var outcome: Outcome?
  package var because: String?
  package var by: String?

  package init(
    challenge: String, subject: String, outcome: Outcome?, because: String? = nil, by: String? = nil
  ) {
    (self.challenge, self.subject, self.outcome) = (challenge, subject, outcome)
    (self.because, self.by) = (because, by)
  }
}

/// The result of a decision request.
package struct DecisionSummary: Sendable {
  /// The decision that holds now; `nil` where it was taken back.
  package var decision: Decision?
  /// The decision that held before.
  package var former: Decision?
  /// The rewritten files, below the output folder.
  package var written: [String] = []
  /// The removed files, below the output folder.
  package var removed: [String] = []
}

/// Enters a person's decision on a subject into the book, beside the evidence and into
/// `verdicts.csv`.
///
/// The verdict stays as it is. After an interruption the next run writes the missing files, because
/// the book has the decision.
///
/// - Parameters:
///   - request: The decision, or the request to take it back.
///   - access: The store and the output folder.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Throws: `DaymarkError` `challenge.unknown`, `subject.unknown`; `verdict.missing` for a subject
///   without a verdict, with the `reason` `edited` for a verdict whose file was changed after the
///   run; `decision.missing` for a subject without a decision to take back; and the errors of
///   ``OutputAccess``.
package func decideSubject(
  _ request: DecisionRequest, _ access: OutputAccess, whenBusy: (Finding) -> Void = { _ in }
) async throws -> DecisionSummary {
  try await access.writing(whenBusy: whenBusy) { store, mode in
    let cohort = try StoredCohort(at: store.path, challenge: request.challenge)
    let key = SubjectKey(challenge: cohort.challenge.id, subject: request.subject)
    guard let book = store.book else { return DecisionSummary() }
    let outputs = try store.outputs(of: key).digests
    var summary = DecisionSummary()
    summary.former = try book.decisions(of: key.challenge)[key.subject]
    let folder = "\(folderName(of: key.challenge))/\(folderName(of: key.subject))"
    let entry: DecisionEntry
    if let outcome = request.outcome {
      let verdict = try cohort.decidedVerdict(
        of: key, outputs, "\(access.outputFolder)/\(folder)/\(OutputFile.verdict.rawValue)")
      let decision = Decision(
        challenge: key.challenge, subject: key.subject, outcome: outcome,
        because: request.because ?? "", by: request.by ?? "", at: access.now, verdict: verdict)
      (entry, summary.decision) = (DecisionEntry(decision), decision)
    } else {
      guard summary.former != nil else {
        if outputs.isEmpty, try store.failure(of: key) == nil {
          throw try cohort.unknownSubject(key.subject)
        }
        throw DaymarkError(.decisionMissing, at: InputLocation(file: book.path)) {
          ($0.challenge, $0.subject) = (key.challenge, key.subject)
        }
      }
      let withdrawn = WithdrawnDecision(at: access.now, by: request.by, because: request.because)
      entry = DecisionEntry(withdrawn: withdrawn, of: key.subject)
    }
    try book.append(entry, of: key.challenge)
    let files = DecisionFiles(outputFolder: access.outputFolder, key: key, mode: mode)
    try files.put(
      summary.decision, verdict: outputs[OutputFile.verdict.rawValue], into: &summary)
    return summary
  }
}

extension StoredCohort {
  /// Returns the verdict of a subject, whose file must be as the run wrote it.
  fileprivate func decidedVerdict(
    of key: SubjectKey, _ outputs: [String: Digest], _ path: String
  ) throws -> DecidedVerdict {
    func missing(_ reason: Finding.Reason, at file: String) -> DaymarkError {
      DaymarkError(.verdictMissing, at: InputLocation(file: file)) {
        ($0.subject, $0.reason) = (key.subject, reason)
      }
    }
    guard let digest = outputs[OutputFile.verdict.rawValue] else {
      guard try store.failure(of: key) != nil else { throw try unknownSubject(key.subject) }
      throw missing(.failed, at: self.path)
    }
    // The decision is on what the person looked at, so the file must be the one that the run wrote.
    guard let bytes = StoredFile(at: path)?.bytes, Digest(of: bytes) == digest,
      let document = try? JSONValue(parsing: bytes),
      let outcome = Kind.outcome.value(of: document["outcome"])
    else { throw missing(.edited, at: path) }
    return DecidedVerdict(outcome, digest)
  }
}

/// The files of a challenge that contain a subject's decision.
private struct DecisionFiles {
  let outputFolder: String
  let key: SubjectKey
  let mode: FileMode

  private var folder: String { folderName(of: key.challenge) }

  func put(_ decision: Decision?, verdict: Digest?, into summary: inout DecisionSummary) throws {
    let subjectFolder = "\(folder)/\(folderName(of: key.subject))"
    let document = "\(subjectFolder)/\(OutputFile.decision.rawValue)"
    let bytes = decision.map { Members<Decision>.decision.kind.bytes($0) }
    try removeAttestation(in: subjectFolder, unlessOf: bytes, &summary)
    if let bytes {
      _ = try putFile(bytes, at: path(document), mode: mode)
      summary.written.append(document)
    } else if try removeFile(at: path(document)) {
      summary.removed.append(document)
    }
    try flushFolder(parentFolder(of: path(document)))
    let table = "\(folder)/\(ChallengeFile.verdicts.rawValue)"
    guard
      let text = StoredFile(at: path(table))?.bytes,
      // A table that cannot be read is left to the next run, which writes it anew.
      let rows = VerdictTable(parsing: String(decoding: text, as: UTF8.self))
    else { return }
    let decided = rows.deciding(
      key.subject, decision.map { PresentDecision($0, on: verdict) })
    guard try putFile(Array(decided.text.utf8), at: path(table), mode: mode) else { return }
    summary.written.append(table)
    try flushFolder(path(folder))
  }

  /// Removes an attestation that is about other files than the ones there will be.
  private func removeAttestation(
    in folder: String, unlessOf decision: [UInt8]?, _ summary: inout DecisionSummary
  ) throws {
    var digests = SubjectFolder(at: path(folder)).digests
    digests[OutputFile.decision.rawValue] = decision.map { Digest(of: $0) }
    summary.removed += try SubjectProof(folder: path(folder)).removeUnless(of: digests).map {
      "\(folder)/\($0.rawValue)"
    }
    let payout = PayoutProof(folder: path(self.folder))
    summary.removed += try payout.removeAttestation(ifRestingOnOtherOf: key.subject, than: digests)
      .map { "\(self.folder)/\($0.rawValue)" }
  }

  private func path(_ name: String) -> String { "\(outputFolder)/\(name)" }
}
