import DaymarkAggregate
package import DaymarkIngest
public import DaymarkModel
import DaymarkStore

/// Reads the archives of one subject and aggregates their days, without a pipeline or a store, and
/// without writing files.
///
/// - Parameters:
///   - paths: Archives, compressed or plain files, or folders, in any order. An archive given twice
///     counts once.
///   - zone: The time zone that decides which day a sample belongs to. `nil` infers it from the
///     archives.
///   - period: The days that are aggregated. `nil` takes all days.
///   - asOf: The latest plausible time for archives that do not state their export date.
/// - Returns: The days and sessions, the facts of the archives, and the findings.
/// - Throws: `DaymarkError` for the first unreadable archive when no archive can be read;
///   `CancellationError`.
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
///   - progress: Called with the number of bytes of archive that were read since the last call.
/// - Returns: The days and sessions, with the facts of the archives.
/// - Throws: `DaymarkError` for the first unreadable archive when no archive can be read;
///   `CancellationError`.
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

/// Hashes each archive once and orders the archives by their digests.
func archivesByDigest(_ paths: [String]) throws -> [ArchiveIdentity] {
  // A single archive keeps the path as it was given: the path's last part is the input's name in
  // findings.
  if paths.count == 1 { return [try ArchiveIdentity(hashing: paths[0])] }
  return try ArchiveSet(paths) { _ in nil }.archives
}

/// One explained day, with the inputs that it comes from.
package struct ArchiveDay: Sendable {
  /// The day with the values that each source gave.
  package var explanation: DayExplanation
  /// The inputs, at the indices that `Session.inputs` refers to.
  package var inputs: [InputFacts]
  /// The findings of the inputs and of their samples.
  package var findings: [Finding]
}

/// Explains how one day of one subject's archives came about.
///
/// The parameters and the errors are those of
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
