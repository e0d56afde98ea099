import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Real files against two independent decoders, fitdecode and Garmin's SDK.
///
/// Where both read a file their session totals agree. Where they differ:
/// * `antfs-dump.63` and `compressed-speed-distance`: the SDK throws on compressed timestamps, so we
///   follow fitdecode, and the CSV beside the file. Their times count from when the watch was switched
///   on, so the session has no date and the records are counted as such.
/// * `activity-settings-nodata`, `strava-android-app`: both stop with an error at the damage, and so
///   do we, with a finding; the sessions before it agree.
/// * `chained_Activity_activity_poolswim`: fitdecode's lowest rate of records is 1, the SDK's 0; a rate
///   of zero is missing, as fitdecode has it, so 1. `tormoder-0134902991` has rates of 0 alone: none.
/// * `20170518-191602` is of a rowing machine: the watch states 0 m, and an app's own field, which both
///   decoders show beside it, 6,163 m. In its last lap the app's calories are 0, and the watch's count.
/// * Beats of straps are averaged by the SDK into one rate for each record. We keep each beat: the
///   lowest and the highest are the same, the mean is that of more samples.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
struct FITSharedTests {
  private static let expected: [String: JSONValue] = {
    let data = FileManager.default.contents(atPath: SharedData.path("fit/expected.json")) ?? Data()
    guard case .object(let files)? = try? JSONValue(parsing: data) else { return [:] }
    return files
  }()

  private static let kinds: [String: ActivityKind] = [
    "running": .run, "cycling": .cycle, "swimming": .swim, "walking": .walk, "rowing": .row,
    "hiking": .hike,
  ]

  /// What is wrong with the damaged ones.
  private static let codes: [String: [String]] = [
    "activity-activity-filecrc.fit": ["activity.crc_mismatch"],
    "activity-filecrc.fit": ["activity.crc_mismatch"],
    // The second part has a header and three bytes.
    "activity-settings-nodata.fit": ["activity.truncated"],
    "activity-unexpected-eof.fit": ["activity.truncated"],
    "antfs-dump.63.fit": ["time.malformed"],
    "compressed-speed-distance.fit": ["time.malformed"],
    "2023-01-13_heartratef.fit": ["activity.skipped"],
    "20170518-191602-1740899583.fit": ["activity.developer_zero"],
    // Its size is 17 bytes too large, too, and one of its records is of 2085.
    "strava-android-app-201.10-b1218918.fit": [
      "activity.malformed", "activity.truncated", "time.other_clock",
    ],
  ]

  /// Of sessions whose native distance is 0, what the app's own field states.
  private static let developerDistances = ["20170518-191602-1740899583.fit": 6163.0]

  @Test(arguments: expected.keys.sorted())
  func `totals agree with two decoders`(_ file: String) throws {
    let facts = try #require(Self.expected[file]?["fitdecode"])
    let reading = try IngestedInput(of: SharedData.path("fit/" + file))
    #expect(reading.codes == Self.codes[file] ?? [])
    let sessions = Self.sessions(facts)
    if sessions.isEmpty {
      #expect(reading.activities.count == (Self.number(facts["records"]) ?? 0 > 0 ? 1 : 0))
    } else {
      try #require(reading.activities.count == sessions.count)
    }
    for (activity, session) in zip(reading.activities, sessions) {
      expect(activity, session, developerDistance: Self.developerDistances[file])
    }
    try expectRates(reading, file: file)
    expectOffset(reading, facts["activity"])
  }

  private static func sessions(_ facts: JSONValue) -> [JSONValue] {
    guard case .array(let sessions)? = facts["sessions"] else { return [] }
    return sessions
  }

