import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Leaves that compare with the subject's own days before the period; see Rules, "Days before the period".
struct BaselineTests {
  /// Four days before are enough for what is tried here.
  private static let fourDays = Baseline(days: 4, atLeastDays: 3, times: sixFifths)
  private static let sixFifths = Weight("1.2") ?? Weight(1)

  /// The days of the period, with those before it, the last of which is 31 August.
  private func subject(_ text: String, before: String, damaged: [Int] = []) -> SubjectAggregates {
    var data = aggregates(text)
    let earlier = before.split(separator: " ").count
    data.earlierDays = aggregates(before).days.map { day in
      var day = day
      day.day = day.day.advanced(by: -earlier)
      return day
    }
    data.daysBefore = earlier
    data.damagedSpans = damaged.map { Interval(at($0 - earlier), at($0 - earlier + 1)) }
    return data
  }

  private func decided(
    _ text: String, before: String, _ measure: Leaf.Measure, floor: Int = 1000,
    _ baseline: Baseline = Self.fourDays, onMissing: MissingPolicy = .fail,
    asOf: Instant = at(50), damaged: [Int] = []
  ) -> Verdict {
    verdict(
      on: subject(text, before: before, damaged: damaged), days: text.split(separator: " ").count,
      ask(measure, floor: floor, baseline), onMissing: onMissing, asOf: asOf, deadline: at(40))
  }

  private func ask(
    _ measure: Leaf.Measure, floor: Int, _ baseline: Baseline, of value: DayValue = .metric(.steps)
  ) -> Condition {
    Condition(.leaf(Leaf(measure, of: value, .atLeast(Quantity(floor)), against: baseline)))
  }

