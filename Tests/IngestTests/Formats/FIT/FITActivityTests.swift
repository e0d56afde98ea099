import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

extension FITBytes {
  /// Beats of a strap, from the ticks 2,048 at the start on: a second part of a file.
  static func strap() -> FITBytes {
    var fit = FITBytes()
    // timestamp, fractional_timestamp, event_timestamp, filtered_bpm.
    fit.define(1, 132, [(253, 4, 0x86), (0, 2, 0x84), (9, 4, 0x86), (6, 1, 2)])
    fit.add(1, bytes(fitStart), bytes(UInt16(16_384)), bytes(UInt32(2048)), [140])
    fit.define(2, 132, [(10, 3, 0x0D), (6, 2, 2)])
    // Two times of 12 bits: 3,072 and 2,560 + 4,096, which is 1 s and 4.5 s later.
    fit.add(2, [0x00, 0x0C, 0xA0], [141, 142])
    return fit
  }
}

struct FITActivityTests {
  @Test func `a session says its totals`() throws {
    let activity = try #require(try IngestedInput(fit: FITBytes.run().file()).activities.first)
    #expect(activity.kind == .run)
    #expect(!activity.isIndoor)
    #expect(activity.start == .at(fitInstant(0)))
    #expect(activity.end == .at(fitInstant(20)))
    #expect(number(activity.distance) == 60)
    #expect(!activity.isDistanceComputed)
    #expect(number(activity.energy) == 5)
    // 28 strides.
    #expect(number(activity.steps) == 56)
    #expect(number(activity.averageHeartRate) == 130)
    #expect(number(activity.maximumHeartRate) == 149)
    #expect(activity.detail == .device)
    #expect(activity.contribution == .samples)
  }

  @Test func `sessions are told apart by time, wherever they stand`() throws {
    for isFirst in [true, false] {
      var fit = FITBytes()
      fit.addFileID()
      fit.defineSessions()
      fit.defineRecords()
      let addSessions = { (fit: inout FITBytes) in
        fit.addSession(at: 10, elapsed: 9, sport: 2, cycles: 50)
        fit.addSession(at: 0, elapsed: 9, sport: 1, cycles: 50)
      }
      if isFirst { addSessions(&fit) }
      for second in 0..<20 {
        fit.addRecord(at: second, rate: 100, centimeters: UInt32(second) * 500)
      }
      // Decades later, as an app wrote it.
      fit.addRecord(at: 2_000_000_000, rate: 100, centimeters: 0)
      if !isFirst { addSessions(&fit) }
      let activities = try IngestedInput(fit: fit.file()).activities
      #expect(activities.map(\.kind) == [.run, .cycle])
      #expect(activities.map(\.track.count) == [10, 10])
      #expect(activities.map { $0.end.instant } == [fitInstant(9), fitInstant(19)])
      // 45 m at 9 s; at 19 s 95 m, less the 45.
      #expect(activities.map { number($0.distance) } == [45, 50])
      // Turns of a crank are no steps.
      #expect(activities.map { number($0.steps) } == [100, nil])
    }
  }

