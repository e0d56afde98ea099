import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Testing

/// What people hand in of two apps, and a session that nobody ended, from the files to the sessions.
@Suite(.enabled(if: SharedData.isPresent))
struct TwoAppsTests {
  private func aggregates(_ path: String, _ unit: LoadUnit) throws -> SubjectAggregates {
    var options = ReadOptions()
    options.logs = LogSettings(loadUnit: unit)
    let asOf = try #require(Instant(rfc3339: "2026-12-01T00:00:00Z"))
    return try aggregateArchives(
      [SharedData.path("field/logs/" + path)], zone: Zone(name: "Europe/Berlin"), asOf: asOf,
      options: options
    ).aggregates
  }

  private func days(_ found: SubjectAggregates) -> [String] {
    found.strength.map { "\($0.day)" }
  }

  /// Each app's clock is some seconds, or some hours, off the other's; one says pounds by nothing.
  @Test(arguments: LoadUnit.allCases)
  func `the same sessions of two apps count once`(_ unit: LoadUnit) throws {
    let hevy = try aggregates("strong-and-hevy", unit)
    #expect(days(hevy) == ["2026-09-01", "2026-09-03"])
    #expect(hevy.strength.map(\.sets.count) == [2, 1])
    #expect(hevy.findings.first { $0.code == .sessionsSame }?.count == 2)
    let fitbod = try aggregates("strong-and-fitbod-same-sessions", unit)
    #expect(days(fitbod) == ["2026-10-25"])
    #expect(fitbod.strength.map(\.sets.count) == [2])
  }

  @Test func `a session of 24 hours keeps its sets and loses its length`() throws {
    let found = try aggregates("strong-forgot-to-finish.csv", .kilogram)
    #expect(days(found) == ["2026-09-01", "2026-09-03"])
    #expect(found.strength.map(\.sets.count) == [1, 2])
    #expect(found.strength.map { $0.end == nil } == [false, true])
    #expect(found.findings.filter { $0.code.level == .damage }.isEmpty)
    #expect(found.findings.contains { $0.code == .logSessionTooLong })
  }
}
