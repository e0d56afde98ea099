import DaymarkAggregate
package import DaymarkIngest
package import DaymarkModel

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
/// ``aggregateArchives(_:zone:period:policies:asOf:options:limits:progress:)``.
package func explainArchivesDay(
  _ paths: [String], _ day: CivilDay, zone: Zone? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), limits: [ReadLimit: Int] = [:],
  progress: (Int64) -> Void = { _ in }
) throws -> ArchiveDay {
  let request = ReadingRequest(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf,
    options: options.setting(limits))
  let (samples, facts, setAside) = try readArchives(
    archivesByDigest(paths), request, progress: progress)
  let findings = facts.flatMap(\.findings) + setAside + samples.findings
  return ArchiveDay(
    explanation: explainDay(consume samples, day), inputs: facts, findings: findings)
}
