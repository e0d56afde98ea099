import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// Formats, "Health Auto Export".
struct HealthAutoExportTests {
  /// `metric day amount unit` of each total, what is open, and the findings.
  private func read(
    _ text: String, named name: String = "HealthAutoExport.json"
  ) throws -> (totals: [String], open: [String], codes: [String]) {
    let folder = try ScratchFolder()
    let reading = try IngestedTotals(of: folder.write(text.utf8, to: name))
    let open = reading.facts.unread.map { opening in
      let days = opening.days.map { "\($0.lowerBound) \($0.upperBound)" } ?? "-"
      return "\(opening.metrics.map(\.id).joined(separator: " ")) \(days)"
    }
    return (reading.totals, open, reading.facts.findings.map(\.code.rawValue))
  }

  private func document(_ rows: String, unit: String = "count") -> String {
    #"{"data": {"metrics": [{"name": "step_count", "units": "\#(unit)", "data": [\#(rows)]}]}}"#
  }

  @Test func `figures of successive days are of days`() throws {
    let days = try read(
      document(
        #"{"date": "2026-03-02 00:00:00 +0100", "qty": 10}, {"date": "2026-03-03 00:00:00 +0100", "qty": 20}"#
      ))
    #expect(days.totals == ["steps 2026-03-02 10", "steps 2026-03-03 20"])
    #expect(days.open == [] && days.codes == [])
  }

  @Test func `one figure alone is of a day only where the name says so`() throws {
    let text = document(#"{"date": "2026-03-02 00:00:00 +0100", "qty": 40000}"#)
    for name in ["HealthAutoExport-2026-03-02.json", "HealthAutoExport-2026-03-02-2026-03-02.json"]
    {
      #expect(try read(text, named: name).totals == ["steps 2026-03-02 40000"])
    }
    // Of a week or a month, for all that anybody can tell.
    for name in [
      "export.json", "HealthAutoExport-2026-03-02-2026-03-08.json",
      "HealthAutoExport-2026-03-03.json",
    ] {
      let week = try read(text, named: name)
      #expect(week.totals == [] && week.codes == ["total.unread"], "\(name)")
      #expect(week.open == ["steps 2026-03-02 2026-03-02"])
    }
  }

  @Test func `figures of weeks are not of days`() throws {
    let weeks = try read(
      document(
        #"{"date": "2026-03-02 00:00:00 +0100", "qty": 70000}, {"date": "2026-03-09 00:00:00 +0100", "qty": 80000}"#
      ))
    #expect(weeks.totals == [] && weeks.open == ["steps 2026-03-02 2026-03-09"])
  }

  @Test func `the hour that comes twice as summer time ends is an hour like others`() throws {
    // 25 hours of 25 October 2026 in Berlin, either way round.
    let hours =
      [("00", "+0200"), ("01", "+0200"), ("02", "+0200")]
      + (2..<24).map { (($0 < 10 ? "0" : "") + "\($0)", "+0100") }
    for hours in [hours, hours.reversed()] {
      let rows = hours.map { #"{"date": "2026-10-25 \#($0.0):00:00 \#($0.1)", "qty": 10}"# }
      let json = try read(document(rows.joined(separator: ", ")))
      #expect(json.totals == ["steps 2026-10-25 250"] && json.codes == [])
      let table =
        "Date/Time,Step Count (count)\n" + hours.map { "2026-10-25 \($0.0):00:00,10\n" }.joined()
      #expect(try read(table, named: "a.csv").totals == ["steps 2026-10-25 250"])
    }
    // By day, or again within half a year, no clock is set back.
    for times in [["12:00", "12:00"], ["02:00", "02:00", "03:00", "03:00"]] {
      let table =
        "Date/Time,Step Count (count)\n" + times.map { "2026-10-25 \($0):00,10\n" }.joined()
      #expect(try read(table, named: "a.csv").codes.contains("total.unread"), "\(times)")
    }
  }

  @Test func `hours add up to days, and single records do not`() throws {
    let hours = try read(
      document(
        #"{"date": "2026-03-02 08:00:00 +0100", "qty": 10.5}, {"date": "2026-03-02 09:00:00 +0100", "qty": 20}"#
      ))
    #expect(hours.totals == ["steps 2026-03-02 30.5"])
    for second in [
      "2026-03-02 08:00:00 +0100", "2026-03-02 07:00:00 +0100", "2026-03-02 09:00:30 +0100",
    ] {
      let records = try read(
        document(
          #"{"date": "2026-03-02 07:30:00 +0100", "qty": 1}, {"date": "2026-03-02 08:00:00 +0100", "qty": 10}, {"date": "\#(second)", "qty": 20}"#
        ))
      #expect(records.totals == [] && records.codes == ["total.unread"], "\(second)")
    }
  }

  @Test func `units and numbers are never guessed`() throws {
    let rows =
      #"{"date": "2026-03-02 00:00:00 +0100", "qty": "many"}, {"date": "2026-03-03 00:00:00 +0100", "qty": 20}, {"date": "soon", "qty": 5}"#
    let totals = try read(document(rows, unit: "furlong")).totals
    #expect(totals == ["steps ? 5 ?0", "steps 2026-03-02 - ?0", "steps 2026-03-03 20 ?0"])
    let unitless = try read(
      #"{"data": {"metrics": [{"name": "active_energy", "data": [{"date": "2026-03-02 08:00:00 +0100", "qty": 5}]}]}}"#
    )
    #expect(unitless.totals == ["activeEnergy 2026-03-02 5 missing"])
  }

  @Test func `a table by a clock of twelve hours is read, and its unknown headings open days`()
    throws
  {
    let text = """
      Datum/Uhrzeit,Schrittzahl (count),Geh-Strecke (km),Aktive Energie (kJ),Puls (bpm),Gewicht (kg)
      2026-03-02 12:00:00\u{202F}AM,10,1.5,418.4,60,70
      2026-03-03 12:00:00\u{202F}AM,,2,,61,

      """
    let table = try read(text, named: "days.csv")
    #expect(table.totals == ["steps 2026-03-02 10", "activeEnergy 2026-03-02 418.4 kJ"])
    #expect(table.codes == ["total.unread", "total.unread"])
    #expect(
      table.open == [
        "distanceWalkingRunning distanceCycling distanceSwimming heartRate distanceWheelchair 2026-03-02 2026-03-03"
      ])
  }

  @Test func `another app's table of days is not this one`() throws {
    for heading in ["Date,Steps", "Date,Step count", "Date/Time,Weight (kg)"] {
      #expect(throws: DaymarkError.self, "\(heading)") {
        try read("\(heading)\n2026-03-02,5\n", named: "a.csv")
      }
    }
  }

