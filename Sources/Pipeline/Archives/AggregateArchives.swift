import DaymarkAggregate
package import DaymarkIngest
public import DaymarkModel
import DaymarkStore

/// Reads the archives of one subject and adds up their days, without pipeline, store or files.
///
/// - Parameters:
///   - paths: Archives, compressed or plain files, or folders, in any order; one given twice counts once.
///   - zone: Decides days; inferred from the archives when `nil`.
///   - period: Everything when `nil`.
///   - asOf: Bounds plausible times where an archive does not state its export date.
/// - Returns: The days, with what was found in the archives.
/// - Throws: `DaymarkError` for the first archive that cannot be read, when none can; `CancellationError`.
public func aggregateArchives(
  _ paths: [String], zone: Zone? = nil, period: Period? = nil, asOf: Instant
) throws -> ArchiveAggregates {
  try aggregateArchives(paths, zone: zone, period: period, policies: Policies(), asOf: asOf)
}

/// Reads the archives of one subject as ``aggregateArchives(_:zone:period:asOf:)`` does, under stated policies.
///
/// - Parameters:
///   - policies: The order of sources, and whether typed-in values count.
///   - options: The limits on hostile archives, and how much is read at once.
///   - progress: Told how many more bytes of archive were read.
/// - Returns: The days and sessions, with the facts of the archives.
/// - Throws: `DaymarkError` for the first archive that cannot be read, when none can; `CancellationError`.
package func aggregateArchives(
  _ paths: [String], zone: Zone? = nil, period: Period? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> ArchiveAggregates {
  let parameters = ReadingParameters(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf, options: options)
  return try readAggregates(
    ReadingJob(archives: archivesByDigest(paths), parameters: parameters, period: period),
    progress: progress)
}

/// The archives in the order of their digests, each hashed once.
func archivesByDigest(_ paths: [String]) throws -> [ArchiveIdentity] {
  // By the path as it was given: its last part is the input's name.
  if paths.count == 1 { return [try ArchiveIdentity(hashing: paths[0])] }
  return try ArchiveSet(paths) { _ in nil }.archives
}

/// One explained day, and the inputs that it comes from.
package struct ArchiveDay: Sendable {
  /// The day with what each source gave.
  package var explanation: DayExplanation
  /// The inputs, by the positions of `Session.inputs`.
  package var inputs: [InputFacts]
  /// Those of the inputs and of their samples.
  package var findings: [Finding]
}

/// Explains how one day of one subject's archives came about.
///
/// Parameters and errors are those of
/// ``aggregateArchives(_:zone:period:policies:asOf:options:progress:)``.
package func explainArchivesDay(
  _ paths: [String], _ day: CivilDay, zone: Zone? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> ArchiveDay {
  let parameters = ReadingParameters(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf, options: options)
  let (samples, facts, setAside) = try readArchives(
    ReadingJob(archives: archivesByDigest(paths), parameters: parameters), progress: progress)
  let findings = facts.flatMap(\.findings) + setAside + samples.findings
  return ArchiveDay(
    explanation: explainDay(consume samples, day), inputs: facts, findings: findings)
}
