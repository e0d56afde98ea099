import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

struct LogTableTests {
  @Test func `a row of Strong is a set with all that it says`() throws {
    let reading = try readLog(
      strongHeader
        + "2024-03-04 18:05:11,\"Lower A\",1h 2m,\"Squat (Barbell)\",W,40.0,5,0,0,\"\",\"\",\n"
        + "2024-03-04 18:05:11,\"Lower A\",1h 2m,\"Squat (Barbell)\",1,102.5,5,0,0,,,8.5\n",
      LogSettings(loadUnit: .kilogram))
    #expect(reading.facts.exercises == ["Squat (Barbell)"])
    var set = LoggedSet(source: 0, session: .wall(wall("2024-03-04T18:05:11Z")), exercise: 0)
    set.sessionDuration = WrittenAmount(DecimalNumber(coefficient: 3720), .known(.second))
    (set.kind, set.repetitions, set.load) = (.warmUp, 5, written("40.0", .kilogram))
    (set.line, set.byte) = (2, strongHeader.utf8.count)
    #expect(reading.sets.first == set)
    set.kind = .working
    set.load = written("102.5", .kilogram)
    set.effort = .perceived(tenths: 85)
    (set.line, set.byte) = (3, reading.sets.last?.byte ?? 0)
    #expect(reading.sets.last == set)
    #expect(reading.codes.isEmpty)
  }

  @Test func `a unit is never guessed`() throws {
    let row = "2024-03-04 18:05:11,A,1h,Squat,1,100,5,3,0,,,\n"
    let reading = try readLog(strongHeader + row)
    #expect(reading.sets.first?.load == WrittenAmount(DecimalNumber("100"), .missing))
    #expect(reading.sets.first?.distance == nil)
    #expect(reading.codes.sorted() == ["distance.unit_unknown", "log.unit_unknown"])
    let known = try readLog(strongHeader + row, LogSettings(loadUnit: .pound))
    #expect(known.sets.first?.load == written("100", .pound))
  }

  @Test(arguments: ["30 sec", "3x10", "4 2"])
  func `what is no number of repetitions is told with its line`(_ text: String) throws {
    let reading = try readLog(
      strongHeader + "2024-03-04 18:05:11,A,1h,Squat,1,100,\"\(text)\",0,0,,,\n",
      LogSettings(loadUnit: .kilogram))
    #expect(reading.facts.logRows == LogRows(skipped: [.badNumber: 1]))
    #expect(reading.codes == ["log.row_unread"])
  }

  @Test func `kinds of sets are told by mark, word and number`() throws {
    let rows = ["W", "1", "D", "F"].map { "2024-03-04 18:05:11,A,1h,Squat,\($0),9,5,0,0,,,\n" }
    let strong = try readLog(strongHeader + rows.joined())
    #expect(strong.sets.map(\.kind) == [.warmUp, .working, .drop, .failure])
    let words = ["warmup", "normal", "dropset", "failure", "2", "3", "99"]
    let hevy = try readLog(
      hevyHeader
        + words.map { "A,\"7 Apr 2026, 10:14\",,,Squat,,,0,\($0),60,5,,,\n" }.joined())
    #expect(hevy.sets.map(\.kind) == [.warmUp, .working, .drop, .failure, .warmUp, .drop])
    // What it means nobody knows: a warm-up would count as a working set.
    #expect(hevy.facts.logRows?.skipped == [.unknownWord: 1])
  }

  @Test func `rests and notes are rows but no sets`() throws {
    let marks = ["1", "Rest Timer", "Note"]
    let reading = try readLog(
      strongHeader
        + marks.map { "2024-03-04 18:05:11,A,1h,Squat,\($0),9,5,0,120,,,\n" }.joined())
    #expect(reading.facts.logRows == LogRows(sets: 1, skipped: [.restTimer: 1, .note: 1]))
    #expect(reading.facts.logRows?.count == 3)
    #expect(reading.codes == ["log.unit_unknown"])
  }

  @Test func `of several rows that cannot be read each has its line`() throws {
    let (good, bad) = (
      "2024-03-04 18:05:11,A,1h,Squat,1,9,5,0,0,,,\n", "when,A,1h,Squat,1,9,5,0,0,,,\n"
    )
    let two = try readLog(strongHeader + good + bad + good + bad + "short,row\n" + good)
    #expect(two.finding(.logRowUnread)?.count == 2)
    #expect(two.finding(.logRowUnread)?.facts.lines == [3, 5])
    #expect(two.finding(.csvMalformed)?.location?.line == 6)
    #expect(two.finding(.csvMalformed)?.facts.lines == nil)
    let many = try readLog(strongHeader + String(repeating: good + bad, count: 30))
    #expect(many.finding(.logRowUnread)?.count == 30)
    #expect(many.finding(.logRowUnread)?.facts.lines == (1...20).map { 2 * $0 + 1 })
  }

  @Test func `a row that cannot be read is found with its line`() throws {
    let reading = try readLog(
      strongHeader + "2024-03-04 18:05:11,A,1h,Squat,1,9,5,0,0,,,\n"
        + "2024-03-04 18:05:11,A,1h,Squat,2,heavy,5,0,0,,,\n",
      LogSettings(loadUnit: .kilogram))
    let finding = try #require(reading.finding(.logRowUnread))
    #expect(finding.location?.line == 3)
    #expect(finding.facts.skip == .badNumber)
  }

