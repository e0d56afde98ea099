import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Rules, "What was not read".
struct UnreadTests {
  private let file = Opening(unread: .archiveUnreadTable, .ofNothing)

  private func verdict(
    _ days: String, _ condition: Condition, _ openings: [Opening],
    onMissing: MissingPolicy = .undetermined, unreadUntil: Instant? = nil
  ) -> Verdict {
    var known = aggregates(days)
    known.openings = openings
    let count = days.split(separator: " ").count
    var challenge = Challenge(
      id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: count - 1)),
      proofDeadline: at(40))
    challenge.unreadUntil = unreadUntil
    return evaluate(
      Rule(name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing),
      on: known, of: challenge, asOf: at(50), quality: .unflagged)
  }

  @Test func `a pass that no content can turn stays one`() {
    let found = verdict("10 10", leaf(.total, .atLeast(20)), [file])
    #expect(found.outcome == .pass && found.finality.isFinal && found.codes == ["total.met"])
  }

  @Test(arguments: MissingPolicy.allCases)
  func `a pass that some content would turn is undetermined, whatever onMissing says`(
    _ policy: MissingPolicy
  ) {
    let found = verdict("10 10", leaf(.total, .atMost(20)), [file], onMissing: policy)
    #expect(found.outcome == .undetermined && found.codes.first == "data.unread")
    #expect(found.finality.isFinal)
  }

  @Test func `a fail that no content can turn is one`() {
    let found = verdict("10 10", leaf(.total, .atMost(19)), [file])
    #expect(
      found.outcome == .fail && found.finality.isFinal && !found.codes.contains("data.unread"))
  }

  @Test func `a fail that some content would turn is never final`() {
    let found = verdict("10 10", leaf(.total, .atLeast(21)), [file])
    #expect(found.outcome == .fail && !found.finality.isFinal)
    #expect(found.codes == ["data.unread", "total.too_low"])
    #expect(found.finality.openUntil == nil)
  }

  @Test func `so is one by what onMissing makes of missing days`() {
    let found = verdict("10 -", leaf(.days(.every), .atLeast(10)), [file], onMissing: .fail)
    #expect(found.outcome == .fail && !found.finality.isFinal)
    // It holds nothing of that day.
    let elsewhere = Opening(
      .archiveUnreadPart, input: .ofNothing, days: firstDay...firstDay, metrics: [.steps])
    let final = verdict("10 -", leaf(.days(.every), .atLeast(10)), [elsewhere], onMissing: .fail)
    #expect(final.outcome == .fail && final.finality.isFinal)
  }

  @Test func `an undetermined answer names it beside the other reasons`() {
    let found = verdict("10 -", leaf(.days(.every), .atLeast(10)), [file])
    #expect(found.outcome == .undetermined && found.codes.contains("data.unread"))
  }

  @Test func `unreadUntil makes the fail final from then on`() {
    let condition = leaf(.total, .atLeast(21))
    #expect(!verdict("10 10", condition, [file], unreadUntil: at(51)).finality.isFinal)
    let final = verdict("10 10", condition, [file], unreadUntil: at(50))
    #expect(final.outcome == .fail && final.finality.isFinal && final.codes.contains("data.unread"))
  }

  @Test func `what it cannot hold stays as it is`() {
    let distances = Opening(
      .archiveUnreadPart, input: .ofNothing, metrics: [.distanceCycling], sessions: .many)
    let found = verdict("10 10", leaf(.total, .atMost(20)), [distances])
    #expect(found.outcome == .pass && found.finality.isFinal)
  }

  @Test(arguments: SportGap.allCases)
  func `a session without a sport may be of any kind that is asked for`(_ gap: SportGap) {
    var known = sessions("other:5000")
    known.sessions[0].activity.sportGap = gap
    known.openings = [
      Opening(
        gap.code, days: firstDay...firstDay, metrics: [.distanceWalkingRunning], sessions: .one,
        values: known.sessions[0].activity.values)
    ]
    func outcome(_ condition: Condition) -> Verdict {
      EvaluateTests.verdict(
        on: known, days: 1, condition, onMissing: .zero, deadline: at(40))
    }
    func runs(_ comparison: Comparison, atLeast meters: Int = 0) -> Condition {
      leaf(
        .total,
        of: .activities(
          .sessions,
          of: ActivityTest(kinds: [.run], requirements: [.distance: .atLeast(meters)])), comparison)
    }
    let one = outcome(runs(.atLeast(1)))
    #expect(one.outcome == .fail && !one.finality.isFinal && one.codes.contains(gap.code.rawValue))
    #expect(outcome(runs(.atMost(0))).outcome == .undetermined)
    // It is too short, or one alone, whatever it was.
    #expect(outcome(runs(.atLeast(1), atLeast: 6000)).finality.isFinal)
    #expect(outcome(runs(.atLeast(2))).finality.isFinal)
    #expect(outcome(runs(.atMost(1))).outcome == .pass)
    let distance = leaf(.total, .atLeast(5000), of: .distanceWalkingRunning)
    #expect(outcome(distance).outcome == .fail && !outcome(distance).finality.isFinal)
    #expect(outcome(leaf(.total, .atLeast(5001), of: .distanceWalkingRunning)).finality.isFinal)
    #expect(outcome(leaf(.total, .atMost(5000), of: .distanceWalkingRunning)).outcome == .pass)
  }

  @Test func `a rejected session may be one more, or none`() {
    var known = sessions("run:5000 .")
    known.openings = [
      Opening(
        .timeReversed, days: firstDay.advanced(by: 1)...firstDay.advanced(by: 1),
        metrics: [.distanceWalkingRunning], sessions: .one, kind: .run,
        values: [.distanceMeters: Quantity(4000)])
    ]
    func outcome(_ comparison: Comparison, _ sum: ActivitySum = .sessions) -> Outcome {
      EvaluateTests.verdict(
        on: known, days: 2,
        leaf(.total, of: .activities(sum, of: ActivityTest(kinds: [.run])), comparison)
      ).outcome
    }
    #expect(outcome(.atLeast(1)) == .pass && outcome(.atLeast(2)) == .undetermined)
    #expect(outcome(.atLeast(3)) == .fail && outcome(.atMost(1)) == .undetermined)
    #expect(outcome(.atMost(2)) == .pass)
    #expect(outcome(.atLeast(9000), .distance) == .undetermined)
    #expect(outcome(.atLeast(9001), .distance) == .fail)
  }

  @Test func `over a gap of a track it went at least so far`() {
    var known = sessions("run:5000")
    known.sessions[0].activity.hasGaps = true
    func outcome(_ test: ActivityTest, _ sum: ActivitySum, _ comparison: Comparison) -> Outcome {
      EvaluateTests.verdict(
        on: known, days: 1, leaf(.total, of: .activities(sum, of: test), comparison)
      ).outcome
    }
    let any = ActivityTest(kinds: [.run])
    #expect(outcome(any, .distance, .atLeast(5000)) == .pass)
    #expect(outcome(any, .distance, .atMost(5000)) == .undetermined)
    #expect(outcome(any, .distance, .atMost(4999)) == .fail)
    #expect(outcome(any, .distance, .atLeast(6000)) == .undetermined)
    // 5 km in 30 min are 360 s/km; nobody knows how much faster it was.
    func paced(_ comparison: Comparison) -> ActivityTest {
      ActivityTest(kinds: [.run], requirements: [.pace: comparison])
    }
    #expect(outcome(paced(.atMost(360)), .sessions, .atLeast(1)) == .pass)
    #expect(outcome(paced(.atMost(300)), .sessions, .atLeast(1)) == .undetermined)
    #expect(outcome(paced(.atLeast(361)), .sessions, .atLeast(1)) == .fail)
  }

  // MARK: Every content

  static let families = LeafFamily.allCases.flatMap { family in (0..<2).map { (family, $0) } }

  /// What was not read is filled in some hundred ways, and each is decided as if it had been read.
  @Test(arguments: families)
  func `no content of what was not read contradicts a sure answer`(family: LeafFamily, seed: Int) {
    let base = 70_000 + 1000 * (2 * family.rawValue + seed)
    for number in Sweep.over(0..<40, step: 4) {
      var random = SeededGenerator(seed: UInt64(base + number))
      let count = family == .weeks ? 7 + random.below(15) : 1 + random.below(5)
      var period = PartlyKnownPeriod.random(&random, days: count, unknown: random.below(2))
      period.isClosed = true
      let condition =
        random.oneIn(2)
        ? Condition(.leaf(.random(family, &random, in: period)))
        : .random(&random, depth: 2, in: period)
      let policy = random.pick(MissingPolicy.allCases)
      let days = random.below(count)...count - 1
      var known = period.aggregates
      known.openings = [
        Opening(
          .archiveUnreadPart, input: .ofNothing,
          days: period.first.advanced(
            by: days.lowerBound)...period.first.advanced(
              by: days.upperBound), metrics: [.steps, .activeEnergy, .heartRate], sessions: .many)
      ]
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: policy)
      let found = evaluate(
        rule, on: known, of: period.challenge, asOf: period.asOf, quality: .unflagged)
      let contents = (0..<200).map { _ in period.filled(days, &random) }
      let outcomes = Set(
        ([period] + contents).map { $0.verdict(on: condition, onMissing: policy).outcome })
      switch found.outcome {
      case .pass: #expect(outcomes == [.pass], "\(period) \(condition)")
      case .fail where found.finality.isFinal:
        #expect(outcomes == [.fail], "\(period) \(condition)")
      case .fail, .undetermined: break
      }
    }
  }

  /// On one day all amounts are tried that any rule could tell apart.
  @Test func `of random rules at most 2 in 100 are left open for nothing`() {
    let rules = 0..<400
    var needless = 0
    for number in Sweep.over(rules, step: 5) {
      var random = SeededGenerator(seed: UInt64(710_000 + number))
      var period = PartlyKnownPeriod.random(
        &random, days: 1 + random.below(5), unknown: random.below(2))
      period.isClosed = true
      let condition = Condition.random(&random, depth: 2, in: period)
      let policy = random.pick(MissingPolicy.allCases)
      let day = random.below(period.days.count)
      var known = period.aggregates
      let opened = period.first.advanced(by: day)
      known.openings = [
        Opening(
          .archiveUnreadPart, input: .ofNothing, days: opened...opened,
          metrics: [.steps, .activeEnergy])
      ]
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: policy)
      let found = evaluate(
        rule, on: known, of: period.challenge, asOf: period.asOf, quality: .unflagged)
      guard !(found.outcome == .fail && found.finality.isFinal), found.outcome != .pass else {
        continue
      }
      let outcomes = period.filledInAllWays(day) { filled in
        filled.verdict(on: condition, onMissing: policy).outcome
      }
      if outcomes == [.fail] || outcomes == [.pass] { needless += 1 }
    }
    // A share of the rules has no more of them than all rules together.
    #expect(needless * 50 <= rules.count, "\(needless) of \(rules.count) open for nothing")
  }
}

