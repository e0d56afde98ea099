/// A sample archive: one file under `samples/`, written by this generator and never by hand.
///
/// What it must aggregate to stands beside it in `expected/`, worked out by a person.
public struct SampleCase: Sendable {
  /// Its folder under `samples/`, such as `apple-health/phone-and-watch`.
  public let folder: String
  public let export: HealthExport
  /// Path of the document in the zip.
  let entry: String

  init(
    _ folder: String, _ export: HealthExport, entry: String = "apple_health_export/export.xml"
  ) {
    self.folder = folder
    self.export = export
    self.entry = entry
  }

  /// Path of the archive under `samples/`.
  public var path: String { "\(folder)/input/export.zip" }

  /// The archive's bytes.
  public func bytes() throws -> [UInt8] { try export.zip(entry: entry) }

  /// Every committed sample.
  public static var all: [SampleCase] { mergingCases + dayCases + documentCases + challengeCases }
}

/// A sleep record, which Daymark ignores but for the zone in its metadata: only sleep and workouts
/// state one.
func sleep(_ zone: String, _ start: ExportTime, _ end: ExportTime) -> HealthRecord {
  HealthRecord(
    type: "HKCategoryTypeIdentifierSleepAnalysis", source: .watch(), unit: nil, created: end,
    start: start, end: end, value: "HKCategoryValueSleepAnalysisAsleepCore",
    metadata: [.timeZone(zone)])
}
