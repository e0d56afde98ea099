import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Sentences of rules that nobody wrote, read back: which numbers they tell, of what, and of which days.
struct GeneratedSentenceTests {
  @Test(arguments: Sweep.over(0..<300, step: 10))
  func `what is asked for reads back as the number, the unit and the range of the rule`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let leaf = Leaf.anything(&random)
    for days in ["- - - - - - - - - -", "3 0 9 12 1 - 7 7 ~2 -"] {
      for condition in [Condition(.leaf(leaf)), Condition(.not(Condition(.leaf(leaf))))] {
        let verdict = leaf.decided(days, condition, random.oneIn(2))
        let node = verdict.explanation.leaves[0]
        let asked = ReadSentence(node.required ?? "")
        #expect(asked.comparison == leaf.comparison.key && asked.selection == leaf.days, "\(asked)")
        #expect(asked.thresholds(of: leaf.value) == leaf.comparison.thresholds, "\(asked)")
        #expect(asked.counts == leaf.counts, "\(asked)")
        #expect(!verdict.reasons.isEmpty)
        for reason in verdict.reasons { hold(reason, of: leaf, node) }
      }
    }
  }

  /// Holds a reason against the leaf that it is about.
  private func hold(_ reason: Reason, of leaf: Leaf, _ node: Explanation) {
    let read = ReadSentence(reason.text)
    #expect(read.selection == leaf.days, "\(read)")
    #expect(read.odd.isEmpty, "\(read): \(read.odd)")
    #expect(
      leaf.target(over: node.days.count).thresholds.contains(reason.required ?? .zero), "\(read)")
    #expect(reason.actual == node.actual, "\(read)")
    if reason.code.hasPrefix("data.") {
      #expect(read.outOf?.count == node.days.count, "\(read)")
    } else if let (count, noun) = read.outOf {
      #expect(Quantity(count) == reason.required, "\(read)")
      #expect(noun.hasPrefix(node.unit == "session" ? "" : node.unit ?? ""), "\(read)")
    }
    if let most = read.most {
      #expect(Quantity(most + 1) == reason.required, "\(read)")
      // Of an open one it is told what is allowed, or that it is as asked by what is recorded.
      let tellsMost = reason.text.contains("allowed")
      #expect(node.answer == .undetermined || tellsMost == (node.answer == .pass), "\(read)")
    }
    // The side of the comparison that was missed, or what was asked.
    let thresholds = read.thresholds(of: leaf.value)
    #expect(thresholds.allSatisfy(leaf.comparison.thresholds.contains), "\(read)")
  }

  @Test func `the reader of sentences knows what is wrong with one`() {
    let read = ReadSentence("1 days, 28 day of 3 runs, Monday and Friday only, to 2025-09-03")
    #expect(read.odd == ["1 days", "28 day"])
    #expect(
      read.selection == DaySelection(weekdays: [.monday, .friday], to: CivilDay("2025-09-03")))
    let walked = DayValue.metric(.distanceWalkingRunning)
    #expect(
      ReadSentence("between 1.5 km and 2 km on foot").thresholds(of: walked)
        == [Quantity(1500), Quantity(2000)])
    let turned = ReadSentence("fewer than 3 days had 70 m on foot or less, as asked")
    #expect(turned.most == 2 && turned.thresholds(of: walked) == [Quantity(70)])
  }
}

/// What a person understands of a sentence.
private struct ReadSentence: CustomStringConvertible {
  let description: String
  /// The key of the comparison.
  var comparison: String?
  /// Those of the comparison, in canonical units.
  private var thresholds: [Quantity] = []
  /// The most things there may be, where a `not` is told of.
  var most: Int?
  /// The numbers behind the comparison: of days, or of weeks.
  var counts: [Int] = []
  var selection = DaySelection()
  /// Of `3 of 7 days`: 7, and `days`.
  var outOf: (count: Int, noun: String)?
  /// Numbers whose nouns do not go with them.
  var odd: [String] = []

