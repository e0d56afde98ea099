import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What would flip a verdict: hand-made cases here, properties in SmallestChangePropertyTests.swift.
struct SmallestChangeTests {
  private func change(
    _ text: String, of metric: Metric = .steps, _ condition: Condition,
    onMissing: MissingPolicy = .fail,
    asOf: Instant = at(50), quality: [QualityGate] = [], flags: QualityFlags = .unflagged,
    sessions: [Session] = []
  ) -> VerdictChange? {
    let count = text.split(separator: " ").count
    var data = aggregates(text, of: metric)
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

  @Test func `days short of a number are those nearest to the threshold`() {
    let found = change("12000 9000 2000 9500 12000", leaf(.days(.atLeast(4)), .atLeast(10_000)))
    #expect(found?.outcome == .pass)
    #expect(found?.steps.map(\.path) == ["requires.days"])
    #expect(found?.steps.map(\.text) == ["2 more days with at least 10,000 steps"])
    #expect(days(found?.steps.first) == ["2: 9000>10000", "4: 9500>10000"])
  }

  @Test
  func `an amount may lie on any days, and one just over a whole is more than that`() {
    let condition = leaf(.total, .lessThan(Quantity(20_000)), of: .distanceWalkingRunning)
    let step = change("12000 10200", of: .distanceWalkingRunning, condition)?.steps.first
    #expect(step?.text == "more than 2.2 km less on foot over all days")
    #expect(step?.isAnywhere == true)
    let days = change("9000 9000", leaf(.days(.atLeast(2)), .atLeast(10_000)))?.steps.first
    #expect(days?.isAnywhere == false)
    // Only the second day can have the data that is lacking.
    let data = change("6 -", leaf(.total, .atMost(20)))?.steps.first
    #expect(data?.isAnywhere == false)
  }

  @Test
  func `for an unknown heart rate the threshold is given, and not the lowest that there is`() {
    func then(_ comparison: Comparison) -> [Quantity]? {
      smallestChange(
        to: Rule(
          name: "r", version: "1.0.0", title: "r",
          requires: leaf(.days(.every), of: .heartRate(.max), comparison), onMissing: .fail),
        on: HeartRateTests.days("150/50/170 -"),
        of: Challenge(
          id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 1))),
        asOf: at(50), quality: .unflagged)?.steps.flatMap(\.days).map(\.then)
    }
    #expect(then(.atMost(180)) == [Quantity(180)])
    #expect(then(.atLeast(100)) == [Quantity(100)])
    #expect(then(.between(100, 180)) == [Quantity(100)])
  }

  @Test func `while a challenge runs, days to come are preferred to past ones`() {
    let condition = leaf(.days(.atLeast(2)), .atLeast(10_000))
    #expect(
      days(change("9999 12000 - -", condition, asOf: at(3, hour: 5))?.steps.first)
        == ["3: ->10000"])
    #expect(days(change("9999 12000 - -", condition)?.steps.first) == ["1: 9999>10000"])
  }

  @Test func `of sums of some days between two bounds, those outside are left there`() {
    let condition = leaf(.window(days: 3), .between(25_000, 30_000))
    // 20001, 21001, 21001, 27999, 29999: with 2002 more the last three are 23003, 30001 and 32001.
    let up = change("7000 10001 3000 8000 10000 9999 10000", condition)
    #expect(up?.outcome == .fail)
    #expect(days(up?.steps.first) == ["5: 10000>12002"])
    // 30001, 32000, 30001, 29001, 27000: with 3001 more the last three are 33002, 32002 and 30001.
    let farther = change("10001 12000 8000 12000 10001 7000 9999", condition)
    #expect(days(farther?.steps.first) == ["5: 10001>13002"])
    // 25001 and 25000: 1 less leaves the first in, 2 less neither.
    #expect(days(change("1 20000 5000 0", condition)?.steps.first) == ["3: 5000>4998"])
    // 25000 twice and, on other days, 30000 twice: one day down, one up.
    let mixed = change("0 20000 5000 0 0 0 10000 20000 0", condition)?.steps.first
    #expect(days(mixed) == ["3: 5000>4999", "8: 20000>20001"])
    #expect(
      mixed?.text == "other amounts on 2 days, so that it is not between 25,000 and 30,000 steps "
        + "in 3 consecutive days")
  }

  @Test func `while a challenge runs, what days are over can no longer be done`() {
    func suffices(
      _ text: String, _ condition: Condition, asOf: Instant = at(3, hour: 5),
      dataEnd: Instant? = nil
    ) -> Bool {
      let last = firstDay.advanced(by: text.split(separator: " ").count - 1)
      return daysToComeSuffice(
        for: Rule(name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: .fail),
        on: aggregates(text, dataEnd: dataEnd ?? asOf),
        of: Challenge(
          id: "c", title: "c", period: .days(from: firstDay, to: last), proofDeadline: at(40)),
        asOf: asOf)
    }
    func days(_ count: Int, on days: DaySelection = DaySelection()) -> Condition {
      leaf(.days(.atLeast(count)), .atLeast(10), on: days)
    }
    // The third and fourth day are left.
    #expect(suffices("1 1 - -", days(2)))
    #expect(!suffices("1 1 - -", days(3)))
    #expect(suffices("12 1 - -", days(3)))
    // Another export may show the second day, but nobody can do anything on it.
    #expect(!suffices("1 - - -", days(3), dataEnd: at(2)))
    // The first day is a Monday.
    #expect(suffices("1 1 - -", days(2, on: DaySelection(weekdays: [.wednesday, .thursday]))))
    #expect(!suffices("1 1 - -", days(2, on: DaySelection(weekdays: [.monday, .thursday]))))
    #expect(suffices("1 1 - -", leaf(.total, .atLeast(100))))
    let early = DaySelection(to: firstDay.advanced(by: 1))
    #expect(!suffices("1 1 - -", leaf(.total, .atLeast(100), on: early)))
    #expect(suffices("1 12 - -", leaf(.streak(days: 3, misses: 0), .atLeast(10))))
    #expect(!suffices("12 1 - -", leaf(.streak(days: 3, misses: 0), .atLeast(10))))
    // What is recorded stays.
    let atMostFour = Condition(.not(leaf(.total, .atLeast(5))))
    #expect(suffices("3 1 - -", atMostFour))
    #expect(!suffices("3 3 - -", atMostFour))
    func weeks(_ count: Int, inARow: Bool = false) -> Condition {
      leaf(.recurring(Recurrence(count, isInARow: inARow), of: .total), .atLeast(5))
    }
    let (idle, busy) = ("0 0 0 0 0 0 0 0 - - - - - -", "5 0 0 0 0 0 0 0 - - - - - -")
    #expect(suffices(idle, weeks(1), asOf: at(9)))
    #expect(!suffices(idle, weeks(2), asOf: at(9)))
    #expect(suffices(busy, weeks(2, inARow: true), asOf: at(9)))
    #expect(!suffices(idle, weeks(2, inARow: true), asOf: at(9)))
  }

  @Test
  func `a run is mended where it takes least, and a passed one broken where it takes least`() {
    let condition = leaf(.streak(days: 3, misses: 0), .atLeast(5))
    let found = change("5 4 5 1 6", condition)
    #expect(found?.steps.map(\.text) == ["1 more day with at least 5 steps in a run of 3 days"])
    #expect(days(found?.steps.first) == ["2: 4>5"])
    let broken = change("5 6 7 8 1", condition)
    #expect(broken?.outcome == .fail)
    #expect(
      broken?.steps.map(\.text) == [
        "1 fewer day with at least 5 steps, so that there is no run of 3 days"
      ])
    // The third day stands in both runs of three.
    #expect(days(broken?.steps.first) == ["3: 7>4"])
  }

  @Test func `a sum says how much more, and how much too much`() {
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

  @Test func `a choice of days is told with every change`() {
    // The first day is a Monday.
    let chosen = DaySelection(weekdays: [.monday, .wednesday])
    let later = DaySelection(from: firstDay.advanced(by: 1), to: firstDay.advanced(by: 2))
    func text(_ measure: Leaf.Measure, _ comparison: Comparison, _ days: DaySelection) -> String? {
      change("3 1 2 9", leaf(measure, comparison, on: days))?.steps.first?.text
    }
    #expect(
      text(.total, .atLeast(10), chosen) == "5 more steps, Monday and Wednesday only")
    #expect(
      text(.total, .atLeast(10), later) == "7 more steps, from 2025-09-02, to 2025-09-03")
    #expect(
      text(.best, .atLeast(8), later)
        == "a best day with at least 8 steps, from 2025-09-02, to 2025-09-03")
    #expect(
      text(.days(.atLeast(2)), .atLeast(3), chosen)
        == "1 more day with at least 3 steps, Monday and Wednesday only")
    #expect(
      text(.streak(days: 2, misses: 0), .atLeast(3), chosen)
        == "1 more day with at least 3 steps in a run of 2 days, Monday and Wednesday only")
    #expect(
      text(.window(days: 2), .atLeast(10), chosen)
        == "5 more steps in 2 days together, Monday and Wednesday only")
    let runs = DayValue.activities(.distance, of: ActivityTest(kinds: [.run]))
    #expect(
      change("1 1", leaf(.total, of: runs, .atLeast(3000), on: DaySelection(weekdays: [.monday])))?
        .steps.map(\.text) == ["3 km more in runs, Monday only"])
    let weeks = leaf(
      .recurring(Recurrence(2, isInARow: true), of: .total), .atLeast(5),
      on: DaySelection(weekdays: [.monday]))
    #expect(
      change("5 0 0 0 0 0 0 4 0 0 0 0 0 0", weeks)?.steps.map(\.text) == [
        "1 more week with at least 5 steps, Monday only, so that there are 2 in a row"
      ])
  }

  @Test func `all needs each part, any the one that falls least short, not the reverse`() {
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

  @Test func `a best day is named beside a sum that may be on any days`() {
    let sum = leaf(.total, .atLeast(30_000))
    func texts(_ days: String, _ condition: Condition) -> [String]? {
      change(days, condition)?.steps.map(\.text)
    }
    let best = leaf(.best, .atLeast(10_000))
    // 20,000 more on one day are a best day, too; 5,000 more on each of four days are not.
    let both = ["20,000 more steps over all days", "a best day with at least 10,000 steps"]
    #expect(texts("5000 5000 - -", Condition(.all([sum, best]))) == both)
    #expect(texts("5000 5000 - -", Condition(.some(count: 2, of: [sum, best]))) == both)
    #expect(
      texts("5000 5000 - -", Condition(.all([sum, leaf(.days(.atLeast(2)), .atLeast(8000))])))
        == ["20,000 more steps over all days", "2 more days with at least 8,000 steps"])
    // There is such a day already.
    #expect(
      texts("10000 - - -", Condition(.all([sum, best]))) == ["20,000 more steps over all days"])
  }

  @Test func `under not, days that do not count so far are told by what they must have`() {
    func texts(_ days: String, _ part: Condition) -> [String]? {
      change(days, Condition(.not(part)), onMissing: .undetermined)?.steps.map(\.text)
    }
    // Of 3 days without data 2 may be within the bound, so that 1 of them, or more, must not be.
    let low = leaf(.days(.atLeast(3)), .atMost(5))
    #expect(texts("9 9 - - -", low) == ["1 more day with more than 5 steps"])
    #expect(texts("9 2 3 4", low) == ["1 fewer day with at most 5 steps"])
    let run = ActivityTest(kinds: [.run])
    let sessions = leaf(.total, of: .activities(.sessions, of: run), .atLeast(1))
    #expect(texts("- -", sessions) == ["data on 2 more days, so that there is no run"])
    let twice = leaf(.total, of: .activities(.sessions, of: run), .atLeast(2))
    #expect(texts("- -", twice) == ["data on 2 more days, so that there are fewer than 2 runs"])
  }

  @Test func `what always holds cannot be made to fail`() {
    #expect(change("1 2", Condition(.not(leaf(.total, .atLeast(0))))) == nil)
    #expect(change("1 2", leaf(.total, .atLeast(0))) == nil)
  }

  @Test func `a missing day that fails a rule asks for data`() {
    let found = change("6 -", leaf(.days(.every), .atLeast(5)))
    #expect(days(found?.steps.first) == ["2: ->5"])
    // At most 20 is not sure before the second day is known.
    let total = change("6 -", leaf(.total, .atMost(20)))
    #expect(days(total?.steps.first) == ["2: ->0"])
    #expect(
      total?.steps.map(\.text) == ["data on 1 more day, so that it is at most 20 steps in total"])
    // (6 + 0) / 2 = 3.
    let average = change("6 -", leaf(.average(overRecordedDays: true), .atLeast(6)))
    #expect(average?.outcome == .fail)
    #expect(days(average?.steps.first) == ["2: ->0"])
    #expect(
      average?.steps.map(\.text) == [
        "data on 1 more day, so that it is fewer than 6 steps on average over the days with data"
      ])
  }

  @Test func `sessions are asked for by kind`() {
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

  @Test func `a climb that is lacking is not told like a distance`() {
    func lacking(_ sum: ActivitySum) -> [String]? {
      let hikes = DayValue.activities(sum, of: ActivityTest(kinds: [.hike]))
      return change("1 1", leaf(.total, of: hikes, .atLeast(1700)))?.steps.map(\.text)
    }
    #expect(lacking(.elevationGain) == ["1.7 km more uphill in hikes over all days"])
    #expect(lacking(.distance) == ["1.7 km more in hikes over all days"])
  }

  @Test func `a gate that keeps a pass from standing says what it needs`() {
    let gate = QualityGate(.flags(nil, atMost: 0))
    let flags = QualityFlags(
      [QualityFlag(.strideLength, .flagged, measured: Quantity(3), limit: Quantity(2))],
      limits: QualityFlags.unflagged.limits)
    let found = change("6", leaf(.total, .atLeast(5)), quality: [gate], flags: flags)
    #expect(found?.outcome == .pass)
    #expect(found?.steps.map(\.path) == ["quality.0"])
    #expect(found?.steps.map(\.text) == ["no sign of unusual data"])
  }

  @Test func `what nobody knows of the training comes before more of it`() {
    func change(unknownUnits: Int) -> VerdictChange? {
      let day = DailyStrength(
        day: firstDay, sessions: 1, exercises: 1, sets: 3, volume: Quantity(1000),
        setsOfUnknownUnit: unknownUnits)
      let data = SubjectAggregates(
        zone: ResolvedZone(.utc, by: .subject), strengthDays: [day],
        strengthEnd: firstDay.advanced(by: 3))
      return smallestChange(
        to: Rule(
          name: "r", version: "1.0.0", title: "r",
          requires: leaf(.total, of: .strength(.volume), .atLeast(2000))),
        on: data,
        of: Challenge(
          id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 1))),
        asOf: at(50), quality: .unflagged)
    }
    #expect(change(unknownUnits: 0)?.repairs == [])
    let found = change(unknownUnits: 2)
    #expect(found?.repairs.map(\.text) == ["the unit of the loads that have none"])
    #expect(found?.steps.count == 2)
  }

  @Test func `of training a newer log is asked for, of steps a newer export`() {
    let training = leaf(.total, of: .strength(.volume), .atLeast(2000))
    func repairs(
      _ condition: Condition, _ text: String, hasNoInputs: Bool = false
    ) -> [String]? {
      var data = aggregates(text, dataEnd: hasNoInputs ? nil : at(2))
      data.hasNoInputs = hasNoInputs
      if !hasNoInputs {
        data.strengthDays = [
          DailyStrength(
            day: firstDay, sessions: 1, exercises: 1, sets: 3, volume: Quantity(1000))
        ]
        data.strengthEnd = firstDay
      }
      return smallestChange(
        to: Rule(name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: .fail),
        on: data,
        of: Challenge(
          id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 2)),
          proofDeadline: at(40)),
        asOf: at(10), quality: .unflagged)?.repairs.map(\.text)
    }
    let log = "a newer workout log, if there was training after this one ends"
    #expect(repairs(training, "10 - -") == [log])
    let steps = leaf(.total, .atLeast(30))
    let export = "a newer export, with the days after the data ends"
    #expect(repairs(Condition(.all([steps, training])), "10 - -") == [export, log])
    // What the log says is enough of it.
    let little = leaf(.total, of: .strength(.volume), .atLeast(1000))
    #expect(repairs(Condition(.all([little, steps])), "10 - -") == [export])
    // A part that decides nothing more may lack any data.
    let either = Condition(.any([little, training]))
    #expect(repairs(Condition(.all([either, steps])), "10 - -") == [export])
    // The steps are enough on the second day and the training on the first: each has its answer,
    // and whether both are so on one day is open.
    let together = JointLeaves(
      Recurrence(1, of: .days(1)), needsAll: true,
      of: [
        Leaf(.total, of: .steps, .atLeast(10)),
        Leaf(.total, of: .strength(.volume), .atLeast(1000)),
      ])
    #expect(repairs(Condition(.jointly(together)), "5 10 -") == [export, log])
    #expect(
      repairs(training, "- - -", hasNoInputs: true)
        == ["a workout log of these days, handed in before the deadline"])
  }

  @Test func `what leaves recorded days open is named where nothing else is lacking`() {
    func texts(
      _ condition: Condition, _ text: String, _ open: (inout SubjectAggregates) -> Void
    ) -> [String]? {
      var data = aggregates(text)
      open(&data)
      let last = firstDay.advanced(by: text.split(separator: " ").count - 1)
      let found = smallestChange(
        to: Rule(name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: .fail),
        on: data,
        of: Challenge(
          id: "c", title: "c", period: .days(from: firstDay, to: last), proofDeadline: at(40)),
        asOf: at(50), quality: .unflagged)
      #expect(found?.outcome == .pass)
      return found?.steps.map(\.text)
    }
    // A better source may have had less.
    let rejected = texts(leaf(.best, .atLeast(10_000)), "12000") {
      $0.bounds = [DayBounds(metric: .steps, day: firstDay, least: .zero, most: nil)]
    }
    #expect(rejected == ["an export in which the rejected records are right"])
    let unread = texts(leaf(.total, .atMost(20)), "10 10") {
      $0.openings = [Opening(unread: .archiveUnreadTable, .ofNothing)]
    }
    #expect(unread == ["what the file holds that could not be read"])
    let asked = Leaf(
      .best, of: .metric(.steps), .atLeast(5000), against: Baseline(days: 2, atLeastDays: 1))
    let before = texts(Condition(.leaf(asked)), "8000") {
      $0.daysBefore = 2
      $0.earlierDays = aggregates("6000 6000").days.map { day in
        var day = day
        day.day = day.day.advanced(by: -2)
        return day
      }
      $0.damagedSpans = [Interval(at(-1), at(0))]
    }
    #expect(before == ["a whole file in place of the damaged one"])
  }
}
