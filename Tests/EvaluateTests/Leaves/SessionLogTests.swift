import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Rules on session logs; see Semantics, "Session logs".
struct SessionLogTests {
  /// Rows of the month, each `day hour minutes name`.
  private static func log(_ rows: [(day: Int, hour: Int, minutes: Int, name: String)])
    -> SubjectAggregates
  {
    var result = aggregates("", dataEnd: at(100))
    for row in rows {
      let start = at(row.day, hour: row.hour)
      result.sessions.append(
        Session(
          day: firstDay.advanced(by: row.day - 1),
          activity: Activity(
            kind: .learning, name: row.name, start: start,
            end: start.advanced(byMilliseconds: Int64(row.minutes) * 60_000),
            isUserEntered: true,
            values: [.activeSeconds: Quantity(row.minutes * 60)]), inputs: [0], origins: [:]))
    }
    result.loggedEnd = result.sessions.map(\.day).max()
    return result
  }

  private static let month = log([
    (1, 16, 40, "Anki"), (1, 16, 30, "Duolingo"), (2, 10, 20, "Duolingo"), (3, 23, 90, "anki"),
    (5, 10, 1, "Chess"),
  ])

  private static func minutes(of names: Set<String>?) -> DayValue {
    .activities(.duration, of: ActivityTest(kinds: [.learning], names: names))
  }

  private static func total(
    _ names: Set<String>?, _ comparison: Comparison, days: Int = 4,
    onMissing: MissingPolicy = .undetermined, asOf: Instant = at(50), deadline: Instant? = nil
  ) -> Outcome {
    verdict(
      on: month, days: days, leaf(.total, of: minutes(of: names), comparison),
      onMissing: onMissing, asOf: asOf, deadline: deadline
    ).outcome
  }

  @Test func `the minutes asked for are the union of the rows asked for`() {
    // 40 (the 30 lie within), 20, 60 before midnight and 30 after it.
    #expect(Self.total(nil, .between(150, 150)) == .pass)
    // 40 + 60 + 30: capitals do not matter.
    #expect(Self.total(["Anki"], .between(130, 130)) == .pass)
    #expect(Self.total(["Duolingo"], .between(50, 50)) == .pass)
    #expect(Self.total(["Anki", "Duolingo"], .between(150, 150)) == .pass)
    #expect(Self.total(["Babbel"], .between(0, 0)) == .pass)
  }

  @Test func `each day has its part of a row over midnight`() {
    let node = verdict(
      on: Self.month, days: 4, leaf(.total, of: Self.minutes(of: nil), .atLeast(1))
    ).explanation
    #expect(node.days.map(\.value) == [40, 20, 60, 30].map { Quantity($0) })
  }

  @Test func `rows are sessions of the day on which they start`() {
    let sessions = DayValue.activities(.sessions, of: ActivityTest(kinds: [.learning]))
    let node = verdict(on: Self.month, days: 4, leaf(.total, of: sessions, .atLeast(4)))
    #expect(node.outcome == .pass)
    #expect(node.explanation.days.map(\.value) == [2, 1, 1, 0].map { Quantity($0) })
  }

  @Test func `a log says nothing of what came after its last row`() {
    // The last row is of the 5th: that day is not whole, and those after it have no data.
    #expect(Self.total(nil, .atMost(150), days: 4) == .pass)
    #expect(Self.total(nil, .atMost(151), days: 5) == .undetermined)
    #expect(Self.total(nil, .atLeast(151), days: 5) == .pass)
    #expect(Self.total(nil, .atLeast(200), days: 7, onMissing: .fail) == .fail)
    #expect(
      Self.total(nil, .atLeast(200), days: 7, onMissing: .fail, asOf: at(8), deadline: at(20))
        == .undetermined)
    let decided = verdict(
      on: Self.month, days: 7, leaf(.total, of: Self.minutes(of: nil), .atLeast(200)),
      onMissing: .fail)
    #expect(decided.codes == ["data.ended"] || decided.codes.contains("activityTotal.too_low"))
    let open = verdict(
      on: Self.month, days: 7, leaf(.total, of: Self.minutes(of: nil), .atLeast(200)),
      onMissing: .fail, asOf: at(8), deadline: at(20))
    let ended = open.reasons.first { $0.code == "data.ended" }?.text
    let remedy = "if there is more after that, hand in a newer one"
    #expect(ended?.hasPrefix("your log ends on 2025-09-05: \(remedy) (") == true)
  }

  @Test func `what stands in logs alone counts only where it is asked for`() {
    for sum in [ActivitySum.sessions, .duration] {
      let any = DayValue.activities(sum, of: ActivityTest())
      #expect(
        verdict(on: Self.month, days: 4, leaf(.total, of: any, .atLeast(1)), onMissing: .zero)
          .outcome == .fail)
    }
  }

  @Test func `a row must be as where asks`() {
    let long = DayValue.activities(
      .duration,
      of: ActivityTest(kinds: [.learning], requirements: [.duration: .atLeast(40)]))
    #expect(
      verdict(on: Self.month, days: 4, leaf(.total, of: long, .between(130, 130))).outcome
        == .pass)
  }

  @Test func `the sentence names what is asked for`() {
    let node = verdict(
      on: Self.month, days: 4,
      leaf(.total, of: Self.minutes(of: ["Anki", "Duolingo"]), .atLeast(150))
    ).explanation
    #expect(
      node.required == "at least 150 min in learning sessions named Anki or Duolingo in total")
  }

  /// A program of its own, minute by minute.
  @Test(arguments: Sweep.over(0..<60, step: 3))
  func `minutes are those in which some row asked for goes on`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = (0..<random.below(30)).map { _ in
      (
        day: 1 + random.below(4), hour: random.below(24), minutes: random.below(400),
        name: random.pick(["Anki", "Duolingo", "Chess"])
      )
    }.sorted { ($0.day, $0.hour) < ($1.day, $1.hour) }
    let names: Set<String>? = random.pick([nil, ["Anki"], ["Anki", "Chess"]])
    let node = verdict(
      on: Self.log(rows), days: 5, leaf(.total, of: Self.minutes(of: names), .atLeast(1))
    ).explanation
    for (index, day) in node.days.enumerated() where day.value != nil {
      let minutes = (0..<1440).count { minute in
        rows.contains { row in
          let start = (row.day - 1 - index) * 1440 + row.hour * 60
          return (names?.contains(row.name) ?? true) && start <= minute
            && minute < start + row.minutes
        }
      }
      #expect(day.value == Quantity(minutes), "\(seed) \(index) \(rows)")
    }
  }
}
