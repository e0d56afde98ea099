package import DaymarkModel

/// One subject's verdict as its page and `daymark show` picture it.
package struct SubjectReport: Sendable {
  package var challenge: Challenge
  package var rule: Rule
  /// What the rule asks for, in a sentence made from it.
  package var ruleSentence: String
  /// The id in the pipeline.
  package var subject: String
  /// The name that is shown: the id, or a number in its place.
  package var name: String
  package var verdict: Verdict
  /// What a person decided beside the verdict.
  package var decision: PresentDecision?
  /// What would make the verdict another, or a pass of one that is open; `nil` where nothing does.
  package var change: VerdictChange?
  /// The end of the time for proof.
  package var deadline: Instant
  /// One for each leaf of the rule, in its order.
  package var charts: [DayChart] = []
  /// The days of each metric that has several sources, or one source that says a thing twice.
  package var counted: [CountedMetric] = []
  package var aggregates: SubjectAggregates
  /// The inputs that were read, ascending by digest; then the late ones.
  package var inputs: [EvidenceInput] = []
  /// With the sources of the limits that flags were compared with; `nil` where they are not known.
  package var limits: Limits?
  /// Whether there is no page of the challenge beside it: it is made from the subject's folder alone.
  package var isAlone = false
  /// Digests of the output files, by name.
  package var files: [String: Digest] = [:]
  /// The version of the program.
  package var toolVersion: String

  package init(
    challenge: Challenge, rule: Rule, ruleSentence: String, subject: String, verdict: Verdict,
    deadline: Instant, aggregates: SubjectAggregates, toolVersion: String
  ) {
    self.challenge = challenge
    self.rule = rule
    self.ruleSentence = ruleSentence
    self.subject = subject
    name = subject
    self.verdict = verdict
    self.deadline = deadline
    self.aggregates = aggregates
    self.toolVersion = toolVersion
  }
}

extension SubjectReport {
  /// Whether nothing that counts was handed in.
  package var hasNothing: Bool { inputs.allSatisfy(\.isLeftOut) }

  /// The end of the time for proof by the person's own clocks.
  package var deadlineWords: String { deadline.words(in: aggregates.zone.zone) }

  /// What a flag is about: a metric, where the words of the flag are not of it alone, or a kind of session.
  func subject(of flag: QualityFlag) -> String? {
    guard let metric = flag.metric else { return flag.kind?.words }
    if metric == .heartRate { return nil }
    return counted.first { $0.metric == metric }?.name ?? metric.id
  }

  /// What the change is: something that can still be done, that data would have to show, or that would have been
  /// enough.
  package var changeHeading: String {
    switch verdict.outcome {
    case .pass: "It would not have passed with"
    case _ where verdict.finality.isFinal: "The smallest change that would have been enough"
    case _ where verdict.phase == .ended: "The smallest change that would be enough"
    case _ where change?.repairs.isEmpty == false: "Still needed, by \(deadlineWords)"
    // What is past cannot be done any more: it can only be shown.
    case .fail,
      .undetermined where verdict.phase == .proofWindow:
      "What other data, handed in by \(deadlineWords), would have to show"
    case .undetermined: "Still needed, by \(deadlineWords)"
    }
  }
}

/// The days of one condition of a rule: a bar a day, and the line that the rule draws.
package struct DayChart: Hashable, Sendable {
  /// One day.
  package struct Bar: Hashable, Sendable {
    package var day: CivilDay
    /// `nil` without data.
    package var value: Quantity?
    /// From the lowest to the highest heart rate of the day; `nil` of anything else.
    package var range: ClosedRange<Quantity>?
    package var standing: DayStanding

    package init(
      day: CivilDay, value: Quantity?, range: ClosedRange<Quantity>? = nil, standing: DayStanding
    ) {
      (self.day, self.value, self.range, self.standing) = (day, value, range, standing)
    }

    /// Whether it has no figure: nothing was recorded, or what was tells none.
    package var isUnknown: Bool { value == nil || (value == .zero && standing == .incomplete) }

    /// Whether there is something to see: a bar of nothing has no height.
    package var isVisible: Bool {
      value != .zero || range != nil || standing == .short || isUnknown
    }
  }

  /// What a bar shows: `Steps`.
  package var title: String
  /// What is asked for: `at least 10,000 steps on 7 consecutive days`.
  package var requirement: String
  package var answer: Outcome
  /// The unit of the bars.
  package var unit: Unit
  /// What every day is compared with; `nil` where days add up to one figure.
  package var comparison: Comparison?
  /// The figure of all days, in `resultUnit`.
  package var actual: Quantity?
  /// What the rule compares that figure with, whatever data is missing.
  package var target: Comparison?
  /// `day`, `week`, `session`, a kind of session such as `run`, or the symbol of a unit.
  package var resultUnit: String?
  /// Whether the condition before this one would do in its place.
  package var isAlternative = false
  /// Every day of the period, ascending.
  package var bars: [Bar]
  /// The days that decided: the longest run, the best window.
  package var span: ClosedRange<CivilDay>?
  /// The weeks of a condition on weeks; or its months, or stretches of days.
  package var weeks: [Explanation.Week] = []
  /// The word for one of ``weeks``.
  package var stretchNoun = "week"
  /// How many days or sessions each week must have; `nil` where that is no number.
  package var weekGoal: Quantity?

  package init(
    title: String, requirement: String, answer: Outcome, unit: Unit, comparison: Comparison?,
    bars: [Bar]
  ) {
    self.title = title
    self.requirement = requirement
    self.answer = answer
    self.unit = unit
    self.comparison = comparison
    self.bars = bars
  }
}