  init(_ text: String) {
    description = text
    let keys = [
      "at least": "atLeast", "more than": "moreThan", "at most": "atMost", "less than": "lessThan",
      "fewer than": "lessThan", "between": "between",
    ]
    let comparisons =
      #/(at least|more than|at most|less than|fewer than|between) ([\d,.:]+)(?: (?!and )([a-z]+(?:\/[a-z]+)?))?(?: and ([\d,.:]+)(?: ([a-z]+(?:\/[a-z]+)?))?)?/#
    // A load is told beside its body weight, which is no unit: `0.5 × body weight`.
    let text = text.replacing(" × body weight", with: "")
    var rest = text[...]
    if let match = text.firstMatch(of: #/^(?:fewer than (\d+)|(no)) .*, as asked$/#) {
      if let number = match.output.1.flatMap({ Int($0) }) { most = number - 1 }
      if match.output.2 != nil { most = 0 }
    }
    if let match = text.firstMatch(of: #/, (?:at most (\d+)|(none)) allowed$/#) {
      most = match.output.2 == nil ? match.output.1.flatMap { Int($0) } : 0
    }
    if let had = text.firstRange(of: " had ") { rest = text[had.upperBound...] }
    let having = #/^(?:[a-z ]* of )?([\d,.:]+)(?: ([a-z]+))?.* or (?:more|fewer|less)/#
    if rest.count < text.count, let match = rest.firstMatch(of: having) {
      thresholds = [Self.amount(match.output.1, match.output.2)].compactMap { $0 }
    } else if most != nil, rest.count == text.count {
      // `fewer than 3 runs`: the number is that of the sessions.
    } else if let match = rest.firstMatch(of: comparisons) {
      comparison = keys[String(match.output.1)]
      thresholds = [Self.amount(match.output.2, match.output.3)].compactMap { $0 }
      if let second = match.output.4, comparison == "between" {
        thresholds.append(contentsOf: [Self.amount(second, match.output.5)].compactMap { $0 })
      }
      rest = text[match.range.upperBound...]
    }
    counts = rest.matches(of: #/(?:on|in|any|some) (\d+) (?:consecutive )?(?:day|week|month)/#)
      .compactMap {
        Int($0.output.1)
      }
    if let match = text.firstMatch(of: #/(\d+) of (\d+) ([a-z]+)/#) {
      outOf = Int(match.output.2).map { ($0, String(match.output.3)) }
    }
    for match in text.matches(
      of: #/([\d,.]+) (?:consecutive )?(day|week|month|run|session|step|set)(s?)\b/#)
    where (match.output.1 == "1") == (match.output.3 == "s") { odd.append(String(match.output.0)) }
    if let match = text.firstMatch(of: #/, ((?:[A-Z][a-z]+day(?:, | and )?)+) only/#) {
      let names = match.output.1.matches(of: #/[A-Z][a-z]+day/#).map { $0.output.lowercased() }
      selection.weekdays = Set(CivilDay.Weekday.allCases.filter { names.contains("\($0)") })
    }
    selection.from = text.firstMatch(of: #/, from (\d{4}-\d\d-\d\d)/#).flatMap {
      CivilDay($0.output.1)
    }
    selection.to = text.firstMatch(of: #/, to (\d{4}-\d\d-\d\d)/#).flatMap { CivilDay($0.output.1) }
  }

  /// What is compared with, to the step of the value: 4 s are 0.07 min.
  func thresholds(of value: DayValue) -> [Quantity] {
    thresholds.map { $0.rounded(toMultipleOf: max(value.step, 10_000)) }
  }

  /// An amount in canonical units; a word that is no unit counts things.
  private static func amount(_ number: Substring, _ unit: Substring?) -> Quantity? {
    let digits = number.filter { $0 != "," }
    let ratio = unit.flatMap { Unit(rawValue: String($0)) }?.ratio ?? UnitRatio(1)
    let clock = digits.split(separator: ":").compactMap { Int($0) }
    // Minutes and seconds, of which the unit is a minute.
    if clock.count == 2 { return Quantity(clock[0] * 60 + clock[1]) }
    // A stop at the end is the sentence's.
    let text = digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    return try? DecimalNumber(text)?.quantity(times: ratio)
  }
}

extension Leaf {
  /// A leaf of any value, measure, comparison and selection, whether or not a rule's author would want it.
  fileprivate static func anything(_ random: inout SeededGenerator) -> Leaf {
    let sums = ActivitySum.allCases.map { DayValue.activities($0, of: ActivityTest(kinds: [.run])) }
    let values =
      Metric.allCases.map(DayValue.metric) + HeartRateStatistic.allCases.map(DayValue.heartRate)
      + sums + StrengthMeasure.allCases.map(DayValue.strength)
      + LiftQuantity.allCases.map { .lift($0, of: "Barbell_Squat") }
      + FeatFigure.allCases.map { .feat($0, of: "pullups-1min") }
    let sum = WeightedSum([
      WeightedSum.Term(.metric(.distanceSwimming), times: Weight(4)),
      WeightedSum.Term(.metric(.distanceWalkingRunning)),
    ])
    let value = random.pick(values + [sum.map { .weighted($0) }].compactMap(\.self))
    let unit = value.unit == .count ? 1_000_000 : random.pick([1_000_000, 500_000, 10_000])
    let bound: (inout SeededGenerator) -> Quantity = {
      Quantity(microUnits: Int64($0.pick([1, 2, 7, 1000, 12_000]) * unit))
    }
    let goals: [Measure] = [
      .total, .days(.every), .days(.atLeast(1)), .days(.atLeast(3)), .best, .window(days: 2),
      .average(overRecordedDays: true), .streak(days: 2, misses: 0),
    ]
    let recurrence = random.pick([
      Recurrence(1), Recurrence(2), Recurrence(2, isInARow: true), Recurrence(1, of: .month),
      Recurrence(1, of: .days(3)), Recurrence(2, of: .days(1)),
    ])
    let measure: Measure =
      switch random.below(9) {
      case 0: .total
      case 1: .best
      case 2: .average(overRecordedDays: false)
      case 3: .average(overRecordedDays: true)
      case 4: .days(.every)
      case 5: .days(.atLeast(1 + random.below(4)))
      case 6: .window(days: 1 + random.below(3))
      case 7: .recurring(recurrence, of: random.pick(goals))
      default: .streak(days: 1 + random.below(4), misses: 0)
      }
    var days = DaySelection()
    if random.oneIn(3) { days.from = firstDay.advanced(by: random.below(3)) }
    if random.oneIn(3) { days.to = firstDay.advanced(by: 9 - random.below(3)) }
    if random.oneIn(3) { days.weekdays = [.monday, random.pick(CivilDay.Weekday.allCases)] }
    return Leaf(measure, of: value, .random(&random, bound), on: days)
  }

  /// The numbers of days and weeks that its words have behind the comparison.
  fileprivate var counts: [Int] {
    let ofDays: [Int] =
      switch measure.goal {
      case .days(.atLeast(let count)): [count]
      case .streak(let days, _), .window(let days): [days]
      default: []
      }
    guard let recurrence = measure.recurrence else { return ofDays }
    // `in some 3 consecutive days, 2 times`.
    guard case .days(let length) = recurrence.stretch else { return ofDays + [recurrence.count] }
    return ofDays + [length]
  }

  /// The verdict on ten days that are written as amounts of its metric, or as runs of so many minutes.
  fileprivate func decided(_ text: String, _ condition: Condition, _ isClosed: Bool) -> Verdict {
    let asOf = isClosed ? at(50) : at(8)
    let deadline = at(40)
    if case .activities = value {
      let runs = text.split(separator: " ").map { $0 == "-" ? "-" : "run:\($0.filter(\.isNumber))" }
      return verdict(
        on: sessions(runs.joined(separator: " ")), days: 10, condition, asOf: asOf,
        deadline: deadline)
    }
    var metric = Metric.steps
    if case .metric(let own) = value, own.isCumulative { metric = own }
    return verdict(text, condition, asOf: asOf, deadline: deadline, of: metric)
  }
}
