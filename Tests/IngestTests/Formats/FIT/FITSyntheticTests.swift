import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// Made files, each with one difficulty, and what two other decoders and a person say of them.
@Suite(.enabled(if: SharedData.isPresent)) struct FITSyntheticTests {
  /// One activity as `expected.json` describes it.
  private struct Expected: Decodable {
    var sport: Int
    var start: String
    var records: Int
    var distanceM: Double
    var hrMin: Int
    var hrMax: Int
    var hrMean: Double
    var session: Bool
    var calories: Int?
    var steps: Int?
  }

  private struct ExpectedParts: Decodable { var parts: [Expected] }

  private struct ExpectedDay: Decodable {
    var steps: Double
    var walkRunDistanceM: Double
    var cyclingDistanceM: Double
    var activeKcal: Double
    var hrMin: Int
    var hrMax: Int
  }

  private struct ExpectedMonitoring: Decodable {
    var perDay: [String: ExpectedDay]?
    var perDayBoth: [String: ExpectedDay]?
  }

  @Test(arguments: [
    "big-endian", "header12", "header-crc-zero", "zero-padded", "compressed-timestamps",
    "bad-file-crc", "summary-first", "session-distance-invalid", "hr-zero-and-invalid",
    "run-strides", "datasize0-nocrc-nosession",
  ])
  func `an activity is read as expected`(name: String) throws {
    let expected: Expected = try expectation(name)
    let reading = try read(name)
    #expect(reading.activities.count == 1)
    try check(#require(reading.activities.first), expected)
  }

  @Test func `chained activities are two`() throws {
    let expected: ExpectedParts = try expectation("chained-two-activities")
    let reading = try read("chained-two-activities")
    #expect(reading.activities.count == expected.parts.count)
    for (activity, part) in zip(reading.activities, expected.parts) { try check(activity, part) }
    #expect(reading.codes.isEmpty)
  }

  @Test(arguments: [
    ("bad-file-crc", "activity.crc_mismatch"), ("truncated-mid-record", "activity.truncated"),
    ("datasize0-nocrc-nosession", "activity.truncated"),
  ])
  func `damage is said, with the time that it touches`(name: String, code: String) throws {
    let reading = try read(name)
    #expect(reading.codes == [code])
    #expect(reading.facts.damagedSpans.count == 1)
  }

  @Test(arguments: [
    "big-endian", "header12", "header-crc-zero", "zero-padded", "compressed-timestamps",
    "summary-first", "run-strides", "strength-sets", "developer-native-hr",
    "monitoring-3days-utc-5", "monitoring-split-a", "monitoring-split-b",
  ])
  func `what is sound has no finding`(name: String) throws {
    let reading = try read(name)
    #expect(reading.codes.isEmpty)
    #expect(reading.facts.damagedSpans.isEmpty)
  }

  @Test func `what was recorded before a cut is kept`() throws {
    let reading = try read("truncated-mid-record")
    let track = try #require(reading.activities.first).track
    #expect(reading.activities.count == 1)
    // Of 120, one a second with 3 m each; the whole file's last point is at 360 m.
    #expect((1..<120).contains(track.count))
    for (index, point) in track.enumerated() {
      #expect(point.distance == Quantity(3 * (index + 1)))
      #expect((120...149).contains(point.heartRate.map { $0.microUnits / 1_000_000 } ?? 0))
    }
  }

  @Test func `strength sets are kept`() throws {
    let reading = try read("strength-sets")
    let activity = try #require(reading.activities.first)
    let active = activity.sets
    #expect(active.map(\.ordinal) == [1, 2, 3])
    #expect(active.allSatisfy { $0.rest != nil })
    #expect(active.reduce(0) { $0 + ($1.repetitions ?? 0) } == 24)
    let volume = active.reduce(Int64(0)) {
      $0 + Int64($1.repetitions ?? 0) * ($1.load?.mass?.microUnits ?? 0)
    }
    #expect(volume == 1_640_000_000)
    #expect(canonical(activity.energy) == Quantity(45))
    #expect(activity.kind == .strength)
  }

  @Test func `a developer field stands in for the native one`() throws {
    let activity = try #require(read("developer-native-hr").activities.first)
    let rates = activity.track.compactMap(\.heartRate)
    #expect(activity.track.count == 60)
    #expect(rates.min() == Quantity(110))
    #expect(rates.max() == Quantity(129))
    #expect(canonical(activity.distance) == Quantity(microUnits: 147_500_000))
  }

  @Test func `days of a monitoring file are as expected`() throws {
    let expected: ExpectedMonitoring = try expectation("monitoring-3days-utc-5")
    try check([read("monitoring-3days-utc-5")], #require(expected.perDay))
  }

  @Test func `two files of a day go on counting`() throws {
    let expected: ExpectedMonitoring = try expectation("monitoring-split-b")
    let readings = try [read("monitoring-split-a"), read("monitoring-split-b")]
    try check(readings, #require(expected.perDayBoth))
  }

  // MARK: Comparing

  private func check(_ activity: ActivityRecord, _ expected: Expected) throws {
    let start = try #require(Instant(rfc3339: expected.start))
    // Without a session it is the first record that says when, a second later.
    let late: Int64 = expected.session ? 0 : 1000
    #expect(activity.start == .at(start.advanced(byMilliseconds: late)))
    let rates = activity.track.compactMap(\.heartRate).map { Double($0.microUnits) / 1e6 }
    #expect(activity.track.count == expected.records)
    #expect(rates.min() == Double(expected.hrMin))
    #expect(rates.max() == Double(expected.hrMax))
    #expect(abs(rates.reduce(0, +) / Double(rates.count) - expected.hrMean) < 0.001)
    #expect(canonical(activity.distance)?.microUnits == Int64(expected.distanceM * 1e6))
    #expect(canonical(activity.energy) == expected.calories.map { Quantity($0) })
    if let steps = expected.steps { #expect(canonical(activity.steps) == Quantity(steps)) }
    guard expected.session else { return }
    #expect(activity.kind == (expected.sport == 1 ? .run : .cycle))
  }

  /// The largest of each part over all files, added up, as Semantics, "Day totals", says.
  private func check(_ readings: [FITReading], _ expected: [String: ExpectedDay]) throws {
    struct Part: Hashable {
      var day: String
      var metric: Metric
      var part: DayTotalPart
    }
    var largest: [Part: Double] = [:]
    for total in readings.flatMap(\.dayTotals) {
      guard case .sum(let amount) = total.figure, let value = canonical(amount) else { continue }
      let part = Part(
        day: "\(try #require(total.day))", metric: total.metric, part: total.part)
      largest[part] = max(largest[part] ?? 0, Double(value.microUnits) / 1e6)
    }
    #expect(Set(largest.keys.map(\.day)) == Set(expected.keys))
    func sum(_ day: String, _ metric: Metric) -> Double {
      largest.filter { $0.key.day == day && $0.key.metric == metric }.values.reduce(0, +)
    }
    for (day, expected) in expected {
      #expect(sum(day, .steps) == expected.steps)
      #expect(sum(day, .distanceWalkingRunning) == expected.walkRunDistanceM)
      #expect(sum(day, .distanceCycling) == expected.cyclingDistanceM)
      #expect(sum(day, .activeEnergy) == expected.activeKcal)
      let rates = readings.flatMap(\.records).filter { record in
        // Five hours behind UTC.
        let local = (record.start.instant?.milliseconds ?? 0) / 1000 - 5 * 3600
        return CivilDay(ordinal: Int32(local / 86_400)).description == day
      }.compactMap { $0.value.map { Int($0.coefficient) } }
      #expect(rates.min() == expected.hrMin)
      #expect(rates.max() == expected.hrMax)
    }
  }

  // MARK: Files

  private func read(_ name: String) throws -> FITReading {
    try FITReading(of: SharedData.path("fit/synthetic/syn-\(name).fit"))
  }

  private func expectation<Value: Decodable>(_ name: String) throws -> Value {
    let file = URL(fileURLWithPath: SharedData.path("fit/synthetic/expected.json"))
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let one = try #require((all as? [String: Any])?["syn-\(name).fit"])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Value.self, from: JSONSerialization.data(withJSONObject: one))
  }
}
