import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkReport

struct PictureTests {
  @Test func `a day is drawn by its shape as well as by its colour`() {
    // A gap of 0.12 after each day: a whole cell, and the lower half of one.
    #expect(
      HeatStrip(days: [.met, .met, .met], quarters: [1, 4, 1]).svg.contains(
        "<path class=\"d-met q1\" d=\"M0 0h0.88v1h-0.88zM2 0h0.88v1h-0.88z\"/>"
          + "<path class=\"d-met q4\" d=\"M1 0h0.88v1h-0.88z\"/>"))
    #expect(
      HeatStrip(days: [.met, .short]).svg.contains(
        "<path class=\"d-met\" d=\"M0 0h0.88v1h-0.88z\"/>"
          + "<path class=\"d-short\" d=\"M1 .5h0.88v.5h-0.88z\"/>"))
  }

  @Test func `days of a long period that are alike are one cell`() {
    let days = [DayStanding](repeating: .met, count: 60) + [.short, .met, .met, .met]
    #expect(
      HeatStrip(days: days).svg.contains("d=\"M0 0h60v1h-60zM61 0h3v1h-3z\""))
  }

  @Test func `bars lie where they add to what is counted`() throws {
    let day = try #require(CountedDay(SampleReports.aggregates.days[0]))
    let picture = CountedPicture(day: day)
    // The scale is the sum of all, 14,000. The phone adds 1,000 behind the watch's 6,000: at 42.86 %,
    // 7.14 % long; its other 4,000 lie under what the watch counted, from 2,000 on: 14.29 %, 28.57 %.
    let phone = picture.source(1, style: "k-phone")
    #expect(phone.contains("<rect class=\"k-phone\" x=\"42.86%\" y=\"0\" width=\"7.14%\""))
    #expect(phone.contains("<rect class=\"under\" x=\"14.29%\" y=\"5\" width=\"28.57%\""))
    // All of the tracker's 3,000 end where the 7,000 end: from 4,000 on.
    let tracker = picture.source(2, style: "k-tracker")
    #expect(tracker.contains("<rect class=\"under\" x=\"28.57%\" y=\"5\" width=\"21.43%\""))
    #expect(!tracker.contains("k-tracker"))
    // What adding up counts twice is the other half.
    #expect(picture.naive(styles: ["a", "b", "c"]).contains("class=\"twice\" x=\"50%\""))
  }

  @Test func `the day that tells most is the one where adding up is furthest off`() {
    let days = SampleReports.aggregates.days.compactMap(CountedDay.init)
    let metric = CountedMetric(metric: .steps, name: "steps", days: days)
    #expect(metric.tellingDay?.day == SampleReports.days[0])
    #expect(metric.tellingDay?.saved == Quantity(7000))
    #expect(metric.total == 11_321_000_000 && metric.naiveTotal == 18_321_000_000)
    #expect(metric.days[0].parts[2].better == [0, 1])
  }

  @Test func `numbers of pictures have at most two decimals`() {
    #expect(
      [0.0, 1, 0.5, -0.25, 33.333, 99.999].map(number) == [
        "0", "1", "0.5", "-0.25", "33.33", "100",
      ])
    #expect(number(.nan) == "0")
  }
}

struct DayStandingTests {
  private func leaf(
    _ standings: [Explanation.Day.Standing], answer: Outcome = .fail
  ) -> Explanation {
    Explanation(
      key: "days", answer: answer, unit: "day",
      days: zip(SampleReports.days, standings).map {
        Explanation.Day(day: $0, value: Quantity(1), standing: $1)
      })
  }

  private func words(_ key: String, _ parts: Explanation...) -> [DayStanding] {
    Explanation(key: key, answer: .fail, children: parts).standings(on: SampleReports.days)
  }

  @Test func `all takes the worst of its parts, any the best, not the opposite`() {
    let (a, b) = (leaf([.counted, .short, .notOver]), leaf([.counted, .counted, .missing]))
    #expect(words("all", a, b) == [.met, .short, .nothing])
    #expect(words("any", a, b) == [.met, .met, .notOver])
    #expect(words("not", a) == [.short, .met, .notOver])
  }

  @Test func `what holds without a day does not reproach it`() {
    let sessions = leaf([.counted, .short, .short], answer: .pass)
    let best = leaf([.missing, .counted, .short], answer: .pass)
    #expect(words("all", sessions, best) == [.met, .met, .nothing])
    #expect(words("all", sessions, leaf([.short, .counted, .short])) == [.short, .met, .short])
  }

  @Test func `a day that no part looks at is not asked about`() {
    #expect(words("all", leaf([.counted])) == [.met, .notAsked, .notAsked])
  }

  @Test func `rows stand by outcome, then by how close they came, then by id`() {
    func row(_ id: String, _ outcome: Outcome?, _ closeness: Double?) -> SubjectRow {
      var row = SubjectRow(id: id)
      (row.outcome, row.closeness) = (outcome, closeness)
      return row
    }
    let rows = [
      row("f", nil, nil), row("e", .fail, -0.5), row("d", .fail, -0.1),
      row("c", .undetermined, -0.2),
      row("b", .pass, 0.1), row("a", .pass, 0.1),
    ]
    #expect(rows.sorted(by: SubjectRow.precedes).map(\.id) == ["a", "b", "c", "d", "e", "f"])
    // Without any data a row comes last, whatever its outcome.
    var empty = row("0", .undetermined, nil)
    empty.hasData = false
    #expect(
      (rows + [empty]).sorted(by: SubjectRow.precedes).map(\.id)
        == ["a", "b", "c", "d", "e", "f", "0"])
  }

  /// A day that is short of what is asked for, of a condition whose results have this unit.
  private func standing(_ value: Int, unit: String) -> DayStanding {
    let day = Explanation.Day(
      day: CivilDay(ordinal: 0), value: Quantity(value), standing: .short)
    return Explanation(key: "days", answer: .fail, unit: unit, days: [day]).standing(of: day)
  }

  @Test func `a day of rest is nothing, and a session that is too short is short`() {
    #expect(standing(0, unit: "day") == .nothing)
    #expect(standing(1, unit: "day") == .short)
    #expect(standing(0, unit: "session") == .short)
  }
}
