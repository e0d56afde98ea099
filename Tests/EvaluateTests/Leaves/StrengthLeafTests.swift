import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Leaves on strength training; days are those of September 2025.
struct StrengthLeafTests {
  /// Days with the volume written, of a log that goes on after the last.
  ///
  /// `-` is a day without training, `1000?` one with a load without a unit besides, `1000!` one with a body
  /// of unknown weight.
  private static func training(_ text: String, end: Int? = nil) -> SubjectAggregates {
    let words = text.split(separator: " ")
    let days = words.enumerated().compactMap { index, word -> DailyStrength? in
      guard word != "-", let volume = Quantity(decimalText: word.filter(\.isNumber)) else {
        return nil
      }
      return DailyStrength(
        day: firstDay.advanced(by: index), sessions: 1, exercises: 1, sets: 3, hardSets: 2,
        repetitions: 24, volume: volume, setsOfUnknownUnit: word.hasSuffix("?") ? 1 : 0,
        setsOfUnknownBodyWeight: word.hasSuffix("!") ? 1 : 0, timeUnderTension: Quantity(100),
        rests: 3, restsKept: 2)
    }
    return SubjectAggregates(
      zone: ResolvedZone(.utc, by: .subject), strengthDays: days,
      strengthEnd: firstDay.advanced(by: end ?? words.count))
  }

  private static let volume = DayValue.strength(.volume)

  private func answer(
    _ text: String, _ condition: Condition, onMissing: MissingPolicy = .fail, end: Int? = nil,
    asOf: Instant = at(50)
  ) -> Verdict {
    verdict(
      on: Self.training(text, end: end), days: text.split(separator: " ").count, condition,
      onMissing: onMissing, asOf: asOf)
  }

  @Test(arguments: [
    // 1000 + 500 + 700 = 2200 kg; a day without training inside the log adds nothing.
    ("1000 - 500 700", 2200, Outcome.pass, ["total.met"]),
    ("1000 - 500 700", 2201, .fail, ["total.too_low"]),
    ("- - - -", 1, .fail, ["total.too_low"]),
  ])
  func `volume adds up, and days without training are zero`(
    days: String, least: Int, outcome: Outcome, codes: [String]
  ) {
    let found = answer(days, leaf(.total, of: Self.volume, .atLeast(least)))
    #expect(found.outcome == outcome)
    #expect(found.codes == codes)
  }

