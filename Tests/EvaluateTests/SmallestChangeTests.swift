import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What would flip a verdict: hand-made cases here, properties in SmallestChangePropertyTests.swift.
struct SmallestChangeTests {
  private func change(
    _ text: String, _ condition: Condition, onMissing: MissingPolicy = .fail,
    asOf: Instant = at(50), quality: [QualityGate] = [], flags: QualityFlags = .unflagged,
    sessions: [Session] = []
  ) -> VerdictChange? {
    let count = text.split(separator: " ").count
    var data = aggregates(text)
    data.sessions = sessions
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing,
      quality: quality)
    let challenge = Challenge(
      id: "c", title: "c",
      period: .days(from: firstDay, to: firstDay.advanced(by: count - 1)))
    return smallestChange(to: rule, on: data, of: challenge, asOf: asOf, quality: flags)
  }

  /// Days of September as `day: now>then`.
  private func days(_ step: VerdictChange.Step?) -> [String] {
    (step?.days ?? []).map { change in
      let now = change.now.map { "\($0)" } ?? "-"
      return "\(firstDay.distance(to: change.day) + 1): \(now)>\(change.then)"
    }
  }

  @Test("days short of a number are those nearest to the threshold")
  func days() {
    let found = change("12000 9000 2000 9500 12000", leaf(.days(.atLeast(4)), .atLeast(10_000)))
    #expect(found?.outcome == .pass)
    #expect(found?.steps.map(\.path) == ["requires.days"])
    #expect(found?.steps.map(\.text) == ["2 more days with at least 10,000 steps"])
    #expect(days(found?.steps.first) == ["2: 9000>10000", "4: 9500>10000"])
  }

  @Test("while a challenge runs, days to come are preferred to past ones")
  func openDays() {
    let condition = leaf(.days(.atLeast(2)), .atLeast(10_000))
    #expect(
      days(change("9999 12000 - -", condition, asOf: at(3, hour: 5))?.steps.first)
        == ["3: ->10000"])
    #expect(days(change("9999 12000 - -", condition)?.steps.first) == ["1: 9999>10000"])
  }

  @Test("a run is mended where it takes least, and a passed one broken where it takes least")
  func streak() {
    let condition = leaf(.streak(days: 3, misses: 0), .atLeast(5))
    let found = change("5 4 5 1 6", condition)
    #expect(found?.steps.map(\.text) == ["1 more day with at least 5 steps in a run of 3 days"])
    #expect(days(found?.steps.first) == ["2: 4>5"])
    let broken = change("5 6 7 8 1", condition)
    #expect(broken?.outcome == .fail)
    // The third day stands in both runs of three.
    #expect(days(broken?.steps.first) == ["3: 7>4"])
  }

  @Test("a sum says how much more, and how much too much")
  func total() {
    let more = change("3000 - 2000", leaf(.total, .atLeast(10_000)))
    #expect(more?.steps.map(\.text) == ["5,000 more steps over all days"])
    #expect(days(more?.steps.first) == ["2: ->5000"])
    let less = change("3000 5000 2000", leaf(.total, .atMost(9_000)))
    #expect(less?.steps.map(\.text) == ["1,000 fewer steps over all days"])
    #expect(days(less?.steps.first) == ["2: 5000>4000"])
    // 10,000 steps, of which 9,000 are needed: 1,001 fewer are too few.
    let margin = change("3000 5000 2000", leaf(.total, .atLeast(9_000)))
    #expect(margin?.outcome == .fail)
    #expect(days(margin?.steps.first) == ["2: 5000>3999"])
  }

  @Test("all needs each part, any the one that falls least short, not the reverse")
  func compositions() {
    let near = leaf(.total, .atLeast(11_000))
    let far = leaf(.days(.atLeast(2)), .atLeast(9_000))
    // 1,000 of 11,000 are lacking; one day of two.
    let one = change("8000 2000", Condition(.any([far, near])))
    #expect(one?.steps.map(\.path) == ["requires.any.1.total"])
    let both = change("8000 2000", Condition(.all([far, near])))
    // Two days of 9,000 steps are more than 11,000 already.
    #expect(both?.steps.map(\.path) == ["requires.all.0.days"])
    let reverse = change("8000 2000", Condition(.not(leaf(.best, .atLeast(8_000)))))
    #expect(reverse?.steps.map(\.path) == ["requires.not.best"])
    #expect(days(reverse?.steps.first) == ["1: 8000>7999"])
  }

  @Test("what always holds cannot be made to fail")
  func always() {
    #expect(change("1 2", Condition(.not(leaf(.total, .atLeast(0))))) == nil)
    #expect(change("1 2", leaf(.total, .atLeast(0))) == nil)
  }

  @Test("a missing day that fails a rule asks for data")
  func missing() {
    let found = change("6 -", leaf(.days(.every), .atLeast(5)))
    #expect(days(found?.steps.first) == ["2: ->5"])
    // At most 20 is not sure before the second day is known.
    #expect(days(change("6 -", leaf(.total, .atMost(20)))?.steps.first) == ["2: ->0"])
  }

  @Test("sessions are asked for by kind")
  func sessions() {
    let test = ActivityTest(
      kinds: [.run], requirements: [.distance: .atLeast(5000), .pace: .atMost(360)])
    let condition = Condition(
      .leaf(Leaf(.total, of: .activities(.sessions, of: test), .atLeast(2))))
    let found = change("1 1", condition)
    #expect(
      found?.steps.map(\.text) == [
        "2 more runs with distance at least 5 km and pace at most 6:00 min/km"
      ])
  }

  @Test("a gate that keeps a pass from standing says what it needs")
  func gates() {
    let gate = QualityGate(.flags(nil, atMost: 0))
    let flags = QualityFlags(
      [QualityFlag(.strideLength, .flagged, measured: Quantity(3), limit: Quantity(2))],
      limits: QualityFlags.unflagged.limits)
    let found = change("6", leaf(.total, .atLeast(5)), quality: [gate], flags: flags)
    #expect(found?.outcome == .pass)
    #expect(found?.steps.map(\.path) == ["quality.0"])
    #expect(found?.steps.map(\.text) == ["at most 0 signs of unusual data"])
  }
}
