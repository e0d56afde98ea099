import DaymarkModel
import Testing

@testable import DaymarkIngest

struct SportNameTests {
  @Test(arguments: [
    ("Run", ActivityKind.run, false), ("Trail Run", .run, false), ("TrailRun", .run, false),
    ("Virtual Run", .run, true), ("Walk", .walk, false), ("Hike", .hike, false),
    ("E-Bike Ride", .cycle, false), ("VirtualRide", .cycle, true), ("Swim", .swim, false),
    ("Weight Training", .strength, false), ("HighIntensityIntervalTraining", .hiit, false),
    ("Yoga", .yoga, false), ("Rowing", .row, false), ("VirtualRow", .row, true),
    ("Kitesurf", .other, false), ("", .other, false), ("Radfahrt", .cycle, false),
    ("Course à pied", .run, false), ("Natación", .swim, false), ("Corsa", .run, false),
    ("Caminhada", .walk, false), ("Fietsrit", .cycle, false), ("Krafttraining", .strength, false),
    // Touring on skis, which is no hike though its name holds one.
    ("Ski de randonnée", .other, false),
  ])
  func `Strava's types are known, also in other languages`(
    _ name: String, _ kind: ActivityKind, _ isIndoor: Bool
  ) {
    let sport = Sport(named: name)
    #expect(sport.kind == kind && sport.isIndoor == isIndoor)
  }

  @Test(arguments: [
    ("street_running", ActivityKind.run, false), ("TREADMILL_RUNNING", .run, true),
    ("Lap Swimming", .swim, true), ("open_water_swimming", .swim, false),
    ("e_bike_mountain", .cycle, false), ("indoor_rowing", .row, true),
    ("indoor_climbing", .other, true), ("strength_training", .strength, false),
    ("Cycling - road", .cycle, false), ("resort_skiing_snowboarding", .other, false),
  ])
  func `what is not listed is known by its words`(
    _ name: String, _ kind: ActivityKind, _ isIndoor: Bool
  ) {
    let sport = Sport(named: name)
    #expect(sport.kind == kind && sport.isIndoor == isIndoor)
  }

  @Test(arguments: ["Löprunda", "Juoksu", "Hardloop training", "ランニング", "99"])
  func `a name of which nothing is known is told of`(_ name: String) {
    #expect(Sport(named: name).gap == .unknown && Sport(named: name).kind == .other)
  }

  @Test(arguments: [
    "", "--", "Other", "Alpine Ski", "AlpineSki", "indoor_climbing", "Laufen", "9",
    "bikeToRunTransition_v2", "snow_shoe_ws", "team_sports", "e_enduro_mtb", "wheelchair_push_run",
  ])
  func `a name that is known, or none, is not told of`(_ name: String) {
    #expect(Sport(named: name).gap != .unknown)
  }

  @Test(arguments: ["Bike to Run Transition", "wheelchair_push_run", "swimToBikeTransition_v2"])
  func `transitions and wheelchairs are other, as in FIT files`(_ name: String) {
    #expect(Sport(named: name).kind == .other)
  }

  @Test func `an older Strava export numbers its types`() {
    #expect(Sport(named: "9").kind == .run && !Sport(named: "9").isIndoor)
    #expect(Sport(named: "99").kind == .other && !Sport(named: "99").isIndoor)
  }
}
