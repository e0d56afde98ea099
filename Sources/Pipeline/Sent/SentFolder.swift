import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
package import DaymarkReport
import Foundation

/// A subject's folder as the operator sent it, for a recipient without the store, the pipeline and
/// the archives.
package struct SentFolder: Sendable {
  let path: String
  let claim: EvidenceClaim
  let verdict: Verdict
  /// The content of `verdict.json`.
  let document: JSONValue
  let decision: PresentDecision?
  private let digests: [String: Digest]

  /// Whether a text is the path of a folder that an operator sent, and not the id of a challenge.
  ///
  /// A folder whose path contains `/` counts, whatever it contains, because nobody gives a
  /// challenge such an id.
  package static func isOne(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(OutputFile.evidence.rawValue)")
      || path.contains("/") && isFolder(path)
  }

  /// Reads the documents and compares them with each other, because a folder that contradicts
  /// itself must not be shown.
  ///
  /// - Throws: `DaymarkError` `file.missing` and `file.unreadable`; `evidence.unreadable` also for
  ///   a version whose verdicts had another meaning; `evidence.contradictory`; `ConfigurationError`
  ///   for shipped limits that are not valid.
  package init(at path: String) throws {
    let folder = SubjectFolder(at: path)
    func bytes(_ file: OutputFile) throws -> [UInt8] {
      let place = InputLocation(file: "\(path)/\(file.rawValue)")
      guard let stored = folder.files[file] else { throw DaymarkError(.fileMissing, at: place) }
      guard let bytes = stored.bytes else { throw DaymarkError(.fileUnreadable, at: place) }
      return bytes
    }
    let (evidence, stored) = (try bytes(.evidence), try bytes(.verdict))
    guard let claim = (try? JSONValue(parsing: evidence)).flatMap(EvidenceClaim.init),
      !claim.hasOlderVerdict
    else {
      throw DaymarkError(
        .evidenceUnreadable, at: InputLocation(file: "\(path)/\(OutputFile.evidence.rawValue)"))
    }
    let means = VerificationMeans()
    let checks = SubjectChecks(
      claim: claim, stored: evidence, folder: folder, means: means, limits: try means.usedLimits())
    let differences = try checks.ofFiles().flatMap(\.differences)
    guard differences.allSatisfy({ $0.kind == .missing || $0.kind == .toolVersion }),
      let document = try? JSONValue(parsing: stored),
      let verdict = Members<Verdict>.verdict.kind.value(stored)
    else { throw DaymarkError(.evidenceContradictory, at: InputLocation(file: path)) }
    (self.path, self.claim, self.verdict, self.document) = (path, claim, verdict, document)
    decision = folder.decision
    digests = folder.digests
  }

  /// Returns the digest of one of the folder's files; `nil` for a missing file.
  func digest(of file: OutputFile) -> Digest? { digests[file.rawValue] }
}

/// Explains the verdict of a subject from its folder alone.
///
/// - Throws: The errors of ``SentFolder/init(at:)``.
package func explainVerdict(ofFolder path: String) throws -> ExplainedVerdict {
  let folder = try SentFolder(at: path)
  let claim = folder.claim
  return ExplainedVerdict(
    challenge: claim.challenge, subject: claim.subject, zone: claim.zone, rule: claim.verdict.rule,
    verdict: folder.verdict, isEvaluatedAnew: false, document: folder.document, whyNot: nil,
    inputs: claim.knownInputs, decision: folder.decision)
}

extension SentFolder {
  /// Makes the report for the person's page.
  ///
  /// The folder has neither times within days nor the records of each source, so the report lacks
  /// them.
  ///
  /// - Throws: `ConfigurationError` for shipped limits that are not valid.
  func report() throws -> SubjectReport {
    let limits = try shippedLimits
    var report = SubjectReport(
      of: verdict, by: claim.verdict.rule, claim.subject, on: claim.measuredAggregates,
      in: claim.challenge, toolVersion: claim.document["tool"]?.string("version") ?? "?")
    (report.decision, report.inputs, report.files) = (decision, claim.knownInputs, digests)
    report.limits = limits.identity == verdict.quality.limits ? limits : nil
    report.isAlone = true
    return report
  }
}

extension EvidenceClaim {
  /// The inputs, each with its history in earlier runs.
  var knownInputs: [EvidenceInput] {
    let history = inputHistory
    return inputRows.map { input in
      var input = input
      input.history = history[input.digest]
      return input
    }
  }

  /// The days, with the figures that limits are compared with.
  fileprivate var measuredAggregates: SubjectAggregates {
    var aggregates = aggregates
    let rows = Dictionary(qualityRows.map { ("\($0.day) \($0.metric)", $0) }) { first, _ in first }
    for index in aggregates.days.indices {
      let day = aggregates.days[index]
      guard let row = rows["\(day.day) \(day.metric)"] else { continue }
      aggregates.days[index].isComplete = row.isComplete
      aggregates.days[index].measure.naive = row.naive ?? .zero
      aggregates.days[index].measure.figures = row.figures
    }
    return aggregates
  }
}

/// Makes the report for the picture of a subject's verdict, from its folder alone.
///
/// - Throws: The errors of ``SentFolder/init(at:)``.
package func subjectReport(ofFolder path: String) throws -> SubjectReport {
  try SentFolder(at: path).report()
}

/// Writes the page of a subject from its folder alone.
///
/// - Parameters:
///   - path: The folder as it was sent.
///   - target: The folder for the page, which is made if it does not exist.
///   - words: The sentences of findings.
///   - fileMode: The permissions of the page.
/// - Throws: The errors of ``SentFolder/init(at:)``; `file.unwritable`.
package func writeReport(
  ofFolder path: String, to target: String, words: ReportWords, fileMode: FileMode
) throws -> ReportSummary {
  let page = try ReportPages(words: words).subject(SentFolder(at: path).report())
  let file = "\(target)/\(ReportFile.subject.rawValue)"
  try makeFolder(target, mode: fileMode)
  _ = try putFile(Array(page.utf8), at: file, mode: fileMode)
  try flushFolder(target)
  var written = ReportSummary()
  written.subjects = [file]
  return written
}
