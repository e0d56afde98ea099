import DaymarkModel
import Testing

/// The number that ranks subjects.
struct ScoreTests {
  static func score(
    _ text: String, _ measure: Leaf.Measure, of metric: Metric = .steps,
    onMissing: MissingPolicy = .fail, asOf: Instant = at(40), on days: DaySelection = DaySelection()
  ) -> ScoreValue? {
    verdict(
      on: aggregates(text, of: metric), days: text.split(separator: " ").count,
      leaf(.total, .atLeast(0)), onMissing: onMissing, asOf: asOf,
      score: Score(measure, of: .metric(metric), on: days)
    ).score
  }

  static func final(_ value: Int, _ unit: Unit = .count) -> ScoreValue {
    ScoreValue(Quantity(value), unit: unit, isFinal: true)
  }

  @Test func `it is the leaf's figure, with a missing day adding nothing`() {
    #expect(Self.score("3 9 - 4", .total) == Self.final(16))
    #expect(Self.score("3 9 - 4", .best) == Self.final(9))
    // 3 + 9; 9 + nothing; 4 + nothing.
    #expect(Self.score("3 9 - 4", .window(days: 2)) == Self.final(12))
    #expect(Self.score("3 9 - 4", .average(overRecordedDays: false)) == Self.final(4))
    // 16 / 3 = 5.33, a whole number of steps; 14 / 4 = 3.5, half away from zero.
    #expect(Self.score("3 9 - 4", .average(overRecordedDays: true)) == Self.final(5))
    #expect(Self.score("3 9 - 2", .average(overRecordedDays: false)) == Self.final(4))
    // 16 / 3 = 5.333... km to 0.01 m.
    #expect(
      Self.score("3 9 - 4", .average(overRecordedDays: true), of: .distanceCycling)
        == ScoreValue(Quantity(microUnits: 5_330_000), unit: .meter, isFinal: true))
    let later = DaySelection(from: firstDay.advanced(by: 2))
    #expect(Self.score("3 9 - 4", .total, on: later) == Self.final(4))
  }

  @Test func `it is not final while a day is open`() {
    #expect(Self.score("3 9", .total, asOf: at(3))?.isFinal == true)
    let early = Self.score("3 9", .total, asOf: at(2, hour: 23))
    #expect(early == ScoreValue(Quantity(12), unit: .count, isFinal: false))
  }

  @Test func `a day with rejected records counts with the least that it can be`() {
    var data = aggregates("3000 9000")
    data.bounds = [
      DayBounds(
        metric: .steps, day: firstDay, least: Quantity(1000), most: Quantity(3500))
    ]
    let score = verdict(
      on: data, days: 2, leaf(.total, .atLeast(0)),
      score: Score(.total, of: .metric(.steps))
    ).score
    #expect(score == Self.final(10_000))
  }

  @Test func `without data there is none`() {
    #expect(Self.score("- -", .total) == nil)
    #expect(Self.score("- -", .total, onMissing: .zero) == nil)
    #expect(Self.score("3", .window(days: 2)) == nil)
    #expect(Self.score("0 0", .total) == Self.final(0))
  }

  @Test func `sessions rank, too, as far as they have what is summed`() {
    func score(_ sum: ActivitySum, _ text: String) -> ScoreValue? {
      verdict(
        on: sessions(text), days: 2, leaf(.total, .atLeast(0)),
        score: Score(.total, of: .activities(sum, of: ActivityTest(kinds: [.run])))
      ).score
    }
    #expect(score(.distance, "run:5000 run:3000+run:?") == Self.final(8000, .meter))
    #expect(score(.sessions, "run:5000 run:3000+run:?") == Self.final(3))
    #expect(score(.sessions, ". .") == Self.final(0))
    #expect(score(.sessions, "- -") == nil)
  }
}
