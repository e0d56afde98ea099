import DaymarkDocuments
import DaymarkExamine
package import DaymarkIngest
package import DaymarkModel
import DaymarkNormalize
import DaymarkStore
import Foundation

/// What the Health exports of a file show, each by itself.
package struct AloneExamination: Sendable {
  /// One for each Health export, in the order of the file.
  package var dossiers: [Dossier]
  /// What was not understood of the file.
  package var findings: [Finding]
  /// What is the same of copies of the file, packed or not.
  var fingerprint: [Digest]

  /// The number of questions of all of them.
  package var questions: Int { dossiers.reduce(0) { $0 + $1.questions } }
}

/// Reads the Health exports of a file and says what is unusual in each; see Examine, "One export by itself".
///
/// - Parameters:
///   - zone: Decides days; inferred from the export when `nil`.
///   - asOf: Bounds plausible times where the export does not state its date.
///   - calibration: The operator's own counts of honest exports.
///   - options: The limits on hostile archives, and how much is read at once.
///   - progress: Called with the number of bytes that were read since the last call.
/// - Throws: `DaymarkError` with `examine.no_health_export` where there is none, else for what cannot be read;
///   `CancellationError`.
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
      // Of several in one file each is named.
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
  /// Whether it is an export of a store of health data, such as the Health app.
  var isOfHealthStore: Bool { facts.sources.contains(where: \.provider.isHealthStore) }
}

/// Examines a Health export of each file of a folder, and counts.
///
/// - Returns: The counts, and how many files and folders hold no sound Health export, or a copy of one that was counted.
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
      // What a damaged export lacks may be what a check looks for.
      let isDamaged = file.findings.contains { $0.code.incompleteDays == .every }
      // The bound is one for people, who have one export each: of several in a file the last.
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

/// What lies in a folder, ascending, but for what is hidden.
private func names(in folder: String) throws -> [String] {
  do {
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  } catch {
    let isThere = FileManager.default.fileExists(atPath: folder)
    throw DaymarkError(isThere ? .fileUnreadable : .fileMissing, at: InputLocation(file: folder))
  }
}

/// Reads the counts that ``write(_:to:)`` wrote.
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

/// Writes counts of honest exports, in place of what the file had.
///
/// - Throws: `DaymarkError` with `file.unwritable`.
package func write(_ calibration: Calibration, to path: String) throws {
  _ = try putFile(Members<Calibration>.calibration.kind.bytes(calibration), at: path)
}