  @Test func `the amounts of a reason have the unit of its condition`() throws {
    func unit(_ condition: Condition, _ days: String = "1000 - 500 700") throws -> Unit? {
      let found = answer(days, condition)
      return found.explanation.unit(of: try #require(found.reasons.first))
    }
    // 2200 kg of 2201, where the 9 sets are enough.
    let volume = leaf(.total, of: Self.volume, .atLeast(2201))
    let sets = leaf(.total, of: .strength(.sets), .atLeast(9))
    #expect(try unit(volume) == .kilogram)
    #expect(try unit(Condition(.all([sets, volume]))) == .kilogram)
    // So has what says that the data does not tell.
    #expect(try unit(Condition(.all([sets, volume])), "1000 - 500 700?") == .kilogram)
    // The sentence states the number of days.
    #expect(try unit(leaf(.days(.atLeast(4)), of: Self.volume, .atLeast(1))) == nil)
  }

  @Test func `the figures of a gate have no unit`() throws {
    let data = Self.training("1000 - 500 700")
    let gate = QualityGate(.flags(nil, atMost: 0))
    let flag = QualityFlag(.strideLength, .flagged, measured: Quantity(3), limit: Quantity(2))
    let quality = QualityFlags([flag], limits: QualityFlags.unflagged.limits)
    func unit(_ condition: Condition) throws -> Unit? {
      let found = verdict(on: data, days: 4, condition, gates: [gate], quality: quality)
      let reason = try #require(found.reasons.first)
      #expect(reason.code == "quality.flags")
      #expect(reason.actual == Quantity(1))
      return found.explanation.unit(of: reason)
    }
    #expect(try unit(leaf(.total, of: Self.volume, .atLeast(2200))) == nil)
    // One kilogram of none is no sign of none.
    let alike = leaf(.total, of: Self.volume, .atLeast(0))
    let one = verdict(on: Self.training("1"), days: 1, alike, gates: [gate], quality: quality)
    #expect(one.explanation.unit(of: try #require(one.reasons.first)) == nil)
    #expect(one.explanation.reason?.actual == Quantity(1))
  }

  @Test func `each measure has its figure`() {
    // Two days: 2 sessions, 2 exercises by day, 6 sets, 4 hard ones, 48 repetitions, 4 of 6 rests.
    for (measure, sum) in [
      (StrengthMeasure.strengthSessions, 2), (.exercises, 2), (.sets, 6), (.hardSets, 4),
      (.repetitions, 48), (.restsKept, 4),
    ] {
      let value = DayValue.strength(measure)
      #expect(answer("9 - 9", leaf(.total, of: value, .between(sum, sum))).outcome == .pass)
    }
  }

  @Test func `time under tension is counted in minutes`() {
    // 100 s are 1.67 min to the hundredth, two days of them 3.34.
    let time = DayValue.strength(.timeUnderTension)
    let exact = Comparison.atLeast(Quantity(microUnits: 3_340_000))
    let more = Comparison.moreThan(Quantity(microUnits: 3_340_000))
    #expect(answer("9 - 9", leaf(.total, of: time, exact)).outcome == .pass)
    #expect(answer("9 - 9", leaf(.total, of: time, more)).outcome == .fail)
  }

  @Test(arguments: [
    // 2000 known kilograms and a load without a unit: at least 2000, maybe more.
    ("1000 1000?", Comparison.atLeast(2000), Outcome.pass, ["total.met"]),
    ("1000 1000?", .atLeast(2001), .undetermined, ["unit.unknown", "total.open"]),
    ("1000 1000?", .atMost(3000), .undetermined, ["unit.unknown", "total.open"]),
    ("1000 1000?", .atMost(1999), .fail, ["total.too_high"]),
    ("1000! 1000", .atLeast(2001), .undetermined, ["body_weight.unknown", "total.open"]),
  ])
  func `a verdict that depends on an unknown load is undetermined whatever is said of missing data`(
    days: String, comparison: Comparison, outcome: Outcome, codes: [String]
  ) {
    for policy in [MissingPolicy.fail, .undetermined, .zero] {
      let found = answer(days, leaf(.total, of: Self.volume, comparison), onMissing: policy)
      #expect(found.outcome == outcome)
      #expect(found.codes == codes)
      // After the deadline nothing more is waited for.
      #expect(found.finality.openUntil == nil)
    }
  }

  @Test(arguments: [
    // The four days have 2200 known kilograms, and a row of the second may be more.
    (Comparison.atLeast(2200), Outcome.pass, ["total.met"]),
    (.atLeast(2201), .undetermined, ["data.rows_unread", "total.open"]),
    (.atMost(2200), .undetermined, ["data.rows_unread", "total.open"]),
    (.atMost(2199), .fail, ["total.too_high"]),
  ])
  func `a row that could not be read leaves its day open above`(
    comparison: Comparison, outcome: Outcome, codes: [String]
  ) {
    var data = Self.training("1000 - 500 700")
    let second = firstDay.advanced(by: 1)
    for days in [second...second, nil] {
      data.openings = [Opening(.logRowUnread, days: days, mayHaveSets: true)]
      for policy in [MissingPolicy.fail, .undetermined, .zero] {
        let found = verdict(
          on: data, days: 4, leaf(.total, of: Self.volume, comparison), onMissing: policy)
        #expect(found.outcome == outcome)
        #expect(found.codes == codes)
      }
    }
  }

  @Test func `of days after the last session no log tells`() {
    // The log ends with the session of the second day.
    let atMost = leaf(.total, of: Self.volume, .atMost(2000))
    #expect(answer("1000 500 - -", atMost, end: 1).outcome == .fail)
    #expect(answer("1000 500 - -", atMost, end: 1).codes == ["data.ended"])
    #expect(answer("1000 500 - -", atMost, end: 4).outcome == .pass)
    // Before the deadline more may come; what is there is there.
    let atLeast = leaf(.total, of: Self.volume, .atLeast(1600))
    #expect(answer("1000 500 - -", atLeast, end: 1, asOf: at(3)).outcome == .undetermined)
    #expect(answer("1000 600 - -", atLeast, end: 1, asOf: at(3)).outcome == .pass)
  }

  @Test func `without a log every day lacks data`() {
    let none = aggregates("9 9 9")
    let found = verdict(
      on: none, days: 3, leaf(.total, of: Self.volume, .atMost(9)), onMissing: .undetermined)
    #expect(found.outcome == .undetermined)
    #expect(found.codes == ["data.missing"])
  }

  @Test func `of training only a workout log tells, and it ends with the last session`() {
    func first(_ days: SubjectAggregates, asOf: Instant = at(6)) -> String? {
      verdict(
        on: days, days: 4, leaf(.total, of: Self.volume, .atLeast(2000)), onMissing: .fail,
        asOf: asOf, deadline: at(10)
      ).reasons.first?.text
    }
    let unknown = "(strength training not known on"
    #expect(
      first(aggregates("9 9 9 9"))
        == "what was handed in tells nothing of this: hand in your workout log"
        + " \(unknown) 4 of 4 days)")
    var nobody = aggregates("- - - -", dataEnd: nil)
    nobody.hasNoInputs = true
    #expect(
      first(nobody)
        == "nothing that counts was handed in: hand in your workout log \(unknown) 4 of 4 days)")
    let log = Self.training("1000 500 - -", end: 1)
    let remedy = ": if you trained after that, hand in a newer one"
    #expect(first(log)?.hasPrefix("your log ends on 2025-09-02\(remedy) \(unknown)") == true)
    #expect(first(log, asOf: at(12))?.hasPrefix("your log ends on 2025-09-02 \(unknown)") == true)
  }

  @Test func `damage leaves nothing certain`() {
    var damaged = Self.training("1000 1000")
    damaged.isDamaged = true
    let found = verdict(
      on: damaged, days: 2, leaf(.total, of: Self.volume, .atLeast(2000)))
    #expect(found.outcome == .undetermined)
    #expect(found.codes == ["data.incomplete"])
  }

  @Test func `days, runs, windows and weeks take strength training`() {
    let days = "1000 - 1000 - - - - 1000 - 1000 - - - -"
    #expect(
      answer(days, leaf(.days(.atLeast(4)), of: Self.volume, .atLeast(1000))).outcome == .pass)
    #expect(
      answer(days, leaf(.streak(days: 2, misses: 1), of: Self.volume, .atLeast(1000))).outcome
        == .pass)
    #expect(answer(days, leaf(.best, of: Self.volume, .atLeast(1001))).outcome == .fail)
    #expect(answer(days, leaf(.window(days: 3), of: Self.volume, .atLeast(2000))).outcome == .pass)
    let sessions = DayValue.strength(.strengthSessions)
    #expect(
      answer(days, leaf(.weekly(2, .days(.atLeast(2))), of: sessions, .atLeast(1))).outcome == .pass
    )
  }

  @Test func `an explanation says in words and units what is asked`() {
    let explained = answer("1000 500?", leaf(.total, of: Self.volume, .atLeast(5000))).explanation
    #expect(explained.required == "at least 5,000 kg of volume in total")
    #expect(explained.unit == "kg")
    #expect(explained.days.map(\.standing) == [.counted, .unknown])
  }

  // MARK: Lifts

  private static func lifting(
    _ estimates: [Int?], unmatched: Int = 0, unknownUnit: Int = 0
  ) -> SubjectAggregates {
    var training = Self.training(estimates.map { $0 == nil ? "-" : "100" }.joined(separator: " "))
    for index in training.strengthDays.indices {
      let day = training.strengthDays[index].day
      let estimate = estimates[firstDay.distance(to: day)].map { Quantity($0) }
      training.strengthDays[index].unmatchedExercises = unmatched
      training.strengthDays[index].lifts = [
        DailyLift(
          exercise: "Barbell_Squat", sets: 3, repetitions: 15, mostRepetitions: 8,
          setsOfUnknownUnit: unknownUnit, heaviest: Quantity(80), bestEstimate: estimate)
      ]
    }
    return training
  }

  private func lift(
    _ quantity: LiftQuantity, _ comparison: Comparison, of exercise: String = "Barbell_Squat"
  ) -> Condition {
    leaf(.best, of: .lift(quantity, of: exercise), comparison)
  }

  @Test func `the best set of an exercise decides`() {
    let training = Self.lifting([90, nil, 101])
    func outcome(_ condition: Condition) -> Outcome {
      verdict(on: training, days: 3, condition).outcome
    }
    #expect(outcome(lift(.estimate, .atLeast(101))) == .pass)
    #expect(outcome(lift(.estimate, .atLeast(102))) == .fail)
    #expect(outcome(lift(.load, .atLeast(80))) == .pass)
    #expect(outcome(lift(.load, .moreThan(80))) == .fail)
    #expect(outcome(lift(.repetitions, .between(8, 8))) == .pass)
    #expect(outcome(lift(.estimate, .atLeast(1), of: "Barbell_Deadlift")) == .fail)
  }

  @Test func `a multiple of the body's weight decides, and is open where the weight is not known`()
  {
    var training = Self.lifting([90, nil, 101])
    training.strengthDays[0].lifts[0].mostBodyWeights = Quantity(microUnits: 1_500_000)
    training.strengthDays[1].lifts[0].mostBodyWeights = Quantity(microUnits: 1_499_999)
    func found(_ comparison: Comparison) -> Verdict {
      verdict(on: training, days: 3, lift(.bodyWeights, comparison), onMissing: .fail)
    }
    let (half, more) = (Quantity(microUnits: 1_500_000), Quantity(microUnits: 1_510_000))
    #expect(found(.atLeast(half)).outcome == .pass)
    #expect(found(.atLeast(more)).outcome == .fail)
    #expect(
      found(.atLeast(half)).explanation.required
        == "a load of at least 1.5 × body weight of Barbell Squat on the best day")
    #expect(found(.atLeast(half)).explanation.unit == "bodyWeight")
    training.strengthDays[1].lifts[0].setsWithoutBodyWeight = 1
    #expect(found(.atLeast(half)).outcome == .pass)
    #expect(found(.atLeast(more)).outcome == .undetermined)
    #expect(found(.atLeast(more)).codes == ["body_weight.unknown", "lift.open"])
  }

  @Test func `a name that means nothing may be any exercise`() {
    let training = Self.lifting([90], unmatched: 1)
    func answer(_ condition: Condition) -> Verdict {
      verdict(on: training, days: 1, condition, onMissing: .fail)
    }
    #expect(answer(lift(.estimate, .atLeast(90))).outcome == .pass)
    let open = answer(lift(.estimate, .atLeast(91)))
    #expect(open.outcome == .undetermined)
    #expect(open.codes == ["exercise.unmatched", "lift.open"])
    #expect(
      open.explanation.required == "an estimate of at least 91 kg of Barbell Squat on the best day")
  }

  @Test func `a load without a unit leaves a lift open`() {
    let found = verdict(
      on: Self.lifting([90], unknownUnit: 2), days: 1, lift(.estimate, .atLeast(100)),
      onMissing: .fail)
    #expect(found.outcome == .undetermined)
    #expect(found.codes == ["unit.unknown", "lift.open"])
  }
}
