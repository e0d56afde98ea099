import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Real and realistic files of every provider, each day and session of which must count once.
///
/// Single accounts are held where their formats are; here is what comes of several together.
@Suite(.enabled(if: SharedData.isPresent))
struct EveryTrackerTests {
  @Test(arguments: ["strava-2019-06", "strava-de", "strava-en-uk", "strava-en-us-nnbsp"])
  func `every Strava account gives the expected sessions`(folder: String) throws {
    let account = try Figures(of: ["account-exports/\(folder)"], in: "Europe/Berlin")
    let expected = try JSONValue(
      parsing: Data(
        contentsOf: URL(fileURLWithPath: SharedData.path("account-exports/expected.json"))))
    guard case .array(let activities)? = expected["strava"]?["activities"] else {
      return #expect(Bool(false))
    }
    // What was typed in is none; the oldest table has only the first two.
    let sessions = activities.filter { $0["rejected"] == nil }
      .prefix(folder == "strava-2019-06" ? 2 : 3)
    #expect(account.sessions.count == sessions.count)
    for (session, activity) in zip(account.sessions, sessions) {
      #expect(activity["start_utc"] == .string(session.activity.start.description))
      // A GPX file's points, too, are scaled to the row's distance.
      let meters = session.activity.values[.distanceMeters].map { JSONValue.number($0) }
      #expect(activity["distance_m"] == meters, "\(session.activity.start)")
      let length = session.activity.end.milliseconds - session.activity.start.milliseconds
      #expect(activity["elapsed_s"] == .number(Int(length / 1000)), "\(session.activity.start)")
      // The oldest table knows neither energy nor steps.
      if folder != "strava-2019-06" {
        let energy = session.activity.values[.kilocalories].map { JSONValue.number($0) }
        #expect(activity["calories"] == energy, "\(session.activity.start)")
      }
      let steps = session.activity.values[.steps].map { JSONValue.number($0) }
      #expect(activity["steps"] == steps ?? .null, "\(session.activity.start)")
    }
  }

  @Test(
    arguments: [
      ["fit", "tcx"], ["tcx", "fit"], ["fit", "gpx"], ["gpx", "fit"], ["tcx", "gpx"],
      ["gpx", "tcx"], ["fit", "tcx", "gpx"], ["gpx", "tcx", "fit"], ["tcx", "fit", "gpx"],
      ["fit", "fit"],
    ])
  func `one run counts once, whatever files it is handed in as`(formats: [String]) throws {
    let run = try Figures(of: formats.map { "\($0)/clean_run.\($0)" }, in: "UTC")
    try #require(run.sessions.count == 1)
    #expect(run.sessions[0].inputs.count == Set(formats).count)
    #expect(run.sessions[0].activity.kind == .run)
    // 100 points, five seconds apart.
    #expect(run.day("2024-03-01", .heartRate)?.heartRate?.count == 100)
    // TCX states 1386.7 m. From the points of the others it can only be computed: 99 times 14 m.
    let distance = try #require(run["2024-03-01", .distanceWalkingRunning])
    #expect(formats.contains("tcx") ? distance == "1386.7" : distance.hasPrefix("1386."))
  }

  @Test func `a file that chains one session twice counts it once`() throws {
    let run = try Figures(of: ["fit/activity-activity-filecrc.fit"], in: "UTC")
    #expect(run.sessions.count == 1)
    #expect(run["2012-04-09", .distanceWalkingRunning] == "5.73")
  }

  @Test func `a real run in a Strava export and from the device counts once in its day`() throws {
    let device = "fit/gap-2022-05-29-15-53-35_Laufen_Landal_Park.fit"
    for paths in [["strava-export", device], [device, "strava-export"], [device]] {
      let run = try Figures(of: paths, in: "Europe/Berlin")
      #expect(run.sessions.count == 1)
      #expect(run["2022-05-29", .distanceWalkingRunning] == "3322.95")
      // 2 × 1672 strides.
      #expect(run["2022-05-29", .steps] == "3344")
      #expect(run["2022-05-29", .activeEnergy] == "262")
    }
  }