  @Test func `what a session does not say its laps say together`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(3, 19, [(2, 4, 0x86), (9, 4, 0x86), (11, 2, 0x84), (16, 1, 2)])
    fit.add(3, bytes(fitStart), bytes(UInt32(1000)), bytes(UInt16(3)), [150])
    fit.add(3, bytes(fitStart + 10), bytes(UInt32(2500)), bytes(UInt16.max), [160])
    fit.defineSessions()
    fit.addSession(at: 0, elapsed: 20, sport: 5, subSport: 17, kcal: 9, rates: [0, 0])
    let activity = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect(activity.kind == .swim)
    #expect(activity.isIndoor)
    #expect(number(activity.distance) == 35)
    #expect(number(activity.energy) == 9)
    #expect(number(activity.averageHeartRate) == nil)
    #expect(number(activity.maximumHeartRate) == 160)
  }

  @Test func `records without a session are one, but for a clock that was wrong`() throws {
    var fit = FITBytes()
    fit.addFileID(maker: 65_000)
    fit.defineRecords()
    for second in [5, 6, 7, 9, 200_000] {
      fit.addRecord(at: second, rate: 0, centimeters: UInt32(second) * 100)
    }
    let reading = try IngestedInput(fit: fit.file())
    let activity = try #require(reading.activities.first)
    #expect(activity.kind == .other)
    #expect([activity.start, activity.end] == [.at(fitInstant(5)), .at(fitInstant(9))])
    #expect(number(activity.distance) == 9)
    #expect(activity.duration == nil)
    // A rate of zero is none.
    #expect(activity.track.map(\.heartRate) == [nil, nil, nil, nil])
    #expect(reading.facts.sources.map(\.provider) == ["maker-65000"])
  }

  @Test func `without any distance it is the way along the positions`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    fit.define(2, 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)])
    // A degree is 2³¹ / 180 = 11,930,465 semicircles, a thousandth of it 11,930.
    let step: Int32 = 11_930
    fit.add(1, bytes(fitStart), bytes(Int32(0)), bytes(Int32(0)))
    fit.add(1, bytes(fitStart + 30), bytes(step), bytes(Int32(0)))
    // The timer stops; the way until it starts again is not counted.
    fit.add(2, bytes(fitStart + 30), [0], [4])
    fit.add(2, bytes(fitStart + 60), [0], [0])
    fit.add(1, bytes(fitStart + 60), bytes(step * 5), bytes(Int32(0)))
    fit.add(1, bytes(fitStart + 90), bytes(step * 5), bytes(step))
    let activity = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect(activity.isDistanceComputed)
    #expect(activity.track.map(\.beginsSegment) == [false, false, true, false])
    // Two ways of 11,930 / 2³¹ × π × 6,371,008.8 m = 111.19 m.
    let distance = try #require(number(activity.distance))
    #expect(abs(distance - 222.38) < 0.02)
  }

  @Test func `a position out of reach is no part of the way`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    // A hundredth and a tenth of a degree: 1,112 m in 30 s are possible, 10,007 m are not.
    for (second, latitude) in [(0, 0), (30, 119_305), (60, 1_193_047), (90, 119_305)] {
      fit.add(1, bytes(fitStart + UInt32(second)), bytes(Int32(latitude)), bytes(Int32(0)))
    }
    let reading = try IngestedInput(fit: fit.file())
    let activity = try #require(reading.activities.first)
    let distance = try #require(number(activity.distance))
    #expect(abs(distance - 1111.95) < 0.02)
    #expect(activity.track.map { $0.distance == nil } == [false, false, true, false])
    #expect(reading.codes == ["activity.teleport"])
  }

  @Test func `one position is no way`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    fit.add(1, bytes(fitStart), bytes(Int32(0)), bytes(Int32(0)))
    let activity = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect(activity.distance == nil && !activity.isDistanceComputed)
  }

  @Test func `a strap's beats of a later part replace what was recorded around them`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    for second in [0, 2, 8, 30] {
      fit.addRecord(at: second, rate: 77, centimeters: UInt32(second) * 100)
    }
    let reading = try IngestedInput(fit: fit.file() + FITBytes.strap().file())
    #expect(reading.activities.count == 1)
    let rates = reading.track.filter { $0.heartRate != nil }
    // From half a second on: 0.5, 1.5 and 5 s; the records of 0, 2 and 8 s are near them.
    #expect(
      rates.map(\.at)
        == [500, 1500, 5000, 30_000].map { fitInstant(0).advanced(byMilliseconds: $0) })
    #expect(rates.map(\.heartRate) == [140, 141, 142, 77].map { Quantity($0) })
    #expect(reading.track.count == 7)
  }

  @Test func `sets are kept with their session`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(
      1, 225, [(254, 4, 0x86), (0, 4, 0x86), (3, 2, 0x84), (4, 2, 0x84), (5, 1, 2)])
    fit.add(
      1, bytes(fitStart + 5), bytes(UInt32(30_500)), bytes(UInt16(12)), bytes(UInt16(648)), [1])
    fit.add(
      1, bytes(fitStart + 9), bytes(UInt32(60_000)), bytes(UInt16.max), bytes(UInt16.max), [0])
    fit.defineSessions()
    fit.addSession(at: 0, elapsed: 20, sport: 10, subSport: 20)
    let activity = try #require(try IngestedInput(fit: fit.file()).activities.first)
    #expect(activity.kind == .strength)
    // 648 / 16 = 40.5 kg.
    #expect(
      activity.sets == [
        StrengthSet(
          start: fitInstant(5), repetitions: 12,
          load: StrengthLoad(Quantity(microUnits: 40_500_000)),
          duration: Quantity(microUnits: 30_500_000), rest: Quantity(60))
      ])
  }

  @Test func `the clock's offset is noted to a quarter of an hour`() throws {
    for (local, seconds) in [(7200 + 30, 7200), (-12_600, -12_600), (15 * 3600, nil)] {
      var fit = FITBytes.run()
      fit.define(3, 34, [(253, 4, 0x86), (5, 4, 0x86)])
      fit.add(3, bytes(fitStart), bytes(UInt32(Int(fitStart) + local)))
      #expect(try IngestedInput(fit: fit.file()).facts.earliestOffset?.seconds == seconds)
    }
  }

  @Test func `files of plans and settings say what they are`() throws {
    let contents: [(Int, UnusedContent)] = [
      (2, .settings), (5, .plannedWorkout), (6, .course), (9, .weight), (99, .otherFile),
    ]
    for (type, content) in contents {
      var fit = FITBytes()
      fit.addFileID(type: UInt8(type))
      fit.defineRecords()
      fit.addRecord(at: 0, rate: 100, centimeters: 100)
      let reading = try IngestedInput(fit: fit.file())
      #expect(reading.activities.isEmpty)
      #expect(reading.facts.unused == [content: 1])
      #expect(reading.finding(.activitySkipped)?.facts == .init { $0.content = content })
    }
    // Settings behind an activity are not worth a word.
    var settings = FITBytes()
    settings.addFileID(type: 2)
    let both = try IngestedInput(fit: FITBytes.run().file() + settings.file())
    #expect(both.codes.isEmpty && both.activities.count == 1)
  }

  @Test func `times since the device was switched on are counted, and the session is kept`() throws
  {
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    fit.add(1, bytes(UInt32(1000)), [100], bytes(UInt32(0)))
    fit.add(1, bytes(UInt32(1001)), [100], bytes(UInt32(0)))
    fit.defineSessions()
    fit.add(
      2, bytes(UInt32(1000)), bytes(UInt32(1000)), [1, 0], bytes(UInt32(500)), bytes(UInt32.max),
      bytes(UInt16(8)), [255, 255])
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.finding(.timeMalformed)?.count == 2)
    #expect(reading.activities.map(\.start) == [.malformed])
    #expect(number(reading.activities.first?.energy) == 8)
  }

  @Test(arguments: [
    (1, 1, ActivityKind.run, true), (2, 58, .cycle, true), (21, 0, .cycle, false),
    (4, 14, .row, true), (10, 43, .yoga, true), (62, 0, .hiit, false), (17, 0, .hike, false),
    (16, 0, .hike, false),
    (11, 27, .walk, true), (3, 32, .other, false), (82, 0, .other, false),
    (250, 250, .other, false),
  ])
  func `sports are kinds`(
    _ sport: UInt8, _ subSport: UInt8, _ kind: ActivityKind, _ isIndoor: Bool
  ) {
    let sport = FITSport(sport: Int64(sport), subSport: Int64(subSport))
    #expect(sport.kind == kind)
    #expect(sport.isIndoor == isIndoor)
  }
}
