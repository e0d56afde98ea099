import DaymarkExamine
import DaymarkModel
import Testing

/// What several exports of one person have otherwise than one another, on exports made by hand; see Examine, "In a run".
///
/// All days are in UTC. A record has ten minutes at 10 o'clock, and was written as it ended.
struct ExportEditTests {
  private static let sources = [
    Source(provider: .apple, name: "watch", deviceClass: .watch),
    Source(provider: .apple, name: "phone", deviceClass: .phone),
    Source(provider: .apple, name: "other phone", deviceClass: .phone),
    Source(provider: .apple, name: "app", deviceClass: .app),
  ]

  private func record(_ steps: Int, day: Int, hour: Int = 10, source: UInt16 = 1) -> Sample {
    let start = day * 86_400 + hour * 3600
    return Sample(
      start: Instant(seconds: Int64(start)), end: Instant(seconds: Int64(start + 600)),
      value: Quantity(steps), source: source, created: UInt32(start + 600), byte: start)
  }

  /// An export of noon on a day.
  private func export(
    day: Int, _ records: [Sample], sources: Set<UInt16> = [0, 1], _ finding: FindingCode? = nil,
    id: String = ""
  ) -> ExportContents {
    let facts = InputFacts(
      name: "export.xml", format: .appleHealth, digest: Digest(of: Array("\(day)\(id)".utf8)),
      bytes: 1, findings: finding.map { [Finding($0)] } ?? [])
    var export = ExportContents(
      facts: facts, end: Instant(seconds: Int64(day * 86_400 + 43_200)))
    (export.records[.steps], export.sources) = (records, sources)
    return export
  }

  private func edits(
    _ exports: [ExportContents], during time: Interval? = nil, countsTypedIn: Bool = false,
    receivedAt: [Digest: Instant] = [:]
  ) -> [ExportEdit] {
    exportEdits(
      exports, sources: Self.sources, zone: .utc, during: time, countsTypedIn: countsTypedIn,
      receivedAt: receivedAt)
  }

  private func raised(_ day: Int32, _ count: Int = 1) -> ExportEdit {
    ExportEdit(day: CivilDay(ordinal: day), metric: .steps, raised: count)
  }

  private func changed(_ day: Int32, _ count: Int = 1) -> ExportEdit {
    ExportEdit(day: CivilDay(ordinal: day), metric: .steps, changed: count)
  }

  private func explained(_ day: Int32, _ count: Int = 1) -> ExportEdit {
    ExportEdit(day: CivilDay(ordinal: day), metric: .steps, explained: count)
  }

  /// The records of days 5 to 7, of 100 steps where nothing else is said.
  private func days(_ steps: [Int: Int] = [:]) -> [Sample] {
    (5...7).map { record(steps[$0] ?? 100, day: $0) }
  }

