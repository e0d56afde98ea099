import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// Local midnight, five hours behind UTC.
private let midnight: FITFileTime = "2026-03-02T05:00:00Z"
private let nextMidnight = midnight + 86_400
private let info = FITFileMessage.monitoringInfo(at: midnight, offset: -5 * 3600)

private func at(_ hour: Int) -> FITFileTime { midnight + hour * 3600 }

struct FITMonitoringTests {
  @Test func `the largest counter of a day and type counts`() throws {
    let reading = try FITReading(monitoring: [
      info,
      .counters(at: at(9), type: 6, cycles: 1200, centimeters: 90_050, kilocalories: 48),
      .counters(at: at(10), type: 1, cycles: 300, centimeters: 30_000, kilocalories: 20),
      .counters(at: at(20), type: 6, cycles: 4200, centimeters: 315_050, kilocalories: 168),
    ])
    #expect(
      reading.totals == [
        "2026-03-02 1 steps 300", "2026-03-02 1 distanceWalkingRunning 300",
        "2026-03-02 1 activeEnergy 20", "2026-03-02 6 steps 4200",
        "2026-03-02 6 distanceWalkingRunning 3150.5", "2026-03-02 6 activeEnergy 168",
      ])
    #expect(reading.facts.sources.map(\.provider) == ["garmin"])
    #expect(reading.facts.sources.map(\.deviceClass) == [.tracker])
    // 2026-03-02T05:00:00Z.
    let start = Instant(seconds: 1_772_427_600)
    #expect(reading.facts.earliestOffset == .init(at: start, seconds: -18_000))
    #expect(
      reading.dayTotals.allSatisfy {
        $0.measuredUntil == start.advanced(byMilliseconds: 20 * 3_600_000)
      })
    #expect(reading.facts.findings.isEmpty)
  }

  @Test func `a counter stamped at local midnight closes the day before`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(20), type: 6, cycles: 4200),
      .counters(at: nextMidnight, type: 6, cycles: 4500),
      .counters(at: nextMidnight, type: 1, cycles: 70),
      .counters(at: nextMidnight + 60, type: 6, cycles: 10),
    ])
    #expect(
      reading.totals == [
        "2026-03-02 1 steps 70", "2026-03-02 6 steps 4500", "2026-03-03 6 steps 10",
      ])
    #expect(reading.codes.isEmpty)
  }

  @Test func `a counter that is back at zero at midnight begins the day`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: midnight, type: 6, cycles: 0),
      .counters(at: at(20), type: 6, cycles: 4200),
      .counters(at: nextMidnight, type: 6, cycles: 0),
    ])
    #expect(reading.totals == ["2026-03-02 6 steps 4200", "2026-03-03 6 steps 0"])
    #expect(reading.codes.isEmpty)
  }

  @Test func `a counter that falls begins a new run, and the runs add up`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 6, cycles: 1200, kilocalories: 50),
      .counters(at: at(10), type: 6, cycles: 100, kilocalories: 4),
      .counters(at: at(11), type: 6, cycles: 400, kilocalories: 16),
      .counters(at: at(12), type: 6, cycles: 30, kilocalories: 16),
    ])
    // 1200 + 400 + 30 and 50 + 16: two falls of steps, one of energy.
    #expect(reading.totals == ["2026-03-02 6 steps 1630", "2026-03-02 6 activeEnergy 66"])
    #expect(reading.codes == ["counter.reset"])
    #expect(reading.facts.findings.first?.count == 3)
  }

  @Test func `an older reading is lower without any restart`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(10), type: 6, cycles: 1200),
      .counters(at: at(9), type: 6, cycles: 1100), .counters(at: at(10), type: 6, cycles: 1190),
    ])
    #expect(reading.totals == ["2026-03-02 6 steps 1200"])
    #expect(reading.codes.isEmpty)
  }

  @Test func `only walking and running count steps, and distances go by type`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 2, cycles: 1200, centimeters: 100_000, kilocalories: 48),
      .counters(at: at(9), type: 5, cycles: 40, centimeters: 50_000),
      .counters(at: at(9), type: 8, kilocalories: 7),
      .counters(at: at(9), type: 254, cycles: 9000, centimeters: 90_000, kilocalories: 900),
    ])
    #expect(
      reading.totals == [
        "2026-03-02 2 distanceCycling 1000", "2026-03-02 2 activeEnergy 48",
        "2026-03-02 5 distanceSwimming 500", "2026-03-02 8 activeEnergy 7",
      ])
  }

  @Test func `what was counted and is zero is zero`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 6, cycles: 0, centimeters: 0, kilocalories: 0),
    ])
    #expect(
      reading.totals == [
        "2026-03-02 6 steps 0", "2026-03-02 6 distanceWalkingRunning 0",
        "2026-03-02 6 activeEnergy 0",
      ])
  }

  @Test func `the newest clock decides the day of a traveller`() throws {
    // Nine hours on, at +04:00: 22:00 of the 2nd in New York's winter is 07:00 of the 3rd there.
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(20), type: 6, cycles: 4200),
      .monitoringInfo(at: at(21), offset: 4 * 3600),
      .counters(at: at(22), type: 6, cycles: 100),
    ])
    #expect(reading.totals == ["2026-03-02 6 steps 4200", "2026-03-03 6 steps 100"])
    #expect(reading.facts.earliestOffset?.seconds == -18_000)
  }

  @Test func `without a clock nobody knows the day, but heart rates have their time`() throws {
    let reading = try FITReading(monitoring: [
      .counters(at: at(9), type: 6, cycles: 1200), .monitoringHeartRate(at: at(10), 61),
    ])
    #expect(reading.totals.isEmpty)
    #expect(reading.heartRates == ["54000 61"])
    #expect(reading.codes == ["activity.malformed"])
    #expect(reading.facts.findings.first?.facts == .init { $0.problem = .localTime })
    let start = Instant(seconds: 1_772_427_600)
    #expect(
      reading.facts.damagedSpans.contains(
        Interval(
          start.advanced(byMilliseconds: 9 * 3_600_000),
          start.advanced(byMilliseconds: 10 * 3_600_000))))
  }

  @Test func `the last 16 bits of a time follow the last whole one`() throws {
    // 61,000 s after midnight, the whole time last seen is 05:00:00Z: 05:00 + 16:56:40.
    let reading = try FITReading(monitoring: [
      info, .monitoringHeartRate(at: midnight, 60), .monitoringHeartRate(at: midnight + 61_000, 61),
      .monitoringHeartRate(at: midnight + 61_001, 0),
      .monitoringHeartRate(at: midnight + 61_002, 255),
    ])
    #expect(reading.heartRates == ["18000 60", "79000 61"])
  }

  @Test func `the last 16 bits go by the readings before, and not by an event among them`() throws {
    // Ten minutes before the event that precedes it in the file, and behind the reading before that.
    for order in [[1, 2], [2, 1]] {
      let middle = [
        1: FITFileMessage.timer(0, at: at(14) + 600), 2: .monitoringHeartRate(at: at(14), 80),
      ]
      let reading = try FITReading(
        monitoring: [info, .counters(at: at(12), type: 6, cycles: 1)]
          + order.compactMap { middle[$0] } + [.counters(at: at(23), type: 6, cycles: 2)])
      #expect(reading.heartRates == ["68400 80"])
      #expect(reading.totals == ["2026-03-02 6 steps 2"])
    }
  }

  @Test(arguments: [
    (-3600, true), (-3601, false), (-1, true), (0, true), (11 * 3600, true), (61_935, true),
  ])
  func `the last 16 bits are up to an hour behind, or later`(offset: Int, isMeant: Bool) throws {
    let last = at(7)
    let reading = try FITReading(monitoring: [
      info, .counters(at: last, type: 6, cycles: 1), .monitoringHeartRate(at: last + offset, 60),
    ])
    let time = (last + offset + (isMeant ? 0 : 65_536)).seconds % 86_400
    // The epoch of FIT is a midnight.
    #expect(reading.heartRates == ["\(time) 60"])
  }

  @Test func `the first 16 bits are nearest to the event before, but not before the clock is told`()
    throws
  {
    for (event, time) in [(at(12) + 1200, at(12)), (at(1), at(11)), (at(23), at(23) + 60)] {
      let reading = try FITReading(monitoring: [
        info, .timer(0, at: event), .monitoringHeartRate(at: time, 60),
      ])
      #expect(reading.heartRates == ["\(time.seconds % 86_400) 60"])
    }
  }

  @Test func `readings that go by 16 bits alone go on for more than their range`() throws {
    let hours = Array(1...23)
    let reading = try FITReading(
      monitoring: [info] + hours.map { .monitoringHeartRate(at: at($0), 60) })
    #expect(reading.heartRates == hours.map { "\(at($0).seconds % 86_400) 60" })
  }

  @Test func `coarse counters stand in, and do not fall by being coarse`() throws {
    func coarse(_ hour: Int, twoCycles: Int, hundredMeters: Int) -> FITFileMessage {
      FITFileMessage(
        55,
        [
          .init(253, .uint32, at(hour).seconds), .init(24, .byte, 0x66),
          .init(8, .uint16, hundredMeters), .init(9, .uint16, twoCycles),
        ])
    }
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 6, cycles: 1201, centimeters: 98_700),
      coarse(10, twoCycles: 600, hundredMeters: 9), coarse(11, twoCycles: 700, hundredMeters: 11),
    ])
    // 9 × 100 m reach up to 1000 m; then 2 × 700 steps and 11 × 100 m.
    #expect(
      reading.totals == ["2026-03-02 6 steps 1400", "2026-03-02 6 distanceWalkingRunning 1100"])
    #expect(reading.codes.isEmpty)
  }

  @Test func `cycles give the distance where none is counted`() throws {
    let reading = try FITReading(monitoring: [
      .monitoringInfo(at: midnight, offset: -18_000, walkingCycle: 3801),
      .counters(at: at(9), type: 6, cycles: 1001),
    ])
    // 1001 / 2 × 3801 / 5000: a cycle is two steps.
    #expect(
      reading.totals == ["2026-03-02 6 steps 1001", "2026-03-02 6 distanceWalkingRunning 380.4801"])
  }

  @Test(arguments: [(1523, 0), (1524, 1), (3048, 1), (9143, 3)])
  func `a floor is 3048 mm, rounded`(millimeters: Int, floors: Int) throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 6, ascent: millimeters),
    ])
    #expect(reading.totals == ["2026-03-02 6 flightsClimbed \(floors)"])
  }

  @Test func `the undocumented climb goes before the ascent`() throws {
    let climbed = FITFileMessage(
      55, [.init(253, .uint32, at(10).seconds), .init(35, .uint32, 6096)])
    let reading = try FITReading(monitoring: [
      info, .counters(at: at(9), type: 6, cycles: 5, ascent: 30_480), climbed,
    ])
    #expect(
      reading.totals == ["2026-03-02 6 steps 5", "2026-03-02 255 flightsClimbed 2"])
  }

  @Test(arguments: [15, 28, 32])
  func `files of three types hold monitoring`(type: Int) throws {
    let reading = try FITReading(
      FITFile([
        .fileID(type: type, created: midnight), info,
        .counters(at: at(9), type: 6, cycles: 1200),
      ]))
    #expect(reading.totals == ["2026-03-02 6 steps 1200"])
  }

  @Test func `byte order and headers change nothing`() throws {
    let messages = [
      FITFileMessage.fileID(type: 32, created: midnight), info,
      .counters(at: at(9), type: 6, cycles: 1200), .monitoringHeartRate(at: at(10), 61),
    ]
    var file = FITFile(messages)
    (file.isBigEndian, file.headerBytes) = (true, 12)
    let reading = try FITReading(file)
    #expect(reading.totals == ["2026-03-02 6 steps 1200"])
    #expect(reading.heartRates == ["54000 61"])
  }

  @Test func `a damaged file touches the days that it counts in`() throws {
    var file = FITFile([
      .fileID(type: 32, created: midnight), info, .counters(at: at(9), type: 6, cycles: 1200),
      .counters(at: nextMidnight + 60, type: 6, cycles: 100),
    ])
    file.checksum = .wrong
    let reading = try FITReading(file)
    #expect(reading.totals == ["2026-03-02 6 steps 1200", "2026-03-03 6 steps 100"])
    #expect(reading.codes == ["activity.crc_mismatch"])
    let span = try #require(reading.facts.damagedSpans.first)
    #expect(reading.facts.damagedSpans.count == 1)
    let days = DayCalendar(zone: try #require(Zone(id: "-05:00")))
    #expect(days.day(containing: span.start).description == "2026-03-02")
    #expect(days.day(containing: span.end).description == "2026-03-03")
  }

  @Test func `a time since the device was switched on is none`() throws {
    let reading = try FITReading(monitoring: [
      info, .counters(at: FITFileTime(seconds: 5000), type: 6, cycles: 1200),
    ])
    #expect(reading.totals.isEmpty)
    #expect(reading.codes == ["time.malformed"])
  }

  @Test func `nonsense counts nothing and stops nothing`() throws {
    let reading = try FITReading(monitoring: [
      info, .monitoringInfo(at: at(1), offset: 900_000),
      FITFileMessage(55, [.init(253, .uint32, at(2).seconds), .init(3, .sint32, -5)]),
      FITFileMessage(
        55, [.init(253, .uint32, 0xFFFF_FFFE), .init(5, .enum, 6), .init(3, .uint32, 7)]),
      .counters(at: at(9), type: 6, cycles: 0xFFFF_FFFE),
    ])
    // The second clock is no zone's; 2^32 - 2 seconds after 1989-12-31 are in February 2126.
    #expect(
      reading.totals == ["2026-03-02 6 steps 4294967294", "2126-02-06 6 steps 7"])
  }
}
