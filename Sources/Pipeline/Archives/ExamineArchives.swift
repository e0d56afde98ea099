import DaymarkExamine
package import DaymarkIngest
package import DaymarkModel
import DaymarkNormalize
import DaymarkStore

/// The comparison of an export with an earlier one, and the findings of both.
package struct ExportExamination: Sendable {
  package var comparison: ExportComparison
  /// The findings of the two inputs, without those that say that one input's records were left out
  /// in favour of the other's.
  package var findings: [Finding]
}

/// Reads two exports of one person and compares the later one with the earlier one.
///
/// - Parameters:
///   - zone: The time zone of days. `nil` infers it from the exports.
///   - asOf: The latest plausible time for an export that does not state its date.
///   - options: The limits on hostile archives, and how much is read at once.
///   - progress: Called with the number of bytes that were read since the last call.
/// - Throws: `DaymarkError` with `examine.incomparable` for exports that cannot be compared, with
///   `examine.order` for exports given in the wrong order, or with the finding for the first that
///   cannot be read; `CancellationError`.
package func examineExport(
  _ later: String, against earlier: String, zone: Zone? = nil, asOf: Instant,
  options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> ExportExamination {
  var parameters = ReadingParameters(
    subjectZone: zone, challengeZone: nil, policies: Policies(), asOf: asOf, options: options)
  (parameters.keptExports, parameters.setsFilesAside) = (.all, false)
  parameters.mostSets = Normalizer.mostCountedSets
  // The archives keep the paths as they were given: a path's last part is the input's name in
  // findings.
  let archives = try [later, earlier].map { try ArchiveIdentity(hashing: $0) }
  guard archives[0].digest != archives[1].digest else {
    throw incomparable(later, .sameFile)
  }
  let (samples, facts, _) = try readArchives(
    ReadingJob(archives: archives, parameters: parameters), progress: progress)
  for (facts, path) in zip(facts, [later, earlier]) {
    if facts.format == .unread, let finding = facts.findings.first { throw DaymarkError(finding) }
    // An export with records healed from the other one counts as damaged too: healed records are
    // not what the person handed in.
    let code = facts.damage.first ?? facts.findings.first { $0.code == .inputHealed }?.facts.finding
    if let code { throw incomparable(path, .damaged, code) }
  }
  for (archive, path) in zip(archives, [later, earlier]) {
    let several = samples.exports.count { $0.isOfHealthStore && $0.facts.digest == archive.digest }
    if several > 1 { throw incomparable(path, .severalExports) }
  }
  guard let (last, first) = comparable(samples.exports, archives.map(\.digest)) else {
    throw incomparable(later, .otherProvider)
  }
  guard
    let comparison = compareExports(
      last, against: first, sources: samples.sources, zone: samples.zone.zone)
  else { throw incomparable(later, .nothingRecorded) }
  if comparison.later.end < comparison.earlier.end {
    throw DaymarkError(.examineOrder, at: InputLocation(file: later)) { $0.path = earlier }
  }
  let findings = facts.flatMap(\.findings) + samples.findings
  return ExportExamination(
    comparison: comparison, findings: findings.filter { $0.code.level != .policy })
}

private func incomparable(
  _ path: String, _ reason: Finding.Reason, _ code: FindingCode? = nil
) -> DaymarkError {
  DaymarkError(.examineIncomparable, at: InputLocation(file: path)) {
    ($0.reason, $0.finding) = (reason, code)
  }
}

/// Finds one part of each input such that both parts have sources of one provider; Health exports
/// come first.
private func comparable(
  _ exports: [ExportContents], _ digests: [Digest]
) -> (later: ExportContents, earlier: ExportContents)? {
  let parts = digests.map { digest in exports.filter { $0.facts.digest == digest } }
  let pairs = parts[0].flatMap { later in parts[1].map { (later: later, earlier: $0) } }
  func providers(_ export: ExportContents) -> Set<Provider> {
    Set(export.facts.sources.map(\.provider))
  }
  let alike = pairs.filter { !providers($0.later).isDisjoint(with: providers($0.earlier)) }
  return alike.first { providers($0.later).contains { $0.isHealthStore } } ?? alike.first
}
