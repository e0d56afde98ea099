/// The binary samples, zips and FIT files, which are generated.
///
/// Text samples are the files under `samples/`. The expected result of each is in `expected/`,
/// worked out by a person.
package enum BinarySamples {
  /// Returns the contents of the files, by their paths under `samples/`.
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

  /// Returns the Apple Health exports of single cases, by their folders.
  private static func healthFiles() throws -> [String: [UInt8]] {
    let exports = [mergingCases, dayCases, documentCases, challengeCases].joined()
    return Dictionary(
      uniqueKeysWithValues: try exports.map { folder, export in
        let entry = healthEntries[folder] ?? "apple_health_export/export.xml"
        return ("\(folder)/input/export.zip", try export.zip(entry: entry))
      })
  }

  /// The document's path in the zip, where it is not the usual one.
  private static let healthEntries = [
    "apple-health/kilojoules-and-miles": "Export.xml",
    "apple-health/heart-rate": "apple_health_export/导出.xml",
  ]
}

/// Returns a zip of members in their order.
///
/// A member may be a zip itself.
func zip(_ members: [(path: String, content: [UInt8])]) throws(SampleError) -> [UInt8] {
  let writer = try ZipWriter()
  for member in members {
    try writer.begin(member.path, size: member.content.count)
    try writer.write(member.content)
  }
  return try writer.finish()
}

/// Returns a sleep record.
///
/// Daymark uses only the time zone in its metadata, which otherwise only workouts state.
func sleep(_ zone: String, _ start: ExportTime, _ end: ExportTime) -> HealthRecord {
  HealthRecord(
    type: "HKCategoryTypeIdentifierSleepAnalysis", source: .watch(), unit: nil, created: end,
    start: start, end: end, value: "HKCategoryValueSleepAnalysisAsleepCore",
    metadata: [.timeZone(zone)])
}
