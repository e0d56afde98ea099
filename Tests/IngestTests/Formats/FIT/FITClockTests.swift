import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// Days and hours in seconds.
private let (day, hour) = (86_400, 3600)

extension FITBytes {
  /// Records of one a minute, each 100 m further.
  fileprivate mutating func addRecords(at times: some Sequence<Int>) {
    for (index, time) in times.enumerated() {
      addRecord(at: time, rate: 100, centimeters: UInt32(index) * 10_000)
    }
  }

  /// A file of records around a session that states only a time.
  fileprivate static func recording(_ times: [Int], elapsed: UInt32 = 600) -> FITBytes {
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    fit.addRecords(at: times)
    fit.defineSessions()
    fit.addSession(at: 0, elapsed: elapsed, sport: 1, kcal: 80)
    return fit
  }
}

private func minutes(_ range: Range<Int>, from start: Int = 0) -> [Int] {
  range.map { start + $0 * 60 }
}

struct FITClockTests {
  @Test func `the only session has the records before and behind its stated time`() throws {
    let reading = try IngestedInput(fit: FITBytes.recording(minutes(-5..<31)).file())
    let run = try #require(reading.activities.first)
    #expect(run.track.count == 36 && number(run.distance) == 3500)
    #expect([run.start, run.end] == [.at(fitInstant(-300)), .at(fitInstant(1800))])
    #expect(reading.codes.isEmpty)
  }

  @Test func `a session lasts as long as its timer ran`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 18, [(2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86)])
    fit.add(1, bytes(fitStart), bytes(UInt32(600_000)), bytes(UInt32(1_800_000)))
    #expect(try IngestedInput(fit: fit.file()).activities.map(\.end) == [.at(fitInstant(1800))])
  }

  @Test func `a clock that is set meanwhile leaves one session on its days, and is told`() throws {
    // Ten minutes by the old clock, and 20 by the new one, ten days ahead.
    let times = minutes(0..<10) + minutes(10..<31, from: 10 * day)
    let reading = try IngestedInput(fit: FITBytes.recording(times, elapsed: 1800).file())
    let run = try #require(reading.activities.first)
    #expect(run.track.count == 31 && number(run.distance) == 3000)
    #expect(number(run.duration) == 1800)
    #expect([run.start, run.end] == [.at(fitInstant(0)), .at(fitInstant(Int64(10 * day + 1800)))])
    // Nobody knows how long the way over the jump took.
    #expect(run.track.indices.filter { run.track[$0].beginsSegment } == [10])
    #expect(reading.codes == ["time.clock_set"])
    #expect(reading.facts.damagedSpans.isEmpty)
  }

  @Test(arguments: [20 * hour, 2 * day, 20_000 * day, -2 * day, -9000 * day])
  func `a few records of another clock are left out and told`(offset: Int) throws {
    // Among the others in the file, where the clock alone says nothing.
    let times = minutes(0..<5) + [offset] + minutes(5..<11)
    let reading = try IngestedInput(fit: FITBytes.recording(times).file())
    let run = try #require(reading.activities.first)
    #expect(run.track.count == 11)
    #expect([run.start, run.end] == [.at(fitInstant(0)), .at(fitInstant(600))])
    #expect(reading.codes == ["time.other_clock"])
    // Without a session it is the same.
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    fit.addRecords(at: times)
    let bare = try IngestedInput(fit: fit.file())
    #expect(bare.activities.map(\.end) == [.at(fitInstant(600))])
    #expect(bare.track.count == 11 && bare.codes == ["time.other_clock"])
  }

  @Test func `a session that began by a clock years behind is that of its other records`() throws {
    let times = minutes(0..<3) + minutes(3..<11, from: 7000 * day)
    let reading = try IngestedInput(fit: FITBytes.recording(times).file())
    let run = try #require(reading.activities.first)
    let start = Int64(7000 * day)
    #expect([run.start, run.end] == [.at(fitInstant(start + 180)), .at(fitInstant(start + 600))])
    #expect(run.track.count == 8 && number(run.energy) == 80)
    #expect(Set(reading.codes) == ["time.clock_set", "time.other_clock"])
  }

  @Test func `where no clock has more than half, the days of both are incomplete`() throws {
    let times = minutes(0..<6) + minutes(6..<12, from: 3 * day)
    let reading = try IngestedInput(fit: FITBytes.recording(times, elapsed: 300).file())
    #expect(reading.track.count == 6)
    #expect(reading.codes == ["time.clocks_differ"])
    let days = DayCalendar(zone: .utc)
    let touched = Set(reading.facts.damagedSpans.map { days.day(containing: $0.start).description })
    #expect(touched == ["2026-03-05", "2026-03-08"])
  }
}

