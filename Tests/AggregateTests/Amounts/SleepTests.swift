import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

/// The minutes asleep of nights; see Semantics, "Sleep".
struct SleepTests {
  /// Time asleep, or awake within a night, by the clocks of Berlin in summer.
  private func record(
    _ from: String, _ to: String, source: UInt16 = 0, isAwake: Bool = false, minutes: Int? = nil
  ) -> Sample {
    let (start, end) = (at("\(from):00+02:00"), at("\(to):00+02:00"))
    let length = Int(end.milliseconds - start.milliseconds) / 60_000
    return sample(minutes ?? (isAwake ? 0 : length), start, end, source: source)
  }

  private func nights(_ samples: [Sample], over period: Period? = nil) -> [String] {
    aggregate(set(samples, of: .sleep, zone: "Europe/Berlin"), over: period).values
  }

  @Test func `stages, and what watch and app recorded of one night, count once`() {
    let night = [
      record("2025-09-01T23:00", "2025-09-02T06:00"),
      record("2025-09-01T23:00", "2025-09-02T01:00"),
      record("2025-09-02T01:00", "2025-09-02T02:00"),
      record("2025-09-02T02:00", "2025-09-02T02:20", isAwake: true),
      record("2025-09-01T22:30", "2025-09-02T06:30", source: 2),
    ]
    // The watch has seven hours without 20 minutes; the app has half an hour before and after.
    #expect(nights(night) == ["2025-09-02: 460"])
    #expect(nights(night.reversed()) == ["2025-09-02: 460"])
  }

  /// From and to, and the nights that this gives.
  @Test(arguments: [
    ("2025-09-01T23:00", "2025-09-02T07:00", ["2025-09-02: 480"]),
    ("2025-09-01T20:00", "2025-09-01T23:30", ["2025-09-02: 210"]),
    ("2025-09-02T08:00", "2025-09-02T15:00", ["2025-09-02: 420"]),
    ("2025-09-02T14:00", "2025-09-02T14:30", ["2025-09-02: 30"]),
    ("2025-09-02T17:00", "2025-09-03T01:00", ["2025-09-02: 60", "2025-09-03: 420"]),
    // 23:00 to 7:00 in Tokyo.
    ("2025-09-01T16:00", "2025-09-02T00:00", ["2025-09-01: 120", "2025-09-02: 360"]),
  ])
  func `sleep counts in the night from 18 to 18 o'clock, and ends on its day`(
    from: String, to: String, expected: [String]
  ) {
    #expect(nights([record(from, to)]) == expected)
  }

  @Test func `the first night of a period begins on the evening before`() {
    let period = Period.days(from: day("2025-09-02"), to: day("2025-09-02"))
    let samples = [
      record("2025-09-01T17:00", "2025-09-01T19:00"),
      record("2025-09-02T00:00", "2025-09-02T06:00"),
      record("2025-09-02T17:30", "2025-09-02T19:00"),
    ]
    #expect(nights(samples, over: period) == ["2025-09-02: 450"])
  }

  @Test func `a night over a change of clocks has as many hours as there were`() {
    // From 22:00 in summer to 6:00 in winter there are nine hours.
    let long = sample(540, at("2025-10-25T20:00:00Z"), at("2025-10-26T05:00:00Z"))
    #expect(nights([long]) == ["2025-10-26: 540"])
    let calendar = DayCalendar(zone: Zone(id: "Europe/Berlin") ?? .utc).nights
    #expect(calendar.interval(of: day("2025-10-26")).duration == 25 * 3_600_000)
    #expect(calendar.interval(of: day("2025-03-30")).duration == 23 * 3_600_000)
  }

  @Test func `a log of a tracker counts where no better source has a record`() {
    // 400 minutes in 500: of the last 100, 80.
    let log = record("2025-09-01T22:00", "2025-09-02T06:20", source: 2, minutes: 400)
    let watch = record("2025-09-01T22:00", "2025-09-02T04:40", isAwake: true)
    #expect(nights([log]) == ["2025-09-02: 400"])
    #expect(nights([log, watch]) == ["2025-09-02: 80"])
  }

  @Test func `a record counts for no more than it lasts`() {
    #expect(
      nights([record("2025-09-02T00:00", "2025-09-02T01:00", minutes: 900)]) == ["2025-09-02: 60"])
  }

  @Test func `a rejected record leaves open whether somebody slept then`() {
    var samples = set(
      [record("2025-09-01T23:00", "2025-09-02T07:00")], of: .sleep, zone: "Europe/Berlin")
    samples.rejectedRecords = [
      RejectedRecord(
        metric: .sleep, source: 0,
        time: Interval(at("2025-09-02T06:00:00+02:00"), at("2025-09-02T08:00:00+02:00")),
        amount: nil, code: .valueNotANumber)
    ]
    let bounds = aggregate(samples, over: nil).bounds
    // Awake from 6 to 8 there are 420 minutes, and asleep until 8 at most 480 + 120.
    #expect(bounds.map(\.least) == [Quantity(420)])
    #expect(bounds.map(\.most) == [Quantity(600)])
  }

  @Test func `without its time a rejected record may be of any length`() {
    var samples = set([], of: .sleep)
    samples.rejectedRecords = [
      RejectedRecord(
        metric: .sleep, source: 0, time: nil, amount: .zero, code: .timeMissing)
    ]
    let undated = aggregate(samples, over: nil).undated
    #expect(undated.map(\.metric) == [.sleep] && undated.map(\.mostOnADay) == [nil])
  }

  /// Goes through the minutes of five days one by one.
  @Test(arguments: 1...40)
  func `any records give what going through each minute gives`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let origin = at("2025-09-01T00:00:00Z")
    var records: [(source: Int, minutes: Range<Int>, isAwake: Bool)] = []
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      let start = Int.random(in: 0..<7000, using: &random)
      let length = Int.random(in: 1...600, using: &random)
      records.append(
        (
          Int.random(in: 0...2, using: &random), start..<start + length,
          Int.random(in: 0...3, using: &random) == 0
        ))
    }
    var expected: [Int: Int] = [:]
    for minute in 0..<8000 {
      let held = records.filter { $0.minutes.contains(minute) }
      guard let best = held.map(\.source).min() else { continue }
      // 18:00 is six hours before midnight.
      expected[(minute + 360) / 1440, default: 0] +=
        held.contains { $0.source == best && $0.isAwake } ? 0 : 1
    }
    let samples = records.map { record in
      sample(
        record.isAwake ? 0 : record.minutes.count,
        origin.advanced(byMilliseconds: Int64(record.minutes.lowerBound) * 60_000),
        origin.advanced(byMilliseconds: Int64(record.minutes.upperBound) * 60_000),
        source: UInt16(record.source))
    }
    let first = day("2025-09-01")
    #expect(
      aggregate(set(samples.shuffled(using: &random), of: .sleep), over: nil).values
        == expected.sorted { $0.key < $1.key }.map { "\(first.advanced(by: $0)): \($1)" })
  }
}
