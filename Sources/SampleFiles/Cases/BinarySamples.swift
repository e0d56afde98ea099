/// The binary samples, zips and FIT files, which this generator writes and nobody by hand.
///
/// Text samples are the files themselves under `samples/`. What each must aggregate to stands beside it in
/// `expected/`, worked out by a person.
package enum BinarySamples {
  /// The contents of the files by their path under `samples/`.
  package static func files() throws -> [String: [UInt8]] {
    let groups = [
      try healthFiles(),
      fitFiles,
      try stravaFiles(),
      try garminFiles(),
      try fitbitFiles(),
      try healthConnectFiles(),
      try inboxFiles(),
      try lifterFiles(),
      try monthFiles(),
    ]
    return Dictionary(uniqueKeysWithValues: groups.joined().map { ($0.key, $0.value) })
  }

  /// The Apple Health exports of single cases, by their folder.
  private static func healthFiles() throws -> [String: [UInt8]] {
    let exports = [mergingCases, dayCases, documentCases, challengeCases].joined()
    return Dictionary(
      uniqueKeysWithValues: try exports.map { folder, export in
        let entry = healthEntries[folder] ?? "apple_health_export/export.xml"
        return ("\(folder)/input/export.zip", try export.zip(entry: entry))
      })
  }

  /// The document's path in the zip where it is not the usual one.
  private static let healthEntries = [
    "apple-health/kilojoules-and-miles": "Export.xml",
    "apple-health/heart-rate": "apple_health_export/导出.xml",
  ]
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
