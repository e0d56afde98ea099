import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Sessions by their minutes in a zone of heart rates.
struct SessionZoneTests {
  /// A run on each day: the minutes at 150 bpm, `-` without any rate.
  ///
  /// Each has 30 minutes at 130 bpm, too, if it has rates.
  private static func runs(_ text: String, open: Int = 0) -> SubjectAggregates {
    var result = aggregates("")
    for (index, word) in text.split(separator: " ").enumerated() {
      let start = at(index + 1, hour: 18)
      var run = Activity(
        kind: .run, start: start, end: start.advanced(byMilliseconds: 3_600_000))
      if let minutes = Int64(word) {
        run.heartRate.times.add(minutes * 60_000, at: Quantity(150))
        run.heartRate.times.add(30 * 60_000, at: Quantity(130))
        run.heartRate.openMinutes = Quantity(open)
      }
      let day = firstDay.advanced(by: index)
      result.sessions.append(Session(day: day, activity: run, inputs: [0], origins: [:]))
      result.days.append(
        DailyAggregate(
          metric: .heartRate, day: day, value: Quantity(70),
          heartRate: HeartRateFigures(count: 9)))
    }
    return result
  }

  private static func outcome(
    _ text: String, _ measure: Leaf.Measure, _ count: Int, _ comparison: Comparison,
    in zone: HeartRateZone = HeartRateZone(above: 140), open: Int = 0,
    _ change: (inout SubjectAggregates) -> Void = { _ in }
  ) -> Outcome {
    var data = runs(text, open: open)
    change(&data)
    let test = ActivityTest(
      kinds: [.run], requirements: [.heartMinutes: comparison], zone: zone)
    return verdict(
      on: data, days: text.split(separator: " ").count,
      leaf(measure, of: .activities(.sessions, of: test), .atLeast(count)),
      onMissing: .undetermined
    ).outcome
  }

  @Test func `sessions and days count that have the minutes`() {
    let twenty = Comparison.atLeast(Quantity(20))
    #expect(Self.outcome("20 19 25", .total, 2, twenty) == .pass)
    #expect(Self.outcome("20 19 25", .total, 3, twenty) == .fail)
    #expect(Self.outcome("20 19 25", .days(.atLeast(2)), 1, twenty) == .pass)
    #expect(Self.outcome("20 19 25", .days(.every), 1, twenty) == .fail)
    // 30 min at 130, and the 20 at 150 outside of the zone.
    let zone = HeartRateZone(above: 120, upTo: 140)
    #expect(Self.outcome("20", .total, 1, .between(Quantity(30), Quantity(30)), in: zone) == .pass)
    #expect(Self.outcome("20", .total, 1, .atLeast(Quantity(31)), in: zone) == .fail)
  }

  @Test func `a session without a rate may have had any`() {
    let twenty = Comparison.atLeast(Quantity(20))
    #expect(Self.outcome("20 - 25", .total, 2, twenty) == .pass)
    #expect(Self.outcome("20 - 25", .total, 3, twenty) == .undetermined)
    #expect(Self.outcome("20 - 25", .total, 4, twenty) == .fail)
    #expect(Self.outcome("-", .total, 1, .atMost(Quantity(100))) == .undetermined)
  }

  @Test func `rejected rates open the minutes both ways`() {
    #expect(Self.outcome("25", .total, 1, .atLeast(Quantity(20)), open: 5) == .pass)
    #expect(Self.outcome("24", .total, 1, .atLeast(Quantity(20)), open: 5) == .undetermined)
    #expect(Self.outcome("15", .total, 1, .atLeast(Quantity(20)), open: 5) == .undetermined)
    #expect(Self.outcome("14", .total, 1, .atLeast(Quantity(20)), open: 5) == .fail)
    // One of unknown time opens the ceiling.
    #expect(
      Self.outcome("14", .total, 1, .atLeast(Quantity(20))) {
        $0.undated = [UndatedRecords(metric: .heartRate, count: 1, mostOnADay: nil)]
      } == .undetermined)
    #expect(
      Self.outcome("25", .total, 1, .atLeast(Quantity(20))) {
        $0.undated = [UndatedRecords(metric: .heartRate, count: 1, mostOnADay: nil)]
      } == .pass)
    // So many that every day is damaged: nobody knows.
    #expect(
      Self.outcome("25", .total, 1, .atLeast(Quantity(20))) {
        $0.undated = [
          UndatedRecords(metric: .heartRate, count: 9, mostOnADay: nil, areDamage: true)
        ]
      } == .undetermined)
  }

  @Test func `on a day whose rates may be lacking the minutes are the least that there are`() {
    func incomplete(_ data: inout SubjectAggregates) {
      for index in data.days.indices { data.days[index].isComplete = false }
    }
    #expect(Self.outcome("20", .total, 1, .atLeast(Quantity(20)), incomplete) == .pass)
    #expect(Self.outcome("10", .total, 1, .atLeast(Quantity(20)), incomplete) == .undetermined)
    #expect(Self.outcome("10", .total, 1, .atMost(Quantity(20)), incomplete) == .undetermined)
    #expect(Self.outcome("10", .total, 1, .atMost(Quantity(20))) == .pass)
  }

  @Test func `a reason says what is asked for`() {
    let test = ActivityTest(
      kinds: [.run], requirements: [.heartMinutes: .atLeast(Quantity(20))],
      zone: HeartRateZone(above: 120, upTo: 150))
    let decided = verdict(
      on: Self.runs("20 19"), days: 2,
      leaf(.total, of: .activities(.sessions, of: test), .atLeast(3)), onMissing: .fail)
    #expect(decided.outcome == .fail)
    #expect(
      decided.reasons.first?.text
        == "2 of 3 runs with at least 20 min with a heart rate above 120 bpm and up to 150 bpm")
  }
}