  @Test func `the target is a multiple of the mean before`() {
    // (8000 + 8000 + 7000 + 9000) / 4 x 1.2 = 9600.
    let before = "8000 8000 7000 9000"
    let average = Leaf.Measure.average(overRecordedDays: false)
    #expect(decided("9600 9600", before: before, average).outcome == .pass)
    #expect(decided("9600 9599", before: before, average).outcome == .fail)
    let two = Leaf.Measure.days(.atLeast(2))
    #expect(decided("9600 9599 9601", before: before, two).outcome == .pass)
    #expect(decided("9600 9599 9599", before: before, two).outcome == .fail)
    #expect(decided("9599 9600", before: before, .best).outcome == .pass)
    #expect(
      decided("9600 9600 1", before: before, .streak(days: 2, misses: 0)).outcome == .pass)
    #expect(
      decided("9600 1 9600", before: before, .streak(days: 2, misses: 0)).outcome == .fail)
  }

  @Test func `a day before without data is left out`() throws {
    // (8000 + 8000 + 7000) / 3 x 1.2 = 9200, and not 23000 / 4 x 1.2 = 6900.
    let average = Leaf.Measure.average(overRecordedDays: false)
    let verdict = decided("9200 9200", before: "8000 - 8000 7000", average)
    #expect(verdict.outcome == .pass)
    let target = try #require(verdict.explanation.target)
    #expect(target.amount == Quantity(9200))
    #expect(target.days.map(\.standing) == [.counted, .missing, .counted, .counted])
    #expect(target.days.first?.day == firstDay.advanced(by: -4))
    #expect(verdict.explanation.margin == .zero)
  }

  @Test func `targets are rounded as days are`() throws {
    // 25000 / 3 x 1.2 = 10000; 25001 / 3 x 1.2 = 10000.4; 25002 / 3 x 1.2 = 10000.8.
    for (last, target) in [(8000, 10_000), (8001, 10_000), (8002, 10_001)] {
      let verdict = decided("1", before: "8000 9000 \(last) -", .best)
      #expect(verdict.explanation.target?.amount == Quantity(target))
    }
  }

  @Test func `the floor is the least that is asked`() {
    let verdict = decided("999", before: "1 1 1 1", .best)
    #expect(verdict.outcome == .fail)
    #expect(verdict.explanation.target?.amount == Quantity(1000))
    #expect(decided("1000", before: "0 0 0 0", .best).outcome == .pass)
  }

  @Test(arguments: MissingPolicy.allCases)
  func `with too few days nobody knows what is asked, whatever the policy says`(
    _ policy: MissingPolicy
  ) {
    for text in ["1 1", "99999 99999"] {
      let verdict = decided(text, before: "8000 - - 8000", .best, onMissing: policy)
      #expect(verdict.outcome == .undetermined)
      #expect(verdict.reasons.map(\.code) == ["baseline.too_few", "best.open"])
      #expect(verdict.explanation.target != nil && verdict.explanation.target?.amount == nil)
    }
  }

  @Test func `reasons do not tell what somebody did before`() {
    let verdict = decided("9599", before: "8000 8000 8000 8000", .best)
    #expect(
      verdict.reasons.map(\.text) == [
        "less than 120 % of their own mean of steps over the 4 days before the period, or fewer than "
          + "1,000 steps on the best day"
      ])
    let few = decided("9599", before: "8000 - - -", .best)
    #expect(
      few.reasons.first?.text == "data of steps on 1 of the 4 days before the period, 3 needed")
  }

  @Test func `an incomplete day before bounds the target from below alone`() {
    // The last of the four has 6000 at least: 30000 / 4 x 1.2 = 9000 is the least that is asked.
    let before = "8000 8000 8000 ~6000"
    var data = subject("9000", before: before)
    data.dataEnd = at(0, hour: 12)
    data.days[0].isComplete = false
    func outcome(_ steps: Int, _ policy: MissingPolicy) -> Outcome {
      data.days[0].value = Quantity(steps)
      return verdict(
        on: data, days: 1, ask(.best, floor: 1000, Self.fourDays), onMissing: policy,
        deadline: at(40)
      ).outcome
    }
    // Both the day before and the day are only known from below.
    #expect(outcome(99_999, .undetermined) == .undetermined)
    #expect(outcome(99_999, .fail) == .fail)
  }

  @Test func `a damaged day before bounds the target both ways`() {
    // Three sure days: 24000 / 4 x 1.2 = 7200 is the least, if the fourth had nothing that was recorded.
    func outcome(_ steps: Int, _ policy: MissingPolicy, asOf: Instant = at(50)) -> Verdict {
      decided(
        "\(steps)", before: "8000 8000 8000 20000", .best, onMissing: policy, asOf: asOf,
        damaged: [4])
    }
    #expect(outcome(7199, .undetermined).outcome == .fail)
    #expect(outcome(7200, .undetermined).outcome == .undetermined)
    #expect(outcome(99_999, .undetermined).outcome == .undetermined)
    #expect(outcome(99_999, .fail).outcome == .fail)
    #expect(outcome(99_999, .zero).outcome == .undetermined)
    #expect(outcome(99_999, .fail).reasons.map(\.code) == ["baseline.open"])
    // Another export may still settle it.
    #expect(outcome(99_999, .fail, asOf: at(20)).outcome == .undetermined)
  }

  @Test func `days before the period come first where they alone leave the answer open`() {
    func codes(_ days: String) -> [String] {
      // Three sure days: 24000 / 4 x 1.2 = 7200 is the least target, and nothing bounds the most.
      decided(
        days, before: "8000 8000 8000 20000", .days(.every), asOf: at(20), damaged: [4]
      ).reasons.map(\.code)
    }
    #expect(codes("8000 8000") == ["baseline.open", "days.open"])
    // A day of the period that lacks data leaves it open as well.
    #expect(codes("8000 -") == ["days.open", "baseline.open"])
  }

  @Test func `rejected records before bound the target both ways`() {
    var data = subject("9600", before: "8000 8000 8000 8000")
    data.bounds = [
      DayBounds(
        metric: .steps, day: firstDay.advanced(by: -1), least: Quantity(6000),
        most: Quantity(10_000))
    ]
    func outcome(_ steps: Int) -> Outcome {
      data.days[0].value = Quantity(steps)
      return verdict(
        on: data, days: 1, ask(.best, floor: 1000, Self.fourDays), onMissing: .undetermined,
        deadline: at(40)
      ).outcome
    }
    // 30000 / 4 x 1.2 = 9000, 34000 / 4 x 1.2 = 10200.
    #expect(outcome(8999) == .fail)
    #expect(outcome(9000) == .undetermined)
    #expect(outcome(10_199) == .undetermined)
    #expect(outcome(10_200) == .pass)
  }

  @Test func `of two figures the larger asks for too much to fail by`() {
    var data = subject("9600", before: "8000 8000 8000 12000")
    data.earlierDays[3].measure.rivals = FigureRivals(phone: 0, total: 1)
    data.earlierDays[3].measure.alternate = Quantity(4000)
    func outcome(_ steps: Int) -> Outcome {
      data.days[0].value = Quantity(steps)
      return verdict(
        on: data, days: 1, ask(.best, floor: 1000, Self.fourDays), onMissing: .fail,
        deadline: at(40)
      ).outcome
    }
    // 36000 / 4 x 1.2 = 10800, 28000 / 4 x 1.2 = 8400.
    #expect(outcome(8399) == .fail)
    #expect(outcome(8400) == .undetermined)
    #expect(outcome(10_800) == .pass)
  }

  @Test func `days that were not read are not days without data`() {
    var data = subject("99999", before: "8000 8000 8000 8000")
    data.daysBefore = 3
    let verdict = verdict(
      on: data, days: 1, ask(.best, floor: 1000, Self.fourDays), deadline: at(40))
    #expect(verdict.outcome == .undetermined)
    #expect(verdict.reasons.map(\.code) == ["baseline.not_read", "best.open"])
  }

  @Test func `a weighted sum is compared with its own past`() throws {
    let half = WeightedSum.Term(.metric(.wheelchairPushes), times: try #require(Weight("1/2")))
    let sum = try #require(WeightedSum([WeightedSum.Term(.metric(.steps)), half]))
    var data = subject("1000", before: "1000 1000 1000 1000")
    let pushes = data.earlierDays + data.days
    for var day in pushes {
      day.metric = .wheelchairPushes
      if day.day < firstDay { data.earlierDays.append(day) } else { data.days.append(day) }
    }
    // A mean of 1000 + 1000 / 2 = 1500, times 1: the day has as much.
    let asked = Baseline(days: 4, atLeastDays: 3)
    let met = verdict(on: data, days: 1, ask(.best, floor: 1, asked, of: .weighted(sum)))
    #expect(met.outcome == .pass)
    #expect(met.explanation.target?.amount == Quantity(1500))
    data.earlierDays[0].value = Quantity(1004)
    #expect(
      verdict(on: data, days: 1, ask(.best, floor: 1, asked, of: .weighted(sum))).outcome == .fail)
  }

  @Test func `under zero a part of a sum that a day before lacks is zero`() throws {
    let half = WeightedSum.Term(.metric(.wheelchairPushes), times: try #require(Weight("1/2")))
    let sum = try #require(WeightedSum([WeightedSum.Term(.metric(.steps)), half]))
    // 1000, 1000 + 600 / 2 and 1100: (1000 + 1300 + 1100) / 3 = 1133.3, which is rounded down.
    var data = subject("1133", before: "1000 1000 - 1100")
    var pushes = data.earlierDays[1]
    (pushes.metric, pushes.value) = (.wheelchairPushes, Quantity(600))
    data.earlierDays.append(pushes)
    let condition = ask(
      .best, floor: 1, Baseline(days: 4, atLeastDays: 3), of: .weighted(sum))
    func decided(_ policy: MissingPolicy) -> Verdict {
      verdict(on: data, days: 1, condition, onMissing: policy, deadline: at(40))
    }
    let met = decided(.zero)
    #expect(met.outcome == .pass)
    #expect(met.explanation.target?.amount == Quantity(1133))
    #expect(
      met.explanation.target?.days.map(\.standing) == [.counted, .counted, .missing, .counted])
    #expect(contradiction(in: met, condition, on: data, .zero) == nil)
    data.days[0].value = Quantity(1132)
    #expect(decided(.zero).outcome == .fail)
    // Otherwise nobody knows the pushes of two days.
    let open = decided(.undetermined)
    #expect(open.outcome == .undetermined)
    let reason = try #require(open.reasons.first { $0.code == "baseline.open" })
    #expect(reason.text.hasSuffix("not known on 2 of the 4 days before the period"))
  }

  @Test func `the smallest change asks for the subject's own target`() throws {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: ask(.days(.atLeast(1)), floor: 1000, Self.fourDays))
    let challenge = Challenge(id: "c", title: "c", period: .days(from: firstDay, to: firstDay))
    let change = try #require(
      smallestChange(
        to: rule, on: subject("5000", before: "8000 8000 8000 8000"), of: challenge, asOf: at(50),
        quality: .unflagged))
    #expect(change.steps.flatMap(\.days).map(\.then) == [Quantity(9600)])
  }

  @Test func `with too few days before, the smallest change asks for data of more`() throws {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: ask(.days(.atLeast(1)), floor: 1000, Self.fourDays))
    let challenge = Challenge(id: "c", title: "c", period: .days(from: firstDay, to: firstDay))
    // 1 of the 4 days has data, and 3 must have some.
    let change = try #require(
      smallestChange(
        to: rule, on: subject("5000", before: "8000 - - -"), of: challenge, asOf: at(50),
        quality: .unflagged))
    #expect(change.outcome == .pass && change.others == [])
    #expect(
      change.repairs.map(\.text)
        == ["an export with data on 2 more of the 4 days before the period"])
  }

  private func contradiction(
    in verdict: Verdict, _ condition: Condition, on stated: SubjectAggregates,
    _ onMissing: MissingPolicy = .fail
  ) -> String? {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing)
    let challenge = Challenge(
      id: "c", title: "c", period: .days(from: firstDay, to: firstDay), proofDeadline: at(40))
    return ExplanationCheck(rule, on: stated, of: challenge, comparesWords: true)
      .firstContradiction(in: verdict, mayRestOnUnread: false)
  }

  @Test func `a target that does not follow from the days before is found`() {
    let data = subject("9000", before: "8000 8000 - 7000")
    let condition = ask(.best, floor: 1000, Self.fourDays)
    func place(_ change: (inout Verdict) -> Void) -> String? {
      // 23000 / 3 x 1.2 = 9200.
      var changed = verdict(on: data, days: 1, condition, onMissing: .fail, deadline: at(40))
      change(&changed)
      return contradiction(in: changed, condition, on: data)
    }
    #expect(place { _ in } == nil)
    #expect(
      place { $0.explanation.target?.amount = Quantity(9000) } == "$.explanation.target.amount")
    #expect(place { $0.explanation.target?.amount = nil } == "$.explanation.target.amount")
    #expect(place { $0.explanation.target = nil } == "$.explanation.target")
    #expect(
      place { $0.explanation.target?.days.removeFirst() } == "$.explanation.target.days")
    #expect(
      place { $0.explanation.target?.days[0].value = Quantity(7000) }
        == "$.explanation.target.days[0].value")
    #expect(
      place { $0.explanation.target?.days[0].standing = .damaged }
        == "$.explanation.target.days[0].standing")
    #expect(place { $0.explanation.margin = .zero } == "$.explanation.margin")
    #expect(place { $0.explanation.answer = .pass } == "$.explanation.answer")
  }

  /// Whatever the days before the period really were, a pass is a pass and a fail a fail.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `answers hold for every past that there can have been`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let known = (0..<4).map { _ in Int.random(in: 0...9, using: &chance) * 1000 }
    let kinds = (0..<4).map { _ in Int.random(in: 0...3, using: &chance) }
    let words = zip(known, kinds).map { $1 == 1 ? "-" : "\($0)" }.joined(separator: " ")
    let steps = Int.random(in: 0...12, using: &chance) * 1000
    let damaged = kinds.indices.filter { kinds[$0] == 2 }.map { $0 + 1 }
    var data = subject("\(steps)", before: words, damaged: damaged)
    data.bounds = kinds.indices.filter { kinds[$0] == 3 }.map { index in
      DayBounds(
        metric: .steps, day: firstDay.advanced(by: index - 4),
        least: Quantity(max(0, known[index] - 2000)), most: Quantity(known[index] + 2000))
    }
    let atLeastDays = Int.random(in: 1...4, using: &chance)
    let asked = Baseline(days: 4, atLeastDays: atLeastDays, times: Self.sixFifths)
    let verdict = verdict(
      on: data, days: 1, ask(.best, floor: 2000, asked), onMissing: .undetermined, deadline: at(40))
    var stated = data
    stated.isDamaged = kinds.contains(2)
    #expect(
      contradiction(in: verdict, ask(.best, floor: 2000, asked), on: stated, .undetermined) == nil)
    let sure = kinds.count { $0 == 0 || $0 == 3 }
    if sure < atLeastDays {
      #expect(verdict.outcome == .undetermined)
      return
    }
    for _ in 0..<20 {
      // A damaged day was anything, or not recorded at all.
      let past = zip(known, kinds).compactMap { known, kind -> Int? in
        switch kind {
        case 0: known
        case 1: nil
        case 2: Bool.random(using: &chance) ? nil : Int.random(in: 0...30, using: &chance) * 1000
        default: max(0, known + Int.random(in: -2...2, using: &chance) * 1000)
        }
      }
      // The nearest whole number to 6/5 of the mean.
      let (above, below) = (past.reduce(0, +) * 6, past.count * 5)
      let target = max(2000, (2 * above + below) / (2 * below))
      let holds = steps >= target
      #expect(verdict.outcome != .pass || holds, "\(past) \(steps)")
      #expect(verdict.outcome != .fail || !holds, "\(past) \(steps)")
    }
  }
}
