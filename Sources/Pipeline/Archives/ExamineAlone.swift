import DaymarkDocuments
import DaymarkExamine
package import DaymarkIngest
package import DaymarkModel
import DaymarkNormalize
import DaymarkStore
import Foundation

/// The examination of the Health exports in one file, each by itself.
package struct AloneExamination: Sendable {
  /// One dossier per Health export, in the order of the exports in the file.
  package var dossiers: [Dossier]
  /// The findings of reading the file.
  package var findings: [Finding]
  /// Digests that are the same for every copy of the file, compressed or not.
  var fingerprint: [Digest]

  /// The number of questions in all dossiers.
  package var questions: Int { dossiers.reduce(0) { $0 + $1.questions } }
}

/// Reads the Health exports of a file and lists what is unusual in each; see Examine, "One export
/// by itself".
///
/// - Parameters:
///   - zone: The time zone of days. `nil` infers it from the export.
///   - asOf: The latest plausible time for an export that does not state its date.
///   - calibration: The operator's own counts of honest exports.
///   - options: The limits on hostile archives, and how much is read at once.
///   - progress: Called with the number of bytes that were read since the last call.
/// - Throws: `DaymarkError` with `examine.no_health_export` for a file without a Health export, or
///   with the finding for a file that cannot be read; `CancellationError`.
package func examineExport(
  _ path: String, zone: Zone? = nil, asOf: Instant, calibration: Calibration? = nil,
  options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> AloneExamination {
  var parameters = ReadingParameters(
    subjectZone: zone, challengeZone: nil, policies: Policies(), asOf: asOf, options: options)
  (parameters.keptExports, parameters.setsFilesAside) = (.all, false)
  parameters.mostSets = Normalizer.mostCountedSets
  let job = ReadingJob(archives: [try ArchiveIdentity(hashing: path)], parameters: parameters)
  let (samples, facts, _) = try readArchives(job, progress: progress)
  if let finding = facts.first(where: { $0.format == .unread })?.findings.first {
    throw DaymarkError(finding)
  }
  let exports = samples.exports.filter(\.isOfHealthStore)
  let dossiers = exports.compactMap { export in
    examine(
      export, sources: samples.sources, zone: samples.zone.zone,
      honest: calibration?.added(to: shippedHonestCounts) ?? shippedHonestCounts
    ).map { dossier in
      var dossier = dossier
      // Several exports in one file need names that tell them apart.
      if exports.count > 1, let entry = export.facts.entry { dossier.export.name += "!\(entry)" }
      return dossier
    }
  }
  if dossiers.isEmpty {
    throw DaymarkError(.examineNoHealthExport, at: InputLocation(file: path))
  }
  let findings = facts.flatMap(\.findings) + samples.findings
  let documents = exports.flatMap(\.facts.documentDigests)
  return AloneExamination(
    dossiers: dossiers, findings: findings.filter { $0.code.level != .policy },
    fingerprint: documents.isEmpty ? facts.map(\.digest) : documents)
}

extension ExportContents {
  /// Whether the export comes from a store of health data, such as the Health app.
  var isOfHealthStore: Bool { facts.sources.contains(where: \.provider.isHealthStore) }
}

/// Examines one Health export per file of a folder and counts what its checks show.
///
/// - Returns: The counts, and the number of files and folders that were passed over because they
///   hold no sound Health export or a copy of a counted one.
/// - Throws: `file.missing`, `file.unreadable`; `CancellationError`.
package func calibrate(
  _ folder: String, asOf: Instant, options: ReadOptions = ReadOptions()
) throws -> (calibration: Calibration, passedOver: Int) {
  var calibration = Calibration()
  var passedOver = 0
  var counted: Set<[Digest]> = []
  for name in try names(in: folder) {
    try Task.checkCancellation()
    do {
      let file = try examineExport("\(folder)/\(name)", asOf: asOf, options: options)
      // A check may look for exactly what a damaged export lacks.
      let isDamaged = file.findings.contains { $0.code.incompleteDays == .every }
      // The calibration bounds a rate per person. A person has one export, so the last of several
      // in a file counts.
      let last = file.dossiers.max { $0.export.end < $1.export.end }
      if let last, !isDamaged, counted.insert(file.fingerprint).inserted {
        calibration.add(last)
      } else {
        passedOver += 1
      }
    } catch let error as DaymarkError where !error.finding.code.isOfSystem {
      passedOver += 1
    }
  }
  return (calibration, passedOver)
}

/// Lists the names in a folder in ascending order, without hidden ones.
private func names(in folder: String) throws -> [String] {
  do {
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  } catch {
    let isThere = FileManager.default.fileExists(atPath: folder)
    throw DaymarkError(isThere ? .fileUnreadable : .fileMissing, at: InputLocation(file: folder))
  }
}

/// Reads the counts from a file that ``write(_:to:)`` wrote.
///
/// - Throws: `DaymarkError` with `file.missing`, `file.unreadable`, or `examine.calibration_malformed`.
package func loadCalibration(at path: String) throws -> Calibration {
  guard let file = StoredFile(at: path, followsLinks: true) else {
    throw DaymarkError(.fileMissing, at: InputLocation(file: path))
  }
  guard let bytes = file.bytes else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: path))
  }
  let read = Members<Calibration>.calibration.kind.value(bytes)
  guard let calibration = read, calibration.isSound else {
    throw DaymarkError(.examineCalibrationMalformed, at: InputLocation(file: path))
  }
  return calibration
}

/// Writes the counts of honest exports, replacing the file.
///
/// - Throws: `DaymarkError` with `file.unwritable`.
package func write(_ calibration: Calibration, to path: String) throws {
  _ = try putFile(Members<Calibration>.calibration.kind.bytes(calibration), at: path)
}
