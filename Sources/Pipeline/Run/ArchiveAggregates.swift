import DaymarkAggregate
public import DaymarkModel
import DaymarkStore

/// One subject's days, and the inputs they come from.
public struct ArchiveAggregates: Codable, Sendable {
  /// Its findings are those of the inputs and of their samples.
  public var aggregates: SubjectAggregates
  /// Ascending by digest.
  public var inputs: [InputFacts]
  /// By index of input: how many records each code rejected.
  public var rejected: [[FindingCode: Int]]
}

/// One subject's archives through the first three rooms: read, normalised and aggregated.
///
/// Every command that needs days goes this way: `run`, `verify`, `aggregate`, `rules test`.
///
/// - Parameters:
///   - archives: As ``readArchives(_:_:progress:)`` takes them.
///   - period: Everything when `nil`.
/// - Throws: What ``readArchives(_:_:progress:)`` throws.
func archiveAggregates(
  _ archives: [ArchiveIdentity], _ request: ReadingRequest, over period: Period?,
  progress: (Int64) -> Void
) throws -> ArchiveAggregates {
  let (samples, facts) = try readArchives(archives, request, progress: progress)
  let rejected = samples.rejected
  let findings = facts.flatMap(\.findings) + samples.findings
  // Samples are the bulk of the memory: handed over, not shared.
  var aggregates = aggregate(consume samples, over: period)
  aggregates.findings = findings + aggregates.findings
  var result = ArchiveAggregates(aggregates: aggregates, inputs: facts, rejected: rejected)
  result.aggregates.damage = result.evidenceInputs.damaged
  return result
}

extension ArchiveAggregates {
  /// What evidence says of the inputs.
  var evidenceInputs: [EvidenceInput] {
    zip(inputs, rejected).map { facts, rejected in
      EvidenceInput(
        format: facts.format, digest: facts.digest, bytes: facts.bytes,
        records: facts.recordCount, rejected: rejected, damage: facts.damage)
    }
  }
}