  @Test func `workouts have a length only where its unit is known`() throws {
    let folder = try ScratchFolder()
    let text = """
      {"data": {"workouts": [
        {"id": "A", "name": "Outdoor Run", "start": "2026-03-02 06:00:00 PM +0100", "end": "2026-03-02 06:30:00 PM +0100",
         "duration": 1700, "distance": {"qty": 5, "units": "km"}, "heartRate": {"avg": {"qty": 150, "units": "bpm"}}},
        {"name": "Caminata al Aire Libre", "start": "2026-03-03 18:00:00 +0100", "end": "2026-03-03 18:30:00 +0100",
         "duration": 30, "activeEnergy": [{"qty": 1, "units": "kJ"}], "avgHeartRate": {"qty": 120, "units": "count/min"}},
        {"name": "Outdoor Run", "start": "2026-03-04", "end": "later"}]}}
      """
    let reading = try IngestedInput(of: folder.write(text.utf8, to: "w.json"))
    #expect(reading.activities.map(\.kind) == [.run, .other, .run])
    #expect(reading.activities.map(\.sportGap) == [nil, .unknown, nil])
    #expect(reading.activities.map { $0.duration?.value } == [DecimalNumber("1700"), nil, nil])
    #expect(reading.activities[0].start == .at(Instant(rfc3339: "2026-03-02T17:00:00Z")!))
    #expect(reading.activities[1].energy == nil)
    #expect(reading.activities[1].averageHeartRate?.value == DecimalNumber("120"))
    #expect(reading.activities[2].start == .malformed && reading.activities[2].end == .malformed)
    #expect(reading.activities.allSatisfy { $0.contribution == .samplesWhereNoRecords })
  }

  @Test func `a table of workouts in a language that is not known leaves sessions open`() throws {
    let folder = try ScratchFolder()
    let text = """
      Workout Type,Start,End,Duration,Aktivna energija (kJ),Razdalja (km),Koraki (count)
      Outdoor Run,2026-03-02 18:00,2026-03-02 18:30,00:29:00,418.4,5,100

      """
    let reading = try IngestedInput(of: folder.write(text.utf8, to: "Workouts.csv"))
    #expect(reading.clocks == [.wall] && reading.activities[0].distance == nil)
    #expect(reading.codes == ["total.unread"])
    #expect(reading.facts.unread.map(\.sessions) == [.many])
  }
}

/// The totals of one reading, as text, beside the facts.
struct IngestedTotals {
  var totals: [String] = []
  var facts: InputFacts

  init(of path: String) throws {
    var totals: [String] = []
    facts = try readInput(at: path) { batch in
      totals += batch.totals.map { total in
        var words = [total.metric.id, total.day.map { "\($0)" } ?? "?"]
        switch total.figure {
        case .sum(let amount): words += Self.words(amount, total.metric)
        case .heartRate(let minimum, let maximum, let average):
          words += [minimum, maximum, average].flatMap {
            $0.map { Self.words($0, total.metric) } ?? ["-"]
          }
        }
        return words.joined(separator: " ")
      }
    }
    self.totals = totals
  }

  /// The number, and the unit where it is not the metric's own.
  private static func words(_ amount: WrittenAmount, _ metric: Metric) -> [String] {
    let number = (try? amount.value?.quantity(times: UnitRatio(1))).map { "\($0)" } ?? "-"
    switch amount.unit {
    case .known(let unit):
      return unit == metric.facts.unit ? [number] : [number, unit.rawValue]
    case .missing: return [number, "missing"]
    case .unknown(let index): return [number, "?\(index)"]
    }
  }
}
