import DaymarkExamine
import DaymarkModel
import Testing

/// The bounds of what is explained, each just within and just beyond; see Examine, "What each kind means".
///
/// The earlier export is of noon on the 100th day, UTC; the later one of noon on the 200th.
struct BoundTests {
  private static let hour = 3600
  private static let sources = [DeviceClass.watch, .phone, .app].map {
    Source(provider: .apple, name: $0.id, deviceClass: $0)
  }

  /// A record of ten minutes.
  private func record(
    _ steps: Int, day: Int, hour: Double = 10, minutes: Int = 10, source: UInt16 = 0,
    createdOnDay created: Double? = nil
  ) -> Sample {
    let start = day * 86_400 + Int(hour * 3600)
    let end = start + minutes * 60
    return Sample(
      start: Instant(seconds: Int64(start)), end: Instant(seconds: Int64(end)),
      value: Quantity(steps), source: source,
      created: UInt32(created.map { Int($0 * 86_400) } ?? end + 30), byte: start)
  }

  private func comparison(
    _ later: [Sample], _ earlier: [Sample], _ metric: Metric = .steps, apps: Set<UInt16> = [],
    beginning: Instant? = nil, earlierAt hour: Double = 12, rates: [Sample] = []
  ) throws -> ExportComparison {
    func export(_ records: [Sample], day: Int, hour: Double = 12) -> ExportContents {
      let facts = InputFacts(
        name: "export.xml", format: .appleHealth, digest: Digest(of: []), bytes: 1)
      var export = ExportContents(
        facts: facts, end: Instant(seconds: Int64(day * 86_400) + Int64(hour * 3600)))
      (export.records[metric], export.apps) = (records, apps)
      if !rates.isEmpty { export.records[.heartRate] = rates }
      return export
    }
    var known = export(earlier, day: 100, hour: hour)
    if let beginning { (known.sources, known.beginnings) = ([0], [0: beginning]) }
    return try #require(
      compareExports(
        export(later, day: 200), against: known, sources: Self.sources, zone: .utc))
  }

  private func explained(
    _ later: [Sample], _ earlier: [Sample], apps: Set<UInt16> = []
  ) throws -> [ExplainedCount.Kind] {
    try comparison(later, earlier, apps: apps).explained.map(\.kind)
  }

  private func questions(
    _ later: [Sample], _ earlier: [Sample]
  ) throws -> [ExportDifference.Question] {
    try comparison(later, earlier).differences.compactMap(\.question)
  }

  @Test func `what is condensed may differ by two in a hundred, and no more`() throws {
    let earlier = [record(500, day: 50), record(500, day: 50, hour: 10.5)]
    func condensed(_ steps: Int) -> [Sample] {
      [record(steps, day: 50, minutes: 40, createdOnDay: 150)]
    }
    #expect(try explained(condensed(1020), earlier) == [.condensed])
    #expect(try explained(condensed(980), earlier) == [.condensed])
    #expect(try questions(condensed(1021), earlier) == [.rose])
    #expect(try explained(condensed(1021), earlier).isEmpty)
    // Less than before is noted.
    #expect(try questions(condensed(979), earlier).isEmpty)
    #expect(
      try comparison(condensed(979), earlier).differences.map(\.kind) == [.changed, .removed])
  }

  @Test func `records of the last thirty days may not rise when they are condensed`() throws {
    let earlier = [record(5000, day: 99), record(5000, day: 99, hour: 10.5)]
    var later = [record(10_010, day: 99, minutes: 40, createdOnDay: 100.6)]
    func examined(_ later: [Sample], day: Int) throws -> ExportComparison {
      let facts = InputFacts(
        name: "export.xml", format: .appleHealth, digest: Digest(of: []), bytes: 1)
      let ends = [day, 100].map { Instant(seconds: Int64($0 * 86_400 + 43_200)) }
      var exports = ends.map { ExportContents(facts: facts, end: $0) }
      (exports[0].records[.steps], exports[1].records[.steps]) = (later, earlier)
      return try #require(
        compareExports(exports[0], against: exports[1], sources: Self.sources, zone: .utc))
    }
    #expect(try examined(later, day: 101).questionCount == 0)
    later[0].value = Quantity(10_011)
    #expect(try examined(later, day: 101).questionCount == 1)
    // Thirty days after it ended, at 10:40, it is old: on the 129th day at noon.
    #expect(try examined(later, day: 128).questionCount == 1)
    #expect(try examined(later, day: 129).questionCount == 0)
  }

  @Test func `what came in late is of the last three days`() throws {
    // The watch has sent what it wrote afterwards.
    let known = [record(10, day: 90), record(20, day: 99, hour: 9)]
    func late(_ day: Int, hour: Double) throws -> ExportComparison {
      try comparison(known + [record(70, day: day, hour: hour, createdOnDay: 101)], known)
    }
    // Three days before noon on the 100th.
    #expect(try late(97, hour: 12).explained.map(\.kind) == [.late])
    #expect(try late(97, hour: 11.99).differences.map(\.question) == [.rose])
  }

  @Test func `a watch sends late only what it wrote last`() throws {
    let sent = record(10, day: 99, hour: 9)
    // Written as it ended, half an hour before and after the last that the earlier export has.
    let before = record(70, day: 99, hour: 8.5)
    let after = record(70, day: 99, hour: 9.5)
    #expect(try explained([sent, after], [sent]) == [.late])
    #expect(try questions([before, sent], [sent]) == [.predates])
    // Written anew by the phone as it came, on any day of the time that a watch may be away.
    let redated = record(70, day: 80, hour: 9.5, createdOnDay: 101)
    let away = record(10, day: 80, hour: 7)
    #expect(try explained([away, redated], [away]) == [.late])
    #expect(try questions([away, sent, redated], [away, sent]) == [.rose])
    // A month is the most.
    let old = record(10, day: 60)
    #expect(try explained([old, record(70, day: 70, hour: 12.1)], [old]) == [.late])
    #expect(try questions([old, record(70, day: 70, hour: 11.9)], [old]) == [.predates])
    // A phone has all of its own when it exports, and a watch that was never there sends nothing.
    let phone = record(70, day: 99, hour: 9.5, source: 1)
    #expect(try questions([sent, phone], [sent]) == [.predates])
    let redatedPhone = record(70, day: 99, hour: 9.5, source: 1, createdOnDay: 101)
    #expect(try questions([sent, redatedPhone], [sent]) == [.rose])
    #expect(try questions([after], []) == [.predates])
  }

  @Test func `a watch that was near its phone for a day sends nothing late`() throws {
    let ride = record(10, day: 70)
    func kinds(rateAt hour: Double) throws -> ExportComparison {
      // The ride of the 80th day was written at 10:10:30, and so was the rate at 10:10 of the 81st.
      try comparison(
        [ride, record(20, day: 80)], [ride], .distanceCycling,
        rates: [record(70, day: 81, hour: hour, minutes: 0)])
    }
    #expect(try kinds(rateAt: 10 + 10.0 / 60).explained.map(\.kind) == [.late])
    #expect(try kinds(rateAt: 10 + 11.0 / 60).differences.map(\.question) == [.predates])
  }

  @Test func `a phone may still write what began in the last two hours`() throws {
    func comparison(_ hour: Double, createdOnDay created: Double?) throws -> ExportComparison {
      let walk = record(70, day: 99, hour: hour, source: 1, createdOnDay: created)
      return try self.comparison([walk], [], earlierAt: 0.5)
    }
    // The earlier export is of 00:30 on the 100th day; the walk was written at 00:43.
    #expect(try comparison(22.5, createdOnDay: 100.03).explained.map(\.kind) == [.late])
    #expect(try comparison(22.49, createdOnDay: 100.03).differences.map(\.question) == [.rose])
    #expect(try comparison(22.5, createdOnDay: nil).differences.map(\.question) == [.predates])
  }

  @Test func `what an app wrote on another device may come in for three days`() throws {
    let known = [record(10, day: 90, source: 2), record(20, day: 99, hour: 21, source: 2)]
    func added(_ day: Int, hour: Double) throws -> ExportComparison {
      try comparison(known + [record(70, day: day, hour: hour, source: 2)], known)
    }
    #expect(try added(97, hour: 12).explained.map(\.kind) == [.late])
    #expect(try added(97, hour: 11.99).differences.map(\.question) == [.predates])
  }

  @Test func `an app imports behind what it had on the day`() throws {
    let known = record(10, day: 60, hour: 12, source: 2)
    func added(_ hour: Double, createdOnDay created: Double) -> Sample {
      record(70, day: 60, hour: hour, source: 2, createdOnDay: created)
    }
    let behind = added(13, createdOnDay: 120)
    #expect(try explained([known, behind], [known]) == [.imported])
    #expect(try questions([known, added(11, createdOnDay: 120)], [known]) == [.rose])
    #expect(try questions([known, added(13, createdOnDay: 90)], [known]) == [.predates])
  }

  @Test func `nothing is explained by a date after the later export`() throws {
    let known = record(10, day: 60, hour: 12, source: 2)
    let behind = record(70, day: 60, hour: 13, source: 2, createdOnDay: 202)
    #expect(try questions([known, behind], [known]) == [.rose])
  }

  @Test func `an app that names a watch is an app`() throws {
    let known = record(300, day: 60)
    let edited = record(330, day: 60, createdOnDay: 101)
    #expect(try questions([edited], [known]) == [.rose])
    #expect(try explained([edited], [known], apps: [0]) == [.editedInApp])
    // What it recorded lies on the watch until the phone is near.
    let (sent, after) = (record(10, day: 90), record(70, day: 91))
    #expect(try explained([sent, after], [sent], apps: [0]) == [.late])
  }

  @Test func `an export of which a source begins in its last two weeks says nothing of before`()
    throws
  {
    func comparison(_ beginning: Double) throws -> ExportComparison {
      try self.comparison(
        [record(5, day: 70), record(6, day: 99)], [record(6, day: 99)],
        beginning: Instant(seconds: Int64(beginning * 86_400)))
    }
    // The earlier one is of noon on the 100th day.
    #expect(try comparison(86.49).questionCount == 1)
    let noted = try comparison(86.51)
    #expect(noted.questionCount == 0)
    #expect(noted.differences.map(\.kind) == [.added])
  }

  @Test func `the day of the earlier export is not compared`() throws {
    let comparison = try comparison([record(500, day: 100)], [record(5, day: 100)])
    #expect(comparison.differences.isEmpty)
    #expect(comparison.same == 0)
    #expect(comparison.lastDay == CivilDay(ordinal: 99))
  }

  @Test func `amounts may be rounded in another unit, counts may not`() throws {
    var (later, earlier) = (record(2000, day: 20), record(2000, day: 20))
    later.value = Quantity(2001)
    #expect(try comparison([later], [earlier], .distanceWalkingRunning).same == 1)
    #expect(try comparison([later], [earlier], .steps).questionCount == 1)
    earlier.value = Quantity(1999)
    #expect(try comparison([later], [earlier], .distanceWalkingRunning).questionCount == 1)
  }

  @Test func `of very many questions a hundred thousand are listed, and all are counted`() throws {
    let added = (0..<100_003).map { record(100, day: $0 / 1200, hour: Double($0 % 1200) / 50) }
    let comparison = try comparison(added, [])
    #expect(comparison.differences.count == 100_000)
    #expect(
      comparison.counts == [
        DifferenceCount(.added, metric: .steps, count: 100_003, questions: 100_003)
      ])
  }
}
