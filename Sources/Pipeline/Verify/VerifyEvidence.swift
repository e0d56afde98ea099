import DaymarkConfiguration
public import DaymarkEmit
import DaymarkEvaluate
public import DaymarkIngest
public import DaymarkModel
import DaymarkStore
import Foundation

/// The result of checking an evidence document against the raw archives.
public struct EvidenceVerification: Sendable {
  /// The id of the subject that the document is about.
  public var subject: String
  /// The id of the challenge that the document is about.
  public var challenge: String
  /// The first of each section; empty when every byte is the same.
  public var differences: [EvidenceDifference]
  /// Flags that only other subjects' archives could show: the document's word stands.
  public var takenFlags: [QualityFlag]
  /// What the document's flags were compared with, where it says.
  public var claimedLimits: LimitsIdentity?
  /// What the archives were compared with.
  public var limits: LimitsIdentity
  /// What was found in the archives on the way.
  public var findings: [Finding]
}

/// Rebuilds an evidence document from raw archives and compares.
///
/// Each input is found by its SHA-256 among `archives`, whatever their names and order; others are not
/// read. The challenge, how the zone was resolved, the policy, the rule and `asOf` are the document's
/// own. So are its flags of what was handed in for two subjects, because only the others' archives
/// could show that.
///
/// - Parameters:
///   - path: The file of the document.
///   - archives: The files and folders that the run read; others are not looked at.
///   - sourcePriority: The run's own patterns, which may hold private names and are not in the
///     document.
///   - limits: What the run compared quality with; the shipped ones when `nil`.
///   - asOf: In place of the document's own.
///   - options: The limits on hostile archives.
///   - progress: Told how many more bytes of archive were read.
/// - Returns: The differences, if there are any.
/// - Throws: `DaymarkError`: `file.missing` or `evidence.unreadable` for the document,
///   `evidence.input_missing` with the `sha256` of an input that is not among `archives`, and what
///   reading an archive throws; `ConfigurationError` when the shipped limits are broken;
///   `CancellationError`.
public func verifyEvidence(
  at path: String, raw archives: [String], sourcePriority: [String] = [], limits: Limits? = nil,
  asOf: Instant? = nil,
  options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> EvidenceVerification {
  guard FileManager.default.fileExists(atPath: path) else {
    throw DaymarkError(.fileMissing, at: InputLocation(file: path))
  }
  let unreadable = DaymarkError(.evidenceUnreadable, at: InputLocation(file: path))
  guard let data = FileManager.default.contents(atPath: path) else { throw unreadable }
  let stored = Array(data)
  guard let document = try? JSONValue(parsing: stored), let claim = EvidenceClaim(document) else {
    throw unreadable
  }
  let raw = try ArchiveSet(archives) { _ in nil }.archives
  let inputs = try claim.inputs.map { digest in
    guard let archive = raw.first(where: { $0.digest == digest }) else {
      throw DaymarkError(
        .evidenceInputMissing, at: InputLocation(file: path)
      ) { $0.sha256 = digest }
    }
    return archive
  }
  let policies = Policies(
    manualEntries: claim.manualEntries, sourceOrder: SourceOrder(patterns: sourcePriority))
  let instant = asOf ?? claim.verdict.asOf
  let request = ReadingRequest(
    subjectZone: claim.subjectZone, challengeZone: claim.challenge.zone, policies: policies,
    asOf: instant, options: options)
  let fresh = try archiveAggregates(
    inputs, request, over: claim.challenge.period, progress: progress)
  let limits = try limits ?? shippedLimits
  let verdict = evaluate(
    claim.verdict.rule, on: fresh.aggregates, of: claim.challenge, asOf: instant,
    quality: qualityFlags(
      of: fresh.aggregates, in: claim.challenge, limits: limits, sharing: claim.verdict.sharing))
  let rebuilt = evidenceDocument(
    Evidence(
      toolVersion: daymarkVersion, challenge: claim.challenge, subject: Subject(id: claim.subject),
      policies: policies, inputs: fresh.evidenceInputs, aggregates: fresh.aggregates,
      rule: claim.verdict.rule, verdict: verdict, limits: limits))
  return EvidenceVerification(
    subject: claim.subject, challenge: claim.challenge.id,
    differences: try evidenceDifferences(stored: stored, rebuilt: rebuilt),
    takenFlags: claim.verdict.sharing, claimedLimits: claim.verdict.limits, limits: limits.identity,
    findings: fresh.aggregates.findings)
}
