import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

// The rules that keep a final verdict unchanged; see Pipelines, "Final".

extension EarlierRuns {
  /// Returns the finding that an input of a subject's final verdict is missing, so that the subject
  /// cannot be decided; `nil` where all are there.
  ///
  /// After the hand-in has closed the same holds for every verdict, with the inputs that counted in
  /// the closing run. Before that it holds where no input is left, because a participant hardly
  /// empties the folder.
  ///
  /// - Returns: `input.gone`, with the `reason` `otherSettings` where a setting has changed that may
  ///   change a final verdict.
  func goneInput(of subject: Subject, among inputs: [Digest]) throws -> Finding? {
    guard let old = try results.all()[subject.id], old.result.word != .failed,
      old.isFinal || inputs.isEmpty || handIn.isClosed(of: subject)
    else { return nil }
    let here = Set(inputs)
    let settledNames = handIn.settledNames(of: subject)
    let waivers = subject.setAside.filter { $0.waiver.leavesInputOut }
    func isSetAside(_ digest: Digest) -> Bool {
      waivers.contains {
        $0.input?.lowercased() == digest.hex || settledNames[$0.text]?.contains(digest) == true
      }
    }
    let gone = old.basis.inputs.filter(\.counts).map(\.digest).filter {
      !here.contains($0) && !isSetAside($0)
    }
    guard let first = gone.min() else { return nil }
    let now = terms(of: subject)
    return Finding(.inputGone) {
      $0.sha256 = first
      $0.reason = now.hasSameTerms(as: old) ? nil : .otherSettings
    }
  }

  /// Returns the finding for which a subject cannot be decided on a reading made elsewhere; `nil`
  /// for a reading that can be used.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - inputs: The inputs of the reading.
  ///   - archives: The digests of everything that the subject handed in, also of files without data.
  ///   - folder: The folder of the readings.
  func refusal(
    of subject: Subject, _ inputs: [EvidenceInput], among archives: [Digest], in folder: String
  ) throws -> Finding? {
    try known(of: subject).refusal(of: inputs, in: folder)
      ?? goneInput(of: subject, among: archives)
  }
}

extension SubjectProcessor {
  /// Returns the instant that a subject is decided for, after it was read.
  func instant(of subject: Subject, _ summary: SubjectSummary) throws -> Instant {
    try earlier.known(of: subject).instant(for: summary.inputs) ?? asOf
  }

  /// The final verdict that the verdict of an evidence replaces; `nil` where it replaces none.
  func supersedes(
    _ evidence: Evidence, of subject: Subject, _ summary: SubjectSummary
  ) throws -> Supersedes? {
    let old = try earlier.results.all()[subject.id]
    guard old?.isFinal == true || old?.supersedes != nil || beginsNewBook else { return nil }
    let verdict = Digest(of: verdictBytes(evidence))
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
    return earlier.result(of: decided, subject, since: old).supersedes
  }
}
