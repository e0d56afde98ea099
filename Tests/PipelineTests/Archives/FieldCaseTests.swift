import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Testing

/// What people really handed in to Apple's Health app, with the right figures.
@Suite(.enabled(if: SharedData.isPresent))
struct FieldCaseTests {
  /// `metric date value (kept beside)` of each day.
  private func days(_ file: String) throws -> [String] {
    try aggregateArchives(
      [SharedData.path("field/apple/" + file)], zone: Zone(name: "Europe/Berlin"),
      asOf: Instant(seconds: 1_775_000_000)
    ).aggregates.days.map { day in
      let beside = day.measure.alternate.map { " (\($0))" } ?? ""
      return "\(day.metric.id) \(day.day) \(day.value.map { "\($0)" } ?? "-")\(beside)"
    }
  }

  @Test func `what was typed in with a workout does not count`() throws {
    #expect(
      try days("t01-typed-workout.zip") == [
        "steps 2026-03-02 1000", "distanceWalkingRunning 2026-03-02 600",
      ])
  }

  @Test(arguments: ["d01-daylong-total.xml", "d02-instant-total.xml"])
  func `a phone that lay on a desk is no match for a total`(_ file: String) throws {
    #expect(try days(file) == ["distanceWalkingRunning 2026-03-02 7200 (2000)"])
  }

  @Test(arguments: ["d03-six-day-sample.xml", "d04-without-it.xml"])
  func `a record of six days takes nothing away`(_ file: String) throws {
    #expect(
      try days(file) == (2...4).map { "activeEnergy 2026-03-0\($0) 400" })
  }

  @Test(arguments: ["b01-old-unpacked-new-zip", "b03-both.zip"])
  func `two exports of one person never add up`(_ file: String) throws {
    #expect(try days(file) == ["steps 2026-03-02 1000", "steps 2026-03-11 1500"])
  }

  @Test(arguments: ["c01-pause-zip.zip", "c02-pause-loose"])
  func `a route adds nothing to its workout, wherever it lies`(_ file: String) throws {
    #expect(try days(file) == ["distanceWalkingRunning 2026-03-02 5040"])
  }

  @Test func `a file beside an export counts, too`() throws {
    let distances = try days("m05-evidence.zip").filter { $0.hasPrefix("distance") }
    #expect(
      distances == [
        "distanceWalkingRunning 2024-03-01 1386.68", "distanceWalkingRunning 2024-03-02 200",
      ])
  }

  @Test func `a watch and a phone of one name count once`() throws {
    #expect(try days("r30-same-name.xml") == ["steps 2026-03-02 1000"])
  }

  @Test func `a type of workout without a name of ours may be of any kind`() throws {
    let found = try aggregateArchives(
      [SharedData.path("field/apple/w02-raw.xml")], zone: Zone(name: "Europe/Berlin"),
      asOf: Instant(seconds: 1_775_000_000)
    ).aggregates
    #expect(found.sessions.map(\.activity.sportGap) == Array(repeating: .unknown, count: 4))
    #expect(found.findings.contains { $0.code == .activitySportUnknown && $0.count == 4 })
    // The export's records stand for themselves, so only sessions are open.
    #expect(found.openings.count == 4 && found.openings.allSatisfy(\.metrics.isEmpty))
  }

  private let healthAutoExport = [
    "steps 2026-03-02 8123", "distanceWalkingRunning 2026-03-02 6120",
  ]

  @Test(arguments: [
    "h01-HealthAutoExport-2026-03-02.json", "h03-HealthAutoExport-2026-03-02.csv",
  ])
  func `what Health Auto Export sums up is read`(_ file: String) throws {
    let found = try days(file)
    #expect(healthAutoExport.allSatisfy(found.contains), "\(found)")
  }

  @Test func `a table beside routes is read, and a route adds nothing to its workouts`() throws {
    let found = try days("h14-HealthAutoExport-with-routes.zip")
    #expect(found.filter { $0.hasPrefix("steps") } == (2...9).map { "steps 2026-03-0\($0) 8123" })
  }

  @Test func `workouts of Health Auto Export are sessions`() throws {
    let found = try aggregateArchives(
      [SharedData.path("field/apple/h04-Workouts-20260302_000000-20260302_235959.csv")],
      zone: Zone(name: "Europe/Berlin"), asOf: Instant(seconds: 1_775_000_000)
    ).aggregates
    #expect(found.sessions.map(\.activity.kind) == [.run])
    #expect(found.sessions[0].activity.values[.distanceMeters] == Quantity(5000))
    #expect(
      found.days.map { "\($0.metric.id) \(text($0.value))" } == [
        "steps 4800", "distanceWalkingRunning 5000", "activeEnergy 350",
      ])
  }

  private func text(_ value: Quantity?) -> String { value.map { "\($0)" } ?? "-" }

  @Test(arguments: [
    "h07-SimpleHealthExportCSV.zip", "a09-export.tar", "a09-export.tar.gz", "a09-export.xml.bz2",
    "a13-utf16le", "a16-txt-inside.zip",
  ])
  func `whatever it is packed or written in, the export is read`(_ file: String) throws {
    #expect(try days(file).contains("steps 2026-03-02 1000"))
  }

  @Test func `a 7z is read as a zip is`() throws {
    #expect(try days("e03-export.7z") == ["distanceWalkingRunning 2026-03-02 5040"])
  }

  @Test func `the clinical document alone is named`() throws {
    let error = try #require(throws: DaymarkError.self) { try days("a10-only-cda.zip") }
    #expect(error.finding.facts.reason == .clinical)
  }

  @Test func `Google Health of 2026 has active energy, sessions, and echoes that do not count`()
    throws
  {
    func read(_ file: String) throws -> [String] {
      try aggregateArchives(
        [SharedData.path("field/trackers/" + file)], zone: Zone(name: "Europe/Berlin"),
        asOf: Instant(seconds: 1_790_000_000)
      ).aggregates.days.map { "\($0.metric.id) \($0.day) \(text($0.value))" }
    }
    #expect(
      try read("google-health-2026-energy-exercise.zip") == [
        "distanceCycling 2026-07-02 21000", "activeEnergy 2026-07-02 300",
      ])
    #expect(
      try read("fitbit-google-health-two-sources.zip") == [
        "steps 2026-05-02 200", "distanceWalkingRunning 2026-05-02 161",
      ])
  }
}