  private static func number(_ value: JSONValue?) -> Double? {
    if case .number(let number)? = value { number } else { nil }
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private func expect(
    _ activity: ActivityRecord, _ session: JSONValue, developerDistance: Double?
  ) {
    let sport = Self.text(session["sport"]) ?? ""
    if let kind = Self.kinds[sport] { #expect(activity.kind == kind) }
    if let start = Self.text(session["start_time"]).flatMap(Instant.init(rfc3339:)) {
      #expect(activity.start == .at(start))
      if let elapsed = Self.number(session["total_elapsed_time_s"]) {
        let milliseconds = Int64((elapsed * 1000).rounded())
        #expect(activity.end == .at(start.advanced(byMilliseconds: milliseconds)))
      }
    }
    // What a session does not say may come from its laps and records.
    func expectEqual(_ amount: WrittenAmount?, _ key: String, isZeroMissing: Bool = false) {
      guard let value = Self.number(session[key]) else { return }
      let isMissing = isZeroMissing && value == 0
      #expect(IngestTests.number(amount) == (isMissing ? nil : value), "\(key)")
    }
    expectEqual(activity.duration, "total_timer_time_s")
    if let developerDistance {
      #expect(Self.number(session["total_distance_m"]) == 0)
      #expect(IngestTests.number(activity.distance) == developerDistance)
    } else {
      expectEqual(activity.distance, "total_distance_m")
    }
    expectEqual(activity.energy, "total_calories_kcal")
    expectEqual(activity.averageHeartRate, "avg_heart_rate", isZeroMissing: true)
    expectEqual(activity.maximumHeartRate, "max_heart_rate", isZeroMissing: true)
    expectEqual(activity.elevationGain, "total_ascent_m")
    let cycles = Self.number(session["total_cycles_raw"]) ?? 0
    let isOnFoot = ["running", "walking", "hiking"].contains(sport)
    let steps = isOnFoot && cycles > 0 ? cycles * 2 : nil
    #expect(IngestTests.number(activity.steps) == steps)
  }

  private func expectRates(_ reading: IngestedInput, file: String) throws {
    let rates = reading.track.compactMap { $0.heartRate?.microUnits }
    guard let merged = Self.expected[file]?["garmin_fit_sdk"]?["merged_record_hr"],
      let minimum = Self.number(merged["min"]), let maximum = Self.number(merged["max"]),
      maximum > 0
    else { return }
    #expect(rates.min() == Int64(max(1, minimum)) * 1_000_000)
    #expect(rates.max() == Int64(maximum) * 1_000_000)
  }

  private func expectOffset(_ reading: IngestedInput, _ activity: JSONValue?) {
    guard let offset = Self.number(activity?["utc_offset_s"]) else { return }
    let rounded = Int((offset / 900).rounded()) * 900
    #expect(reading.facts.earliestOffset?.seconds == (abs(rounded) <= 50_400 ? rounded : nil))
  }

  @Test(arguments: expected.keys.sorted())
  func `sets agree`(_ file: String) throws {
    guard let sets = Self.expected[file]?["fitdecode"]?["sets"],
      let count = Self.number(sets["count"])
    else { return }
    let active = try IngestedInput(of: SharedData.path("fit/" + file)).activities.flatMap(\.sets)
    // A rest is part of the set before it.
    #expect(Double(active.count { $0.rest != nil }) <= count - Double(active.count))
    #expect(Double(active.count) == Self.number(sets["active"]))
    #expect(
      Double(active.reduce(0) { $0 + ($1.repetitions ?? 0) }) == Self.number(sets["reps_total"]))
    let volume = active.reduce(Int64(0)) {
      $0 + Int64($1.repetitions ?? 0) * ($1.load?.mass?.microUnits ?? 0)
    }
    #expect(Double(volume) / 1e6 == Self.number(sets["volume_kg"]))
  }

  @Test(arguments: [
    "antfs-dump.63.fit", "garmin-fr935-cr.fit", "sample_mulitple_header.fit",
    "chained_Activity_activity_poolswim.fit", "strava-android-app-201.10-b1218918.fit",
    "2019-02-17-062644-ELEMNT-297E-195-0.fit",
  ])
  func `no chunk size changes anything`(_ file: String) throws {
    let path = SharedData.path("fit/" + file)
    let whole = try IngestedInput(of: path)
    for size in [7, 1000] { #expect(try IngestedInput(of: path, chunkBytes: size) == whole) }
  }

  @Test func `compressed speed and distance are those of the table beside the file`() throws {
    let path = SharedData.path("fit/compressed-speed-distance")
    let table = try String(contentsOfFile: path + "-records.csv", encoding: .utf8)
    let rows = table.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",").map { Double($0) }
    }
    let part = try #require(try fitParts(of: path + ".fit").first)
    // The first record says nothing, and is not in the table.
    let points = part.points.dropFirst()
    try #require(points.count == rows.count)
    for (point, row) in zip(points, rows) {
      #expect(Double(point.time) == row[0])
      #expect(Double(point.heartRate) == (row[1] ?? 0) * 1e6)
      #expect(point.distance.map { Double($0) / 1e6 } == row[3])
    }
  }
}
