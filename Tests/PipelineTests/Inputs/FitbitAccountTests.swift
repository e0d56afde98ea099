import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A Fitbit Takeout.
struct FitbitAccountTests {
  private let asOf = Instant(seconds: 1_780_272_000)

  @Test(.enabled(if: SharedData.isPresent))
  func `an export gives the days of the person's zone, once`() throws {
    let path = SharedData.path("account-exports/fitbit-takeout.zip")
    let found = try aggregateArchives([path], asOf: asOf)
    // 04:30 UTC of 3 March is still 2 March in Los Angeles; its zone stands in the profile.
    let values = found.aggregates.days.map {
      "\($0.day) \($0.metric.id) \($0.value.map { "\($0)" } ?? "none")"
    }
    #expect(
      Set(values.filter { !$0.contains("heartRate") }) == [
        "2026-03-02 steps 210", "2026-03-02 distanceWalkingRunning 147",
        "2026-03-02 flightsClimbed 2",
      ])
    let rate = try #require(found.aggregates.days.first { $0.metric == .heartRate })
    #expect(rate.heartRate?.minimum == Quantity(62) && rate.heartRate?.maximum == Quantity(88))
    #expect(found.aggregates.days.count == 4)
    #expect(found.aggregates.findings.isEmpty)
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `a folder counts the same as its archive`() throws {
    let path = SharedData.path("account-exports/fitbit-takeout.zip")
    let scratch = try ScratchFolder()
    for member in try zipMembers(ofFileAt: path) {
      try scratch.write(member.content, to: "unpacked/" + member.name)
    }
    let zip = try aggregateArchives([path], asOf: asOf)
    let folder = try aggregateArchives([scratch.path + "/unpacked"], asOf: asOf)
    #expect(folder.aggregates.days == zip.aggregates.days)
  }
}
