import DaymarkAggregate
package import DaymarkModel
import DaymarkStore

/// One subject's days, and the inputs they come from.
package struct ArchiveAggregates: Hashable, Codable, Sendable {
  /// Its findings are those of the inputs and of their samples.
  package var aggregates: SubjectAggregates
  /// Ascending by digest, then the late ones.
  package var inputs: [InputFacts]
  /// By index of input: how many records each code rejected.
  package var rejected: [[FindingCode: Int]]
  /// How many of the inputs, the last ones, came too late and were set aside.
  package var lateInputs = 0
  /// When inputs were received, of those of which somebody said.
  package var receivedAt: [Digest: Instant] = [:]
}

/// One subject's archives through the first three rooms: read, normalised and aggregated.
///
/// Every command that needs days goes this way: `run`, `verify`, `aggregate`, `rules test`.
///
/// - Parameters:
///   - archives: As ``readArchives(_:_:over:progress:)`` takes them.
///   - period: Everything when `nil`.
/// - Throws: What ``readArchives(_:_:over:progress:)`` throws.
func archiveAggregates(
  _ archives: [ArchiveIdentity], _ request: ReadingRequest, over period: Period?,
  progress: (Int64) -> Void
) throws -> ArchiveAggregates {
  let (samples, facts, strays, late) = try readArchivesInTime(
    archives, request, over: period, progress: progress)
  let rejected = samples.rejected + late.map(setAside)
  var findings = facts.flatMap(\.findings) + strays + samples.findings
  if let period { findings += outsideFindings(of: samples, facts, period) }
  findings += late.flatMap(\.findings)
  // Samples are the bulk of the memory: handed over, not shared.
  var aggregates = aggregate(consume samples, over: period)
  aggregates.findings = findings + aggregates.findings
  try aggregates.sumStrength(request)
  try aggregates.sumFeats(request)
  var result = ArchiveAggregates(
    aggregates: aggregates, inputs: facts + late, rejected: rejected, lateInputs: late.count,
    receivedAt: request.late.receivedAt)
  result.aggregates.damage = result.evidenceInputs.damaged
  return result
}

/// All of a late input is, if it has anything.
private func setAside(_ input: InputFacts) -> [FindingCode: Int] {
  input.recordCount == 0 ? [:] : [.inputLate: input.recordCount]
}

extension ArchiveAggregates {
  /// What evidence says of the inputs.
  var evidenceInputs: [EvidenceInput] {
    inputs.indices.map { index in
      let facts = inputs[index]
      return EvidenceInput(
        format: facts.format, digest: facts.digest, bytes: facts.bytes,
        records: facts.recordCount, rejected: rejected[index], damage: facts.damage,
        limits: facts.passedLimits,
        receivedAt: receivedAt[facts.digest], isLate: index >= inputs.count - lateInputs,
        logRows: facts.logRows, daysFromNames: facts.daysFromNames)
    }
  }
}