extension PartlyKnownPeriod {
  /// The answers for all amounts of steps and of energy that one day may gain, until two differ.
  fileprivate func filledInAllWays(
    _ day: Int, _ answer: (PartlyKnownPeriod) -> Outcome
  ) -> Set<Outcome> {
    var outcomes: Set<Outcome> = [answer(self)]
    for steps in [nil] + Array(0...17) + [1_000_000] as [Int?] {
      for energy in [nil] + Array(0...17) + [1_000_000] as [Int?] {
        var filled = self
        for (metric, more, unit) in [
          (Metric.steps, steps, 1_000_000), (.activeEnergy, energy, 500_000),
        ] {
          guard let more else { continue }
          filled.days[day].recorded.amounts[metric] =
            (filled.days[day].recorded.amounts[metric] ?? 0) + more * unit
        }
        outcomes.insert(answer(filled))
        if outcomes.count > 1 { return outcomes }
      }
    }
    return outcomes
  }

  /// The period with something more on some of its days.
  fileprivate func filled(
    _ days: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> PartlyKnownPeriod {
    var filled = self
    let isMuch = random.oneIn(4)
    for day in days where random.below(4) > 0 {
      for metric in [Metric.steps, .activeEnergy] where random.oneIn(2) {
        let more =
          isMuch ? 1_000_000_000 : random.below(9) * (metric == .steps ? 1_000_000 : 500_000)
        filled.days[day].recorded.amounts[metric] =
          (filled.days[day].recorded.amounts[metric] ?? 0) + more
      }
      if random.oneIn(2) {
        filled.days[day].recorded.heartRates[.max] = 300_000_000
        filled.days[day].recorded.heartRates[.average] = random.pick(heartRateSteps)
        filled.days[day].recorded.heartRates[.min] = 20_000_000
      }
      if random.oneIn(2) {
        filled.days[day].recorded.sessions += (0..<random.below(isMuch ? 6 : 3)).map { _ in
          .random(&random)
        }
      }
    }
    return filled
  }
}