  @Test func `each export is held against the one before it, in any order`() {
    let exports = [
      export(day: 10, days()), export(day: 20, days([6: 400])),
      export(day: 30, days([6: 400, 7: 900])),
    ]
    #expect(edits(exports) == [raised(6), raised(7)])
    #expect(edits(exports.reversed()) == [raised(6), raised(7)])
    // Twice on one day is twice.
    #expect(
      edits([exports[0], exports[1], export(day: 30, days([6: 500]))]) == [raised(6, 2)])
  }

  /// A table of one metric, which ends with its last record, of day 60.
  private func table(
    _ metric: Metric, _ records: [Sample], lastHour: Int, lastDay: Int = 60
  ) -> ExportContents {
    let last = record(50, day: lastDay, hour: lastHour)
    var table = export(day: lastDay, [], id: "\(metric) \(lastHour)")
    table.facts.format = "simple-health-export"
    (table.end, table.records) = (last.end, [metric: records + [last]])
    return table
  }

  @Test func `tables of one kind of data each are one export, and tell of no other kind`() {
    let first = [
      table(.steps, days(), lastHour: 10), table(.distanceWalkingRunning, days(), lastHour: 11),
    ]
    #expect(edits(first).isEmpty)
    #expect(edits(first.reversed()).isEmpty)
    let second = [
      table(.steps, days([6: 400]), lastHour: 10, lastDay: 90),
      table(.distanceWalkingRunning, days(), lastHour: 9, lastDay: 90),
    ]
    #expect(edits(first + second).map { [$0.raised, $0.changed] } == [[1, 0]])
    #expect(edits(first + second).map(\.metric) == [.steps])
  }

  @Test func `a table between two documents hides nothing`() {
    func document(day: Int, _ meters: Int) -> ExportContents {
      var document = export(day: day, days())
      document.records[.distanceWalkingRunning] = [record(meters, day: 6)]
      return document
    }
    let edits = edits([
      document(day: 10, 100), table(.steps, days(), lastHour: 10, lastDay: 20),
      document(day: 30, 900),
    ])
    #expect(
      edits == [
        ExportEdit(day: CivilDay(ordinal: 6), metric: .distanceWalkingRunning, raised: 1)
      ])
  }

  @Test func `what is gone or says less is changed`() {
    #expect(edits([export(day: 10, days()), export(day: 20, days([6: 40]))]) == [changed(6)])
    #expect(edits([export(day: 10, days()), export(day: 20, Array(days()[1...]))]) == [changed(5)])
  }

  @Test func `parts of an export with one date are one export`() {
    let parts = [export(day: 20, Array(days()[..<1])), export(day: 20, Array(days()[1...]))]
    #expect(edits(parts).isEmpty)
    #expect(edits(parts + [export(day: 10, days())]).isEmpty)
    #expect(edits(parts + [export(day: 30, days())]).isEmpty)
    #expect(edits(parts + [export(day: 30, days([7: 101]))]) == [raised(7)])
  }

  /// What one phone's export has beside that of another, whose own still count.
  private func beside(day: Int32, raised: Int = 0, changed: Int = 0) -> ExportEdit {
    ExportEdit(
      day: CivilDay(ordinal: day), metric: .steps, raised: raised, changed: changed, explained: 1)
  }

  @Test func `an export of another phone raises nothing`() {
    let other = days().map { record(50, day: Int($0.byte / 86_400), hour: 11, source: 2) }
    // An app is on both phones.
    let exports = [
      export(day: 10, days(), sources: [1, 3]), export(day: 20, other, sources: [2, 3]),
    ]
    #expect(edits(exports) == [5, 6, 7].map { beside(day: $0, changed: 1) })
    // A watch that both have makes one phone's of them.
    let sameWatch = [
      export(day: 10, days(), sources: [0, 1]), export(day: 20, other, sources: [0, 2]),
    ]
    #expect(edits(sameWatch) == [5, 6, 7].map { beside(day: $0, raised: 1) })
  }

  @Test func `an edited export with the date of the first is held against it`() {
    let first = export(day: 20, days())
    #expect(edits([first, export(day: 20, days([6: 400]))]).map(\.raised) == [1])
    // It may come first in any order, and what was put in between counts, too.
    #expect(edits([export(day: 20, days([6: 400])), first]).map(\.raised) == [1])
    let slipped = [days()[0], record(70, day: 6, hour: 3)] + days()[1...]
    #expect(edits([first, export(day: 20, slipped)]) == [raised(6)])
    // A copy that damage has cut is no other export.
    let cut = export(day: 20, [days()[0], days()[2]], .archiveTruncated)
    #expect(edits([first, cut]).isEmpty)
    #expect(edits([cut, first, export(day: 30, days())]).isEmpty)
    #expect(edits([cut, first, export(day: 30, days([7: 900]))]) == [raised(7)])
  }

  @Test(arguments: [FindingCode.archiveTruncated, .archiveCRCMismatch])
  func `a broken part takes nothing from what a sound one saw`(_ damage: FindingCode) {
    let first = export(day: 20, days())
    let scrap = export(day: 20, [], damage, id: "scrap")
    let slipped = export(day: 30, days() + [record(70, day: 6, hour: 3)])
    for exports in [[first, scrap, slipped], [scrap, first, slipped]] {
      #expect(edits(exports) == [raised(6)])
    }
    #expect(edits([first, scrap, export(day: 30, days([6: 400]))]) == [raised(6)])
    // Nor does what it could not read.
    var unread = export(day: 20, [], id: "unread")
    unread.rejected = [
      RejectedRecord(metric: .steps, source: 1, time: nil, amount: nil, code: .timeMalformed)
    ]
    #expect(edits([first, unread, slipped]).filter { $0.raised > 0 } == [raised(6)])
    unread.rejectedSessions = [nil]
    var (withRuns, later) = (first, export(day: 30, days()))
    (withRuns.sessions, later.sessions) = (
      [run(day: 5), run(day: 7)], (5...7).map { run(day: $0) }
    )
    #expect(
      edits([withRuns, unread, later]).filter { $0.raised > 0 }
        == [ExportEdit(day: CivilDay(ordinal: 6), kind: .run, raised: 1)])
    // It may have lost what lies before, behind or between the records of sound parts.
    let parts = [5, 7].map { export(day: 20, [record(100, day: $0)], id: "\($0)") }
    #expect(edits(parts + [scrap, export(day: 30, days())]) == [changed(6)])
    #expect(edits([parts[0], scrap, export(day: 30, days())]) == [changed(6), changed(7)])
  }

  @Test func `a part that came later has nothing among the records of the first`() {
    let first = export(day: 20, days())
    let part = export(day: 20, [record(70, day: 6, hour: 3)], id: "part")
    #expect(edits([first, part]) == [changed(6)])
    let (before, after) = (Instant(seconds: 40 * 86_400), Instant(seconds: 41 * 86_400))
    func received(_ instants: [Instant]) -> [ExportEdit] {
      let receipts = Dictionary(
        uniqueKeysWithValues: zip([first, part].map(\.facts.digest), instants))
      return edits([part, first], receivedAt: receipts)
    }
    #expect(received([before, after]) == [raised(6)])
    #expect(received([before, before]) == [changed(6)])
    #expect(received([after, before]) == [changed(6)])
  }

  /// An export of noon on a day, with the first instants of its sources.
  private func export(
    day: Int, _ records: [Sample], beginningOnDay first: Int
  ) -> ExportContents {
    var export = self.export(day: day, records)
    export.beginnings = [1: Instant(seconds: Int64(first * 86_400 + 36_000))]
    return export
  }

  @Test func `a phone that was set up anew accuses nobody, and frees nobody`() {
    let old = export(day: 10, days(), beginningOnDay: 5 - 100)
    // It has got back the last two days.
    let partial = export(day: 20, Array(days()[2...]), beginningOnDay: 7)
    let whole = export(day: 40, days(), beginningOnDay: 5 - 100)
    #expect(edits([old, partial, whole]).isEmpty)
    // The two alone: nobody can tell, so it is noted.
    #expect(edits([partial, whole]) == [changed(5), changed(6)])
    // What the old phone's export had is still held against the last.
    let edited = export(day: 40, days([6: 400, 7: 900]), beginningOnDay: 5 - 100)
    #expect(edits([old, partial, edited]) == [raised(6), raised(7)])
    // A day that one export lacks, and that those before and after it have, is no news.
    let gap = export(day: 20, [days()[0], days()[2]], beginningOnDay: 5 - 100)
    #expect(edits([old, gap, whole]) == [changed(6)])
  }

  @Test
  func `what could not be read in the earlier export is noted, and nothing else of the day is`() {
    var earlier = export(day: 10, days([7: 50]).filter { $0.byte / 86_400 != 6 })
    let lost = days()[1]
    earlier.rejected = [
      RejectedRecord(
        metric: .steps, source: 1, time: Interval(lost.start, lost.end), amount: nil,
        code: .unitUnknown)
    ]
    #expect(edits([earlier, export(day: 20, days([7: 50]))]) == [changed(6)])
    #expect(edits([earlier, export(day: 20, days([7: 60]))]) == [changed(6), raised(7)])
    // It may be one record, and not two.
    let two = days([7: 50]) + [record(30, day: 6, hour: 12)]
    #expect(
      edits([earlier, export(day: 20, two)])
        == [ExportEdit(day: CivilDay(ordinal: 6), metric: .steps, raised: 1, changed: 1)])
    // One of which the amount is known has no other amount.
    earlier.rejected[0].amount = Quantity(99)
    #expect(edits([earlier, export(day: 20, days([7: 50]))]) == [raised(6)])
    earlier.rejected[0] = RejectedRecord(
      metric: .steps, source: 1, time: nil, amount: nil, created: lost.end, code: .timeMalformed)
    #expect(edits([earlier, export(day: 20, days([7: 50]))]) == [changed(6)])
  }

  @Test func `what apps wrote into old days, and what came in late, is told`() {
    let known = [record(10, day: 5, source: 3)]
    func written(_ steps: Int, hour: Int) -> Sample {
      var sample = record(steps, day: 5, hour: hour, source: 3)
      sample.created = 11 * 86_400
      return sample
    }
    let first = export(day: 10, known, sources: [1, 3])
    #expect(
      edits([first, export(day: 20, known + [written(900, hour: 12)], sources: [1, 3])])
        == [explained(5)])
    #expect(
      edits([first, export(day: 20, [written(1900, hour: 10)], sources: [1, 3])])
        == [explained(5)])
    // What says less than before raises nothing.
    #expect(edits([first, export(day: 20, [written(9, hour: 10)], sources: [1, 3])]).isEmpty)
    // What the first export alone has still counts.
    #expect(edits([first, export(day: 20, [], sources: [1, 3])]) == [explained(5)])
  }

  @Test func `what was typed in is told where it counts`() {
    var typed = record(4000, day: 6, hour: 15)
    typed.isUserEntered = true
    let exports = [export(day: 10, days()), export(day: 20, days() + [typed])]
    #expect(edits(exports).isEmpty)
    #expect(edits(exports, countsTypedIn: true) == [explained(6)])
  }

  @Test func `what an export that came later has more than a newer one is a question`() {
    let newer = export(day: 30, days())
    let older = export(day: 10, days() + [record(900, day: 6, hour: 2)])
    #expect(edits([newer, older]) == [changed(6)])
    let (first, second) = (Instant(seconds: 40 * 86_400), Instant(seconds: 41 * 86_400))
    #expect(
      edits([newer, older], receivedAt: [newer.facts.digest: first, older.facts.digest: second])
        == [raised(6)])
    #expect(
      edits([newer, older], receivedAt: [newer.facts.digest: second, older.facts.digest: first])
        == [changed(6)])
  }

  /// A run of half an hour that the phone recorded, at 10 o'clock.
  private func run(day: Int, isIndoor: Bool = false) -> ExportedSession {
    let start = Instant(seconds: Int64(day * 86_400 + 36_000))
    let end = start.advanced(byMilliseconds: 1_800_000)
    return ExportedSession(
      activity: Activity(
        kind: .run, isIndoor: isIndoor, start: start, end: end, source: 1,
        values: [.activeSeconds: Quantity(1800)]), created: end, byte: day)
  }

  @Test func `an invented source or session of an export that came later is a question`() {
    let newer = export(day: 30, days())
    let invented = record(900, day: 6, hour: 10, source: 0)
    var older = export(day: 10, days() + [invented])
    let (first, second) = (Instant(seconds: 40 * 86_400), Instant(seconds: 41 * 86_400))
    func edits() -> [ExportEdit] {
      self.edits(
        [newer, older], receivedAt: [newer.facts.digest: first, older.facts.digest: second])
    }
    #expect(edits() == [raised(6)])
    older.sessions = [run(day: 6)]
    let ofRun = ExportEdit(day: CivilDay(ordinal: 6), kind: .run, raised: 1)
    #expect(edits() == [raised(6), ofRun])
  }

  @Test func `a run that was indoors and is not is a question`() {
    var (earlier, later) = (export(day: 10, days()), export(day: 20, days()))
    (earlier.sessions, later.sessions) = ([run(day: 6, isIndoor: true)], [run(day: 6)])
    #expect(
      edits([earlier, later]) == [ExportEdit(day: CivilDay(ordinal: 6), kind: .run, raised: 1)])
    later.sessions = earlier.sessions
    #expect(edits([earlier, later]).isEmpty)
  }

  @Test func `an export vouches for nothing of the day on which it was made`() {
    let slipped = record(900, day: 6, hour: 2)
    var (first, last) = (export(day: 10, days()), export(day: 20, days() + [slipped]))
    #expect(edits([first, last]) == [raised(6)])
    // Nobody holds its last day against the export after it, so that who makes one could say anything there.
    var ofThatDay = export(day: 6, [days()[0], slipped])
    #expect(edits([ofThatDay, first, last]) == [raised(6)])
    (first.sessions, last.sessions) = ([run(day: 5)], [run(day: 5), run(day: 6)])
    ofThatDay.sessions = last.sessions
    let ofRun = ExportEdit(day: CivilDay(ordinal: 6), kind: .run, raised: 1)
    #expect(edits([ofThatDay, first, last]) == [raised(6), ofRun])
  }

  @Test func `a phone with another name and hardware is known by the times of its records`() {
    func person(_ source: UInt16, _ steps: [Int: Int] = [:]) -> [Sample] {
      (10..<40).map { record(steps[$0] ?? 100, day: $0, source: source) }
    }
    let exports = [
      export(day: 50, person(1), sources: [1]), export(day: 60, person(2, [12: 900]), sources: [2]),
    ]
    #expect(edits(exports) == [raised(12)])
  }

  @Test func `damage explains what is gone, and what a damaged export has is not raised after it`()
  {
    let cut = export(day: 20, days([5: 150]).dropLast(), .archiveTruncated)
    #expect(edits([export(day: 10, days()), cut]) == [raised(5)])
    // The day that it lost may have been so.
    #expect(edits([cut, export(day: 30, days([5: 150]))]) == [changed(7)])
    #expect(edits([cut, export(day: 30, days([5: 200]))]) == [raised(5), changed(7)])
    #expect(
      edits([export(day: 10, days()), cut, export(day: 30, days([6: 900]))])
        == [raised(5), raised(6)])
  }

  @Test func `bytes that are not as they were packed accuse nobody`() {
    let flipped = export(day: 10, days(), .archiveCRCMismatch)
    #expect(edits([flipped, export(day: 20, days([6: 900]))]) == [changed(6)])
    let later = export(day: 20, days([6: 900]), .archiveCRCMismatch)
    #expect(edits([export(day: 10, days()), later]) == [changed(6)])
  }

  @Test func `where the earlier export lost a record, what is there now is no question`() {
    let lost = export(day: 10, Array(days()[1...]), .xmlMalformed)
    #expect(edits([lost, export(day: 20, days())]) == [changed(5)])
  }

  @Test func `only what begins in the period is compared`() {
    let time = Interval(
      Instant(seconds: 6 * 86_400), Instant(seconds: 7 * 86_400))
    let exports = [export(day: 10, days()), export(day: 20, days([5: 900, 6: 400, 7: 900]))]
    #expect(edits(exports, during: time) == [raised(6)])
  }
}
