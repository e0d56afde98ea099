import ArgumentParser
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkSampleFiles

/// The measurement of evaluating a rule on a year of one subject, within one process.
enum RuleEvaluation {
  private static let firstDay = CivilDay(ordinal: 20_089)  // This is 2025-01-01.
  private static let days = 365
  private static let sessions = 200

  /// Evaluates the rule many times, and returns the median time with the amount of data.
  ///
  /// The first tenth of the evaluations is not counted.
  static func measure(runs: Int) -> (seconds: Duration, days: Int, sessions: Int, leaves: Int) {
    let (year, rule) = (year(seed: 7), rule)
    let last = firstDay.advanced(by: days - 1)
    let challenge = Challenge(id: "year", title: "A year", period: .days(from: firstDay, to: last))
    let asOf = Instant(seconds: Int64(last.ordinal) * 86_400)
    var times: [Duration] = []
    for run in 0..<runs + runs / 10 {
      let started = ContinuousClock.now
      let verdict = evaluate(rule, on: year, of: challenge, asOf: asOf, quality: Self.unflagged)
      let time = ContinuousClock.now - started
      if run >= runs / 10, verdict.score != nil { times.append(time) }
    }
    return (times.sorted()[times.count / 2], year.days.count, sessions, rule.leaves.count)
  }

  private static let unflagged = QualityFlags(
    [], limits: LimitsIdentity(name: "none", version: "1.0.0", digest: Digest(of: [])))

  private static func year(seed: UInt64) -> SubjectAggregates {
    var random = SplitMix64(seed: seed)
    func quantity(_ range: ClosedRange<Int>) -> Quantity { Quantity(random.number(in: range)) }
    var aggregates: [DailyAggregate] = []
    for metric in Metric.inEvidence {
      for day in 0..<days {
        var aggregate = DailyAggregate(
          metric: metric, day: firstDay.advanced(by: day), value: quantity(60...12_000))
        if metric == .heartRate {
          aggregate.value = quantity(60...80)
          aggregate.heartRate = HeartRateFigures(
            minimum: quantity(40...59), maximum: quantity(120...190), mean: quantity(60...80),
            count: 400)
        }
        aggregates.append(aggregate)
      }
    }
    let sessions = (0..<Self.sessions).map { number in
      let day = firstDay.advanced(by: number * days / Self.sessions)
      let start = Instant(seconds: Int64(day.ordinal) * 86_400 + 36_000)
      return Session(
        day: day,
        activity: Activity(
          kind: random.pick([.run, .walk, .cycle]), start: start,
          end: start.advanced(byMilliseconds: 2_400_000),
          values: [
            .activeSeconds: Quantity(2400), .distanceMeters: quantity(3000...12_000),
            .kilocalories: quantity(200...700), .averageBPM: quantity(110...160),
          ]),
        inputs: [0], origins: [:])
    }
    var data = SubjectAggregates(zone: ResolvedZone(.named("Europe/Berlin"), by: .subject))
    data.days = aggregates
    data.sessions = sessions
    data.dataEnd = Instant(seconds: Int64(firstDay.ordinal + 400) * 86_400)
    return data
  }

  /// A rule with at least one leaf of each kind.
  private static var rule: Rule {
    let runs = ActivityTest(
      kinds: [.run],
      requirements: [.distance: .atLeast(Quantity(5000)), .pace: .atMost(Quantity(360))])
    let leaves = [
      Leaf(.total, of: .distanceWalkingRunning, .atLeast(Quantity(1_000_000))),
      Leaf(.days(.atLeast(300)), of: .steps, .atLeast(Quantity(3000))),
      Leaf(.streak(days: 30, misses: 3), of: .steps, .atLeast(Quantity(2000))),
      Leaf(.average(overRecordedDays: false), of: .activeEnergy, .atLeast(Quantity(4000))),
      Leaf(.best, of: .flightsClimbed, .moreThan(Quantity(100))),
      Leaf(.window(days: 7), of: .activeEnergy, .atLeast(Quantity(30_000))),
      Leaf(.weekly(20, .days(.atLeast(4))), of: .steps, .atLeast(Quantity(5000))),
      Leaf(.total, of: .activities(.sessions, of: runs), .atLeast(Quantity(20))),
      Leaf(
        .total, of: .activities(.distance, of: ActivityTest(kinds: [.run, .cycle])),
        .atLeast(Quantity(300_000))),
      Leaf(.days(.atLeast(50)), of: .heartRate(.max), .atMost(Quantity(180))),
    ]
    return Rule(
      name: "year", version: "1.0.0", title: "A year",
      requires: Condition(.all(leaves.map { Condition(.leaf($0)) })),
      score: Score(.total, of: .metric(.steps)),
      quality: [QualityGate(.manualShare(.steps, atMost: 500))])
  }
}

extension BenchCommand {
  struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Deciding a rule on a year of one subject.", shouldDisplay: false)

    @Option var runs = 2000

    func validate() throws {
      guard (10...1_000_000).contains(runs) else {
        throw ValidationError("--runs must be from 10 to 1000000")
      }
    }

    func run() {
      let (seconds, days, sessions, leaves) = RuleEvaluation.measure(runs: runs)
      print("a rule of \(leaves) leaves on \(days) daily aggregates and \(sessions) sessions")
      print("daymark, one evaluation: \(milliseconds(seconds)) ms")
    }

    private func milliseconds(_ seconds: Duration) -> Double {
      (seconds / .milliseconds(1) * 1000).rounded() / 1000
    }
  }
}
