import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A whole account export against figures that were worked out beside it.
@Suite(.enabled(if: SharedData.isPresent))
struct GarminExportTests {
  private let path = SharedData.path("account-exports/garmin-export.zip")

  private func aggregates() throws -> SubjectAggregates {
    let zone = try #require(Zone(id: "America/New_York"))
    return try aggregateArchives([path], zone: zone, asOf: Instant(seconds: 1_780_272_000))
      .aggregates
  }

  private func expected() throws -> JSONValue {
    let url = URL(fileURLWithPath: SharedData.path("account-exports/expected.json"))
    return try #require(
      try JSONValue(parsing: Data(contentsOf: url))["garmin-export.zip"])
  }

  @Test func `every figure of a day is the expected one`() throws {
    guard case .object(let days)? = try expected()["daily"] else {
      return #expect(Bool(false))
    }
    let aggregates = try aggregates()
    let metrics: [String: Metric] = [
      "steps": .steps, "walk_run_distance_m": .distanceWalkingRunning,
      "cycling_distance_m": .distanceCycling, "active_kcal": .activeEnergy,
      "floors": .flightsClimbed, "hr_min": .heartRate, "hr_max": .heartRate,
    ]
    for (date, figures) in days {
      guard case .object(let figures) = figures else { continue }
      for (name, value) in figures {
        let metric = try #require(metrics[name])
        let day = aggregates.days.first { "\($0.day)" == date && $0.metric == metric }
        let found =
          switch name {
          case "hr_min": day?.heartRate?.minimum
          case "hr_max": day?.heartRate?.maximum
          default: day?.value
          }
        #expect(found.map { JSONValue.number($0) } == value, "\(date) \(name)")
      }
    }
  }

  @Test func `each session counts once, and the sum of others not at all`() throws {
    guard case .object(let activities)? = try expected()["activities"] else {
      return #expect(Bool(false))
    }
    let sessions = try aggregates().sessions
    #expect(sessions.count == activities.count)
    let fields: [String: ActivityField] = [
      "distance_m": .distanceMeters, "duration_s": .activeSeconds, "kcal": .kilocalories,
      "steps": .steps,
    ]
    for (id, figures) in activities {
      guard case .object(let figures) = figures else { continue }
      #expect(
        sessions.contains { session in
          figures.allSatisfy { name, value in
            fields[name].flatMap { session.activity.values[$0] }.map { JSONValue.number($0) }
              == value
          }
        }, "\(id)")
    }
  }
}
