import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

// What keeps a final verdict as it is; see Pipelines, "Final".

extension SubjectProcessor {
  /// Refuses to decide on a subject while an input that its final verdict rests on is not there.
  ///
  /// After the closing the same holds of every verdict, with the inputs that counted in the closing run. Before that it
  /// holds where nothing is left: a folder that is empty now was hardly emptied by the participant.
  ///
  /// - Throws: `input.gone`, with the `reason` `otherSettings` where something has changed that may change a final
  ///   verdict.
  func checkPresence(of subject: Subject, among inputs: [Digest]) throws {
    guard let old = try earlier.all()[subject.id], old.result.word != .failed,
      old.isFinal || inputs.isEmpty || handIn.isClosed(of: subject)
    else { return }
    let here = Set(inputs)
    let bound = handIn.bound(of: subject)
    let decisions = subject.setAside.filter { $0.setAside.finding == nil }
    func isSetAside(_ digest: Digest) -> Bool {
      decisions.contains {
        $0.input?.lowercased() == digest.hex || bound[$0.text]?.contains(digest) == true
      }
    }
    let gone = old.basis.inputs.filter(\.counts).map(\.digest).filter {
      !here.contains($0) && !isSetAside($0)
    }
    guard let first = gone.min() else { return }
    let now = result(of: SubjectSummary(of: subject, in: configuration.challenge), subject)
    throw DaymarkError(.inputGone) {
      $0.sha256 = first
      $0.reason = now.hasSameTerms(as: old) ? nil : .otherSettings
    }
  }

  /// The instant that a subject is read and decided for: that of its final verdict, or of one that somebody decided on
  /// after the deadline, where nothing has changed that may change it.
  ///
  /// - Parameter inputs: Those that are there, and whether they are set aside for when they came.
  func instant(
    of subject: Subject, among inputs: [(digest: Digest, isLate: Bool)]
  ) throws -> Instant {
    guard let old = try earlier.all()[subject.id], old.isFinal || isDecided(old, of: subject),
      let decided = old.basis.asOf,
      result(of: SubjectSummary(of: subject, in: configuration.challenge), subject)
        .hasSameTerms(as: old)
    else { return asOf }
    let (here, known) = (
      Set(inputs.map(\.digest)), Set(old.basis.inputs.map(\.digest))
    )
    let isSame =
      old.basis.inputs.allSatisfy { !$0.counts || here.contains($0.digest) }
      && inputs.allSatisfy { $0.isLate || known.contains($0.digest) }
    return isSame ? decided : asOf
  }

  /// Whether somebody decided on a verdict that waits for nothing but that: no later night is to ask them again.
  private func isDecided(_ old: RecordedResult, of subject: Subject) -> Bool {
    let isClosed = old.basis.phase == Phase.ended.rawValue && handIn.isClosed(of: subject)
    let becomesFinal = configuration.challenge.unreadUntil.map { asOf >= $0 } ?? false
    return isClosed && !becomesFinal && old.verdict != nil
      && decisions[subject.id]?.verdict.digest == old.verdict
  }

  func instant(of subject: Subject, _ summary: SubjectSummary) throws -> Instant {
    try instant(of: subject, among: summary.inputs.map { ($0.digest, $0.isLate) })
  }

  /// The final verdict that the one of an evidence takes the place of.
  func supersedes(
    _ evidence: Evidence, of subject: Subject, _ summary: SubjectSummary
  ) throws -> Supersedes? {
    let old = try earlier.all()[subject.id]
    guard old?.isFinal == true || old?.supersedes != nil || beginsNewBook else { return nil }
    let verdict = Digest(of: verdictDocument(evidence).canonicalBytes())
    if beginsNewBook, old == nil {
      let path = "\(path(of: summary))/\(OutputFile.verdict.rawValue)"
      guard let bytes = FileManager.default.contents(atPath: path),
        (try? JSONValue(parsing: bytes))?["final"] == .bool(true), Digest(of: bytes) != verdict
      else { return nil }
      return Supersedes(Digest(of: bytes), causes: [ChangeCause.bookNew.rawValue])
    }
    var decided = summary
    decided.verdict = evidence.verdict
    decided.files[OutputFile.verdict.rawValue] = verdict
    return result(of: decided, subject, since: old).supersedes
  }

  private func result(
    of summary: SubjectSummary, _ subject: Subject, since old: RecordedResult? = nil
  ) -> RecordedResult {
    let settings = configuration.settingsDigest(of: subject, sharedSettings)
    guard summary.verdict == nil else {
      return RecordedResult(of: summary, old, rule: configuration.rule, settings: settings)
    }
    return RecordedResult(
      result: SubjectResult(.failed, ""),
      basis: .init(of: summary, rule: configuration.rule, settings: settings))
  }
}
