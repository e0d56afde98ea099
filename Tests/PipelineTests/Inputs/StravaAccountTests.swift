import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Testing

/// Whole Strava exports: rows and the activity files beside them.
struct StravaAccountTests {
  private let asOf = Instant(seconds: 1_780_272_000)

  private func aggregates(_ paths: String...) throws -> SubjectAggregates {
    try aggregateArchives(
      paths.map(SharedData.path), zone: Zone(id: "Europe/Berlin"), asOf: asOf
    ).aggregates
  }

  /// The session of activity 12866632127 in the export, which the device's own file has too.
  @Test(.enabled(if: SharedData.isPresent))
  func `a real row, its file and the device's file are one session`() throws {
    let device = "fit/gap-2022-05-29-15-53-35_Laufen_Landal_Park.fit"
    let both = try aggregates("strava-export", device)
    #expect(both.sessions.count == 1)
    let session = try #require(both.sessions.first)
    #expect(session.inputs.count == 2)
    #expect(session.activity.kind == .run)
    #expect(session.activity.start.description == "2022-05-29T15:53:35Z")
    let values = session.activity.values
    // 3322.95 m, 262 kcal and 2 × 1672 strides of the file; the row says the same.
    #expect(values[.distanceMeters] == Quantity(microUnits: 3_322_950_000))
    #expect(values[.kilocalories] == Quantity(microUnits: 262_000_000))
    #expect(values[.steps] == Quantity(microUnits: 3_344_000_000))
    #expect(!both.findings.contains { $0.code == .activityFileMissing })
  }

  @Test(
    .enabled(if: SharedData.isPresent),
    arguments: ["strava-de", "strava-en-uk", "strava-en-us-nnbsp"])
  func `rows and their files are three sessions, and what was typed in is none`(
    folder: String
  ) throws {
    let all = try aggregates("account-exports/\(folder)")
    #expect(
      all.sessions.map(\.activity.start.description) == [
        "2026-03-05T17:00:00Z", "2026-03-06T06:30:00Z", "2026-03-07T17:00:00Z",
      ])
    #expect(all.sessions.map(\.activity.kind) == [.run, .cycle, .swim])
    #expect(all.findings.contains { $0.code == .sampleManual && $0.count == 1 })
    #expect(!all.findings.contains { $0.code == .activityFileMissing })
    // Energy that a GPX file has not is the row's.
    #expect(all.sessions[1].activity.values[.kilocalories] == Quantity(microUnits: 40_000_000))
  }
}