  @Test func `the order of day and month is decided by the whole file`() throws {
    func rows(_ dates: [String]) -> String {
      strongHeader + dates.map { "\($0),A,1h,Squat,1,9,5,0,0,,,\n" }.joined()
    }
    let dayFirst = try readLog(rows(["3/4/2024", "5/4/2024", "18/4/2024", "4/19/2024"]))
    #expect(
      dayFirst.sets.map(\.session)
        == ["2024-04-03", "2024-04-05", "2024-04-18"].compactMap { CivilDay($0) }.map { .day($0) })
    #expect(dayFirst.facts.logRows?.skipped == [.badDate: 1])
    let open = try readLog(rows(["3/4/2024", "5/4/2024"]))
    #expect(open.facts.logRows == LogRows(skipped: [.badDate: 2]))
    #expect(open.finding(.logDateOrder)?.count == 2)
    let settled = try readLog(rows(["3/4/2024"]), LogSettings(dateOrder: .monthDay))
    #expect(
      settled.sets.map(\.session) == [CivilDay("2024-03-04")].compactMap { $0.map { .day($0) } })
    // What the file says goes before what the operator says of the subject.
    let own = try readLog(rows(["2/3/2026", "2/25/2026"]), LogSettings(dateOrder: .dayMonth))
    #expect(
      own.sets.map(\.session)
        == ["2026-02-03", "2026-02-25"].compactMap { CivilDay($0) }.map { .day($0) })
  }

  @Test func `of two columns with one meaning the first that holds anything counts`() throws {
    let header =
      "Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time\n"
    let reading = try readLog(
      header + "2026-01-15,Row,Back,100,220.46,5,,,\n2026-01-15,Row,Back,0,220.46,5,,,\n")
    #expect(reading.sets.map(\.load) == [written("100", .kilogram), written("220.46", .pound)])
  }

  @Test func `a load below zero is help`() throws {
    let reading = try readLog(hevyHeader + "A,\"7 Apr 2026, 10:14\",,,Dip,,,0,normal,-20,5,,,\n")
    #expect(reading.sets.first?.meaning == .assistance)
    #expect(reading.sets.first?.load == written("20", .kilogram))
  }

  @Test func `the date of Garmin's table is that of the file's name`() throws {
    let table =
      "Set,Exercise Name,Time,Rest,Reps,Weight,Volume\n1,BENCH_PRESS,0:45,2:00,8,60 kg,480 kg\n"
    let named = try readLog(table, named: "Strength_2026-09-21.csv")
    let day = try #require(CivilDay("2026-09-21"))
    #expect(named.sets.map(\.session) == [.day(day)])
    #expect(named.facts.daysFromNames == [day])
    #expect(named.codes == ["log.date_from_name"])
    let nameless = try readLog(table)
    #expect(nameless.facts.logRows == LogRows(skipped: [.badDate: 1]))
    #expect(nameless.codes.contains("log.date_missing"))
  }

  @Test func `an effort that is no rate is lost, and the set stays`() throws {
    let reading = try readLog(hevyHeader + "A,\"7 Apr 2026, 10:14\",,,Dip,,,0,normal,20,5,,,11\n")
    #expect(reading.sets.map(\.effort) == [nil])
    #expect(reading.codes == ["log.effort_unread"])
  }

  @Test func `a repetition that was only begun is none, and is said`() throws {
    let reading = try readLog(hevyHeader + "A,\"7 Apr 2026, 10:14\",,,Dip,,,0,normal,20,2.5,,,9\n")
    #expect(reading.sets.map(\.repetitions) == [2])
    #expect(reading.codes == ["log.repetition_begun"])
  }

  @Test func `nothing of notes, titles and profiles leaves the reader`() throws {
    let secret = "someone@example.com"
    let reading = try readLog(
      strongHeader + "2024-03-04 18:05:11,\(secret),1h,Squat,1,9,5,0,0,\(secret),\(secret),\n")
    #expect(!"\(reading.facts) \(reading.sets)".contains(secret))
  }

  @Test func `damaged logs never crash a reader`() throws {
    let folder = try ScratchFolder()
    let texts = [
      strongHeader + "2024-03-04 18:05:11,A,1h 2m,Squat,W,40.0,5,0,0,\"a\nb\",\"\",8\n",
      hevyHeader + "A,\"28 févr. 2025, 17:29\",,,Dip,,,0,normal,-20,5,,,11\n",
      "### WORKOUT SESSIONS ###\n_id,mydate,starttime\n1,2024-01-15,1705305000\n###\n"
        + "### EXERCISE LOGS ###\nbelongsession,ename,logs\n1,Row,\"100x5,99x4\"\n",
    ]
    for seed in Sweep.over(0..<3000, step: 41) {
      let bytes = mutated(Array(texts[seed % texts.count].utf8), seed: UInt64(seed))
      let path = try folder.write(bytes, to: "\(seed).csv")
      guard let reading = try? IngestedInput(of: path) else { continue }
      #expect(reading.facts.logRows.map { $0.sets == reading.sets.count } ?? true)
    }
  }
}
