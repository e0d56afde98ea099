/// A sample: what lies in the `input/` of one folder under `samples/`, written by this generator and
/// never by hand.
///
/// What it must aggregate to stands beside it in `expected/`, worked out by a person.
package struct SampleCase: Sendable {
  /// Its folder under `samples/`, such as `apple-health/phone-and-watch`.
  package let folder: String
  private let make: @Sendable () throws -> [String: [UInt8]]

  /// - Parameter files: Contents by path below `input/`. One file is the input; several are the
  ///   folder that somebody hands in.
  init(_ folder: String, _ files: @escaping @Sendable () throws -> [String: [UInt8]]) {
    self.folder = folder
    make = files
  }

  /// An Apple Health export.
  ///
  /// - Parameter entry: Path of the document in the zip.
  init(
    _ folder: String, _ export: HealthExport, entry: String = "apple_health_export/export.xml"
  ) {
    self.init(folder) { ["export.zip": try export.zip(entry: entry)] }
  }

  /// An account export: a zip of these members, in their order.
  init(_ folder: String, zip name: String, _ members: [(path: String, content: [UInt8])]) {
    self.init(folder) { [name: try zip(members)] }
  }

  /// Its files: contents by path under `samples/`.
  package func files() throws -> [String: [UInt8]] {
    let contents = try make().map { ("\(folder)/input/\($0)", $1) }
    return Dictionary(uniqueKeysWithValues: contents)
  }

  /// Every committed sample.
  package static var all: [SampleCase] {
    [
      mergingCases,
      dayCases,
      documentCases,
      challengeCases,
      fitCases,
      trackCases,
      stravaCases,
      garminCases,
      fitbitCases,
      workoutLogCases,
      tableLogCases,
      textLogCases,
      documentLogCases,
      strengthCases,
      featCases,
    ].flatMap(\.self)
  }
}

/// A zip of these members, in their order; one may be a zip itself.
func zip(_ members: [(path: String, content: [UInt8])]) throws(SampleError) -> [UInt8] {
  let writer = try ZipWriter()
  for member in members {
    try writer.begin(member.path, size: member.content.count)
    try writer.write(member.content)
  }
  return try writer.finish()
}

/// A sleep record, which Daymark ignores but for the zone in its metadata: only sleep and workouts
/// state one.
func sleep(_ zone: String, _ start: ExportTime, _ end: ExportTime) -> HealthRecord {
  HealthRecord(
    type: "HKCategoryTypeIdentifierSleepAnalysis", source: .watch(), unit: nil, created: end,
    start: start, end: end, value: "HKCategoryValueSleepAnalysisAsleepCore",
    metadata: [.timeZone(zone)])
}
