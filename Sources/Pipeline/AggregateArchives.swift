import DaymarkAggregate
public import DaymarkIngest
public import DaymarkModel
import DaymarkStore

/// One subject's days, and the inputs they come from.
public struct ArchiveAggregates: Sendable {
  /// Its findings are those of the inputs and of their samples.
  public var aggregates: SubjectAggregates
  /// Ascending by digest.
  public var inputs: [InputFacts]
  /// By index of input: how many records each code rejected.
  public var rejected: [[FindingCode: Int]]
}

/// Aggregates archives of one subject, without pipeline, store or files.
///
/// - Parameters:
///   - paths: Archives, compressed or plain files, or folders, in any order; one given twice counts
///     once.
///   - zone: Decides days; inferred from the archives when `nil`.
///   - period: Everything when `nil`.
///   - asOf: Bounds plausible times where an archive does not state its export date.
///   - progress: Told how many more bytes of archive were read.
/// - Throws: `DaymarkError` for the first archive that cannot be read; `CancellationError`.
public func aggregateArchives(
  _ paths: [String], zone: Zone? = nil, period: Period? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> ArchiveAggregates {
  let request = ReadingRequest(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf, options: options)
  return try aggregated(inOrder(paths), request, over: period, progress: progress)
}

/// The archives in the order of their digests, which a single one has without being hashed.
func inOrder(_ paths: [String]) throws -> [(path: String, digest: Digest?)] {
  if paths.count == 1 { return [(paths[0], nil)] }
  return try ArchiveSet(paths) { _ in nil }.archives.map { ($0.path, $0.digest) }
}

func aggregated(
  _ archives: [(path: String, digest: Digest?)], _ request: ReadingRequest, over period: Period?,
  progress: (Int64) -> Void
) throws -> ArchiveAggregates {
  let (samples, facts) = try readArchives(archives, request, progress: progress)
  let rejected = samples.rejected
  let findings = facts.flatMap(\.findings) + samples.findings
  // Samples are the bulk of the memory: handed over, not shared.
  var aggregates = aggregate(consume samples, over: period)
  aggregates.findings = findings + aggregates.findings
  return ArchiveAggregates(aggregates: aggregates, inputs: facts, rejected: rejected)
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