  /// Nine accounts and lists of one person.
  ///
  /// In New York all their clocks agree: five hours behind.
  ///
  /// 2 March: the Fitbit goes before Garmin, whose 7900 steps are kept beside it: 40 + 110 + 60 steps and
  /// 28 + 77 + 42 m; as its calories never rise above rest, the energy is Garmin's. 3 and 4 March are
  /// Garmin's alone. On the 5th Garmin's zeros stand, with the runs beside them. On the 6th a ride of
  /// 40 kcal, a swim of 380 and a strength session of 230; on the 7th swims of 1000 m each, 250 and 240
  /// kcal, and a ride of 750. The session of the 8th was typed in.
  @Test func `everything that one person may have gives each day once`() throws {
    let accounts = [
      "strava-2019-06", "strava-de", "strava-en-uk", "strava-en-us-nnbsp", "garmin-export.zip",
      "fitbit-takeout.zip", "garmin-health-api-dailies.json", "garmin-Activities.csv",
      "garmin-Activities-decimal-comma.csv",
    ].map { "account-exports/\($0)" }
    let all = try Figures(of: accounts, in: "America/New_York")
    let expected: [Metric: [String: String]] = [
      .steps: ["02": "210", "03": "4000", "04": "12900", "05": "0"],
      .distanceWalkingRunning: ["02": "147", "03": "3000", "04": "10725", "05": "0"],
      .distanceCycling: ["03": "12500", "06": "3280", "07": "39000"],
      .distanceSwimming: ["06": "1500", "07": "2000"],
      .activeEnergy: [
        "02": "356", "03": "420", "04": "596", "05": "0", "06": "650", "07": "1240",
      ],
      .flightsClimbed: ["02": "2", "03": "10", "05": "0"],
    ]
    for (metric, days) in expected {
      let found = all.days.filter { $0.metric == metric && $0.value != nil }
      let figures = found.map { ("\($0.day)", $0.value.map { "\($0)" } ?? "") }
      let dated = days.map { ("2026-03-\($0)", $1) }
      #expect(Dictionary(uniqueKeysWithValues: figures) == Dictionary(uniqueKeysWithValues: dated))
    }
    #expect(
      all.sessions.map { "\($0.day) \($0.activity.kind)" }.sorted() == [
        "2026-03-02 run", "2026-03-05 run", "2026-03-05 run", "2026-03-06 cycle",
        "2026-03-06 strength", "2026-03-06 swim", "2026-03-07 cycle", "2026-03-07 swim",
        "2026-03-07 swim",
      ])
    // Copies that are equal in every field are one; the others fill in what the standing one lacks.
    let run = try #require(all.sessions.first { $0.activity.steps == "340" })
    #expect(run.inputs.count > 1)
    let turned = try Figures(of: accounts.reversed(), in: "America/New_York")
    #expect(turned.days == all.days)
    #expect(turned.sessions == all.sessions)
    // A folder that they lie in, as one input; what nothing recognises in it changes nothing.
    let scratch = try ScratchFolder()
    for account in accounts + ["account-exports/expected.json"] {
      let url = URL(fileURLWithPath: SharedData.path(account))
      try FileManager.default.copyItem(
        atPath: url.path, toPath: "\(scratch.path)/\(url.lastPathComponent)")
    }
    let folder = try Figures(ofPaths: [scratch.path], in: "America/New_York")
    #expect(folder.printed == all.printed)
    #expect(folder.sessions.map(\.activity.start) == all.sessions.map(\.activity.start))
  }
}

extension Activity {
  fileprivate var steps: String? { values[.steps].map { "\($0)" } }
}

/// What files below the shared folder come to.
private struct Figures {
  var days: [DailyAggregate]
  var sessions: [Session]

  init(of paths: [String], in zone: String) throws {
    try self.init(ofPaths: paths.map { SharedData.path($0) }, in: zone)
  }

  init(ofPaths paths: [String], in zone: String) throws {
    let result = try aggregateArchives(
      paths, zone: Zone(id: zone),
      asOf: Instant(seconds: 1_780_272_000))
    days = result.aggregates.days
    sessions = result.aggregates.sessions
  }

  func day(_ date: String, _ metric: Metric) -> DailyAggregate? {
    days.first { "\($0.day)" == date && $0.metric == metric }
  }

  /// Every day's values.
  var printed: [String] {
    days.map {
      "\($0.day) \($0.metric) \(String(describing: $0.value)) \(String(describing: $0.heartRate))"
    }
  }

  /// A day's value as it is printed.
  subscript(date: String, metric: Metric) -> String? {
    day(date, metric)?.value.map { "\($0)" }
  }
}
