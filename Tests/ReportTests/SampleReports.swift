import DaymarkModel
import DaymarkReport
import DaymarkTestSupport

/// A challenge of three days with a phone, a watch and a tracker, worked out by hand.
///
/// On the first day the watch has 6,000 steps and the phone 5,000, of which the watch recorded 4,000 at
/// the same time; of the tracker's 3,000 both recorded all. So 7,000 count, and adding up gives 14,000.
enum SampleReports {
  static let days = ["2025-09-01", "2025-09-02", "2025-09-03"].compactMap { CivilDay($0) }
  static let asOf = Instant(rfc3339: "2025-09-10T00:00:00Z") ?? Instant(milliseconds: 0)

  static let rule = Rule(
    name: "steps", version: "1.0.0", title: "5,000 steps a day",
    requires: Condition(.leaf(Leaf(.days(.every), of: .steps, .atLeast(Quantity(5000))))))

  static func challenge(title: String = "Three days on foot") -> Challenge {
    Challenge(
      id: "three-days", title: title, period: .days(from: days[0], to: days[2]),
      proofDeadline: Instant(rfc3339: "2025-09-05T00:00:00Z"))
  }

  static let sources = [
    Source(provider: .apple, name: "Anna's Watch", deviceClass: .watch),
    Source(provider: .apple, name: "Anna's iPhone", deviceClass: .phone),
    Source(provider: .garmin, name: "Forerunner", deviceClass: .tracker),
  ]

  static func aggregate(_ day: Int, _ value: Int, naive: Int, _ parts: [SourceContribution])
    -> DailyAggregate
  {
    DailyAggregate(
      metric: .steps, day: days[day], value: Quantity(value),
      measure: QualityMeasure(naive: Quantity(naive), contributions: parts))
  }

  static let aggregates = SubjectAggregates(
    zone: ResolvedZone(.utc, by: .challenge), sources: sources,
    days: [
      aggregate(
        0, 7000, naive: 14_000,
        [
          SourceContribution(source: 0, contributed: Quantity(6000)),
          SourceContribution(source: 1, contributed: Quantity(1000), covered: Quantity(4000)),
          SourceContribution(source: 2, contributed: .zero, covered: Quantity(3000)),
        ]),
      aggregate(
        1, 4321, naive: 4321, [SourceContribution(source: 0, contributed: Quantity(4321))]),
    ])

  static func verdict(_ reason: String = "Missed a day") -> Verdict {
    let node = Explanation(
      key: "days", answer: .fail, metric: .steps, required: "at least 5,000 steps on every day",
      unit: "day", actual: Quantity(1), margin: Quantity(-2),
      days: [
        Explanation.Day(day: days[0], value: Quantity(7000), standing: .counted),
        Explanation.Day(day: days[1], value: Quantity(4321), standing: .short),
        Explanation.Day(day: days[2], value: nil, standing: .missing),
      ])
    return Verdict(
      outcome: .fail,
      reasons: [
        Reason(
          code: "days.too_few", text: reason, required: Quantity(3), actual: Quantity(1))
      ],
      explanation: node, asOf: asOf, phase: .ended, finality: .final,
      quality: QualityFlags(
        [], limits: LimitsIdentity(name: "limits", version: "1.0.0", digest: Digest(of: [1]))))
  }

  static func subject(
    _ name: String = "anna", title: String = "Three days on foot", reason: String = "Missed a day"
  ) -> SubjectReport {
    let verdict = verdict(reason)
    let bars = zip(verdict.explanation.days, [DayStanding.met, .short, .nothing])
    var report = SubjectReport(
      challenge: challenge(title: title), rule: rule,
      ruleSentence: "To pass: at least 5,000 steps on every day.", subject: name,
      verdict: verdict, deadline: Instant(rfc3339: "2025-09-05T00:00:00Z") ?? asOf,
      aggregates: aggregates, toolVersion: "1.2.3")
    report.change = VerdictChange(
      outcome: .pass,
      steps: [
        VerdictChange.Step(
          path: .requires, text: "2 more days with at least 5,000 steps",
          days: days.dropFirst().map {
            VerdictChange.DayChange(day: $0, now: nil, then: Quantity(5000))
          })
      ])
    var chart = DayChart(
      title: "Steps", requirement: "at least 5,000 steps on every day", answer: .fail,
      unit: .count, comparison: .atLeast(Quantity(5000)),
      bars: bars.map { DayChart.Bar(day: $0.day, value: $0.value, standing: $1) })
    (chart.actual, chart.target, chart.resultUnit) = (Quantity(1), .atLeast(Quantity(3)), "day")
    report.charts = [chart]
    report.counted = [
      CountedMetric(
        metric: .steps, name: "steps", days: aggregates.days.compactMap(CountedDay.init))
    ]
    report.inputs = [
      EvidenceInput(
        format: "some-format", digest: Digest(of: [2]), bytes: 10, records: 9,
        rejected: [.sampleDuplicate: 3], damage: [])
    ]
    report.files = ["evidence.json": Digest(of: [3])]
    return report
  }

  static func row(
    _ id: String, reason: String = "Missed a day", outcome: Outcome = .fail
  ) -> SubjectRow {
    var row = SubjectRow(id: id)
    row.outcome = outcome
    row.days = [.met, .short, .nothing]
    row.reason = Reason(
      code: "days.too_few", text: reason, required: Quantity(777_777), actual: Quantity(654_321))
    row.unit = .meter
    row.closeness = -0.1
    row.evidence = Digest(of: id.utf8)
    row.inputs = 1
    return row
  }

  static func challengeReport(
    _ rows: [SubjectRow], title: String = "Three days on foot"
  ) -> ChallengeReport {
    var report = ChallengeReport(
      challenge: challenge(title: title), rule: rule,
      ruleSentence: "To pass: at least 5,000 steps on every day.", days: days, toolVersion: "1.2.3")
    report.asOf = asOf...asOf
    report.phase = .ended
    report.subjects = rows
    report.lines = [
      ThresholdCurve(
        name: "at least 5,000 steps on every day", unit: .count,
        points: [
          .init(value: Quantity(4000), outcomes: [.pass: 1, .fail: 1]),
          .init(value: Quantity(5000), outcomes: [.fail: 2]),
        ], present: Quantity(5000))
    ]
    report.board = Leaderboard([
      Leaderboard.Entry(
        subject: rows.first?.id ?? "", outcome: .pass,
        score: ScoreValue(Quantity(88_888), unit: .count, isFinal: true))
    ])
    return report
  }
}
