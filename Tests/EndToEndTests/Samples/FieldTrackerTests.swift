import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Testing

/// Files of trackers that people could not get counted, remade by others with the right figures beside them.
@Suite(.enabled(if: SharedData.isPresent))
struct FieldTrackerTests {
  /// The days as `date metric value`, with the lowest and highest heart rate, and the codes of what was found.
  private func read(_ file: String) throws -> (days: [String], codes: [String]) {
    let zone = try #require(Zone(id: "Europe/Berlin"))
    let path = SharedData.path("field/" + file)
    let found = try aggregateArchives([path], zone: zone, asOf: Instant(seconds: 1_782_000_000))
      .aggregates
    func text(_ value: Quantity?) -> String { value?.description ?? "none" }
    let days = found.days.map { day in
      let rates = day.heartRate.map { text($0.minimum) + "-" + text($0.maximum) }
      return "\(day.day) \(day.metric.id) \(rates ?? text(day.value))"
    }
    return (days.sorted(), found.findings.map(\.code.rawValue).sorted())
  }

  @Test(arguments: ["behind-event", "in-order"])
  func `a reading written behind an event is of its day`(order: String) throws {
    let found = try read("trackers/monitoring-t16-\(order).fit")
    #expect(
      found.days == [
        "2026-05-01 activeEnergy 300", "2026-05-01 distanceWalkingRunning 7200",
        "2026-05-01 steps 9000",
      ])
    #expect(found.codes.isEmpty)
  }

  @Test func `an account export has no phantom day`() throws {
    let days = try read("trackers/garmin-export-phantom-day.zip").days
    #expect(
      days.filter { $0.hasPrefix("2026-05-02") } == [
        "2026-05-02 activeEnergy 90", "2026-05-02 distanceWalkingRunning 2400",
        "2026-05-02 steps 3000",
      ])
  }

  @Test func `a cycle is two steps`() throws {
    let days = try read("trackers/monitoring-cycles-to-distance.fit").days
    #expect(days.contains("2026-05-03 distanceWalkingRunning 6400"))
  }

  @Test(arguments: ["elapsed-shorter-than-timer", "last-lap-missing"])
  func `an hour counts whole, whatever its session leaves out`(file: String) throws {
    let found = try read("trackers/fit-\(file).fit")
    #expect(
      found.days == [
        "2026-05-03 activeEnergy 100", "2026-05-03 distanceWalkingRunning 12000",
        "2026-05-03 heartRate 100-160",
      ])
    #expect(found.codes.isEmpty)
  }

  @Test func `a clock that jumps leaves nothing on the days between`() throws {
    let found = try read("trackers/fit-clock-jump.fit")
    // 2,000 and 9,800 m of a track that lacks the jump, of 12,000; and 10 and 49 minutes of 100 kcal.
    #expect(
      found.days == [
        "2026-05-03 activeEnergy 16.95", "2026-05-03 distanceWalkingRunning 2033.9",
        "2026-05-03 heartRate 100-110", "2026-05-23 activeEnergy 83.05",
        "2026-05-23 distanceWalkingRunning 9966.1", "2026-05-23 heartRate 111-160",
      ])
    #expect(found.codes == ["time.clock_set"])
  }

  @Test func `laps alone are a session`() throws {
    #expect(
      try read("trackers/fit-laps-only.fit").days == ["2026-05-03 distanceWalkingRunning 12000"])
  }

  @Test func `an app's field goes before the device's zero`() throws {
    #expect(
      try read("trackers/fit-developer-overrides-zero.fit").days
        == ["2026-05-03 distanceSwimming 1250"])
  }

  @Test func `the one point of another clock is dropped and said`() throws {
    let gpx = try read("trackers/gpx-time-first-future.gpx")
    #expect(gpx.days == ["2026-05-03 distanceWalkingRunning 9840.76"])
    #expect(gpx.codes == ["time.other_clock"])
    let tcx = try read("trackers/tcx-first-point-future.tcx")
    #expect(
      tcx.days == [
        "2026-04-10 activeEnergy 100", "2026-04-10 distanceWalkingRunning 2000",
        "2026-04-10 heartRate 121-130",
      ])
    #expect(tcx.codes == ["time.other_clock"])
  }

  @Test func `times without a zone and times that are none say so`() throws {
    #expect(try read("trackers/tcx-no-zone.tcx").codes == ["time.clock_assumed"])
    let malformed = try read("trackers/gpx-space-time.gpx")
    #expect(malformed.days.isEmpty && Set(malformed.codes) == ["time.malformed"])
  }

  @Test(arguments: [
    ("gpx-no-type.gpx", "2026-04-10", "2001.51"),
    ("fit-no-session-no-sport.fit", "2026-05-03", "12000"),
  ])
  func `nothing is guessed of a session without a sport, and sport says it`(
    _ file: String, _ day: String, _ meters: String
  ) throws {
    let path = SharedData.path("field/trackers/" + file)
    let zone = Zone(id: "Europe/Berlin")
    let asOf = Instant(seconds: 1_782_000_000)
    let found = try aggregateArchives([path], zone: zone, asOf: asOf).aggregates
    #expect(found.findings.map(\.code) == [.activitySportMissing])
    #expect(!found.days.contains { $0.metric.isDistance })
    let opening = try #require(found.openings.first)
    #expect(opening.code == .activitySportMissing && opening.days?.lowerBound.description == day)
    var policies = Policies()
    policies.logs.sports = [SportStatement(all: .run)]
    let run = try aggregateArchives([path], zone: zone, policies: policies, asOf: asOf).aggregates
    #expect(run.openings.isEmpty && run.findings.isEmpty)
    let distance = run.days.first { $0.metric == .distanceWalkingRunning }
    #expect(distance?.value?.description == meters)
  }

  @Test func `the straight line over twenty minutes without points does not count`() throws {
    let found = try read("apple/g03-gap-in-one-segment.gpx")
    #expect(found.days == ["2026-03-02 distanceWalkingRunning 5034.21"])
    #expect(found.codes == ["track.gap"])
  }
}

extension Metric {
  fileprivate var isDistance: Bool {
    [.distanceWalkingRunning, .distanceCycling, .distanceSwimming].contains(self)
  }
}