struct FITLapTests {
  /// Start, elapsed ms, meters in cm, kcal, sport.
  private static func laps(
    _ laps: [(start: Int, seconds: Int, meters: Int, kcal: Int, sport: UInt8)]
  )
    -> FITBytes
  {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(
      3, 19, [(2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (11, 2, 0x84), (25, 1, 0)])
    for lap in laps {
      fit.add(
        3, bytes(UInt32(Int(fitStart) + lap.start)), bytes(UInt32(lap.seconds * 1000)),
        bytes(UInt32(lap.seconds * 1000)), bytes(UInt32(lap.meters * 100)), bytes(UInt16(lap.kcal)),
        [lap.sport])
    }
    return fit
  }

  @Test func `laps without a session are one, by sport`() throws {
    let fit = Self.laps([
      (0, 600, 2000, 100, 1), (600, 600, 2100, 110, 1), (1300, 900, 9000, 200, 2),
    ])
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.activities.map(\.kind) == [.run, .cycle])
    #expect(reading.activities.map { number($0.distance) } == [4100, 9000])
    #expect(reading.activities.map { number($0.energy) } == [210, 200])
    #expect(reading.activities.map { number($0.duration) } == [1200, 900])
    #expect(reading.activities.map(\.start) == [.at(fitInstant(0)), .at(fitInstant(1300))])
    #expect(reading.activities.map(\.end) == [.at(fitInstant(1200)), .at(fitInstant(2200))])
    #expect(reading.codes.isEmpty)
  }

  @Test func `a lap that states its end alone began as long before`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(3, 19, [(253, 4, 0x86), (7, 4, 0x86), (9, 4, 0x86)])
    fit.add(3, bytes(fitStart + 600), bytes(UInt32(600_000)), bytes(UInt32(200_000)))
    let activity = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect([activity.start, activity.end] == [.at(fitInstant(0)), .at(fitInstant(600))])
    #expect(number(activity.distance) == 2000)
  }

  @Test func `laps whose time is no date are a session without one`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(3, 19, [(2, 4, 0x86), (9, 4, 0x86)])
    fit.add(3, bytes(UInt32(5000)), bytes(UInt32(200_000)))
    #expect(try IngestedInput(fit: fit.file()).activities.map(\.start) == [.malformed])
  }

  @Test(arguments: [(true, 3000.0, 20.0), (false, 4000.0, 30.0)])
  func `what was counted goes before laps that end early`(
    isEarly: Bool, distance: Double, energy: Double
  ) throws {
    var fit = Self.laps(
      [(0, 600, 1000, 10, 1), (600, 600, 1000, 10, 1)] + (isEarly ? [] : [(1200, 600, 2000, 10, 1)])
    )
    fit.defineRecords()
    for second in stride(from: 0, through: 1800, by: 60) {
      fit.addRecord(at: second, rate: 120, centimeters: UInt32(second) * 300_000 / 1800)
    }
    fit.define(2, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0)])
    fit.add(2, bytes(fitStart), bytes(UInt32(1_800_000)), [1])
    let run = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect(number(run.distance) == distance && number(run.energy) == energy)
    // The time of some laps is no time of the session.
    #expect(number(run.duration) == (isEarly ? nil : 1800))
  }

  @Test func `a lap between two sessions is of neither`() throws {
    var fit = Self.laps([
      (0, 600, 1000, 10, 1), (1000, 500, 7000, 70, 1), (2000, 600, 1000, 10, 1),
    ])
    fit.defineSessions()
    for start in [0, 2000] { fit.addSession(at: start, elapsed: 600, sport: 1) }
    let activities = try IngestedInput(fit: fit.file()).activities
    #expect(activities.map { number($0.energy) } == [10, 10])
    #expect(activities.map { number($0.distance) } == [1000, 1000])
  }
}
