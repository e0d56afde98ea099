package import DaymarkModel

/// The content of a subject's page and of `daymark show` about one verdict.
package struct SubjectReport: Sendable {
  package var challenge: Challenge
  package var rule: Rule
  /// The requirement of the rule, in a sentence derived from it.
  package var ruleSentence: String
  /// The id in the pipeline.
  package var subject: String
  /// The name that is shown: the id, or a number that replaces it.
  package var name: String
  package var verdict: Verdict
  /// A person's decision beside the verdict.
  package var decision: PresentDecision?
  /// The change that would change the verdict, or make an open one a pass; `nil` where none does.
  package var change: VerdictChange?
  /// Whether the days that are not over can still bring ``change``; while days are left, a change
  /// that they cannot bring is one that only another export can show.
  package var daysToComeSuffice = true
  /// The end of the time in which data may be handed in.
  package var deadline: Instant
  /// One chart for each leaf of the rule, in its order.
  package var charts: [DayChart] = []
  /// The days of each metric with several sources, or with one source that recorded something
  /// twice.
  package var counted: [CountedMetric] = []
  package var aggregates: SubjectAggregates
  /// The inputs that count, ascending by digest, followed by the late ones.
  package var inputs: [EvidenceInput] = []
  /// The limits by which flags were raised, with their sources; `nil` where they are not known.
  package var limits: Limits?
  /// Whether the page is made from the subject's folder alone, so that there is no page of the
  /// challenge to link to.
  package var isAlone = false
  /// Digests of the output files, by name.
  package var files: [String: Digest] = [:]
  /// The version of Daymark that made the report.
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
  /// Whether no input was handed in that counts.
  package var hasNothing: Bool { inputs.allSatisfy(\.isLeftOut) }

  /// The end of the time for handing in, in the subject's zone.
  package var deadlineWords: String { deadline.words(in: aggregates.zone.zone) }

  /// Returns the thing that a flag is about, in words: a metric, unless the flag's own words name
  /// it, or a kind of session.
  func subject(of flag: QualityFlag) -> String? {
    guard let metric = flag.metric else { return flag.kind?.words }
    if metric == .heartRate { return nil }
    return counted.first { $0.metric == metric }?.name ?? metric.id
  }

  /// The change without what nobody can do: no data makes flagged data less unusual.
  ///
  /// - Returns: `nil` where no step is left.
  package var possibleChange: VerdictChange? {
    guard var change else { return nil }
    let gates = rule.quality.indices.filter { index in
      if case .flags = rule.quality[index].measure { true } else { false }
    }.map(RulePath.gate)
    change.steps.removeAll { gates.contains($0.path) }
    return change.steps.isEmpty ? nil : change
  }

  /// The reason for which a subject's folder alone does not give the smallest change.
  package static let whatFoldersLack =
    "a folder says neither when the data of each file ends nor what single sessions had"

  /// The sentence in place of the change, on a page made from the folder alone; `nil` for a pass,
  /// and where the report has the change.
  package var noChangeSentence: String? {
    guard isAlone, verdict.outcome != .pass else { return nil }
    return "What would be enough does not follow from these documents: \(Self.whatFoldersLack)."
      + " The page that whoever runs the challenge makes says it."
  }

  /// The heading of the change: something that can still be done, that data would have to show, or
  /// that would have been enough.
  package var changeHeading: String {
    switch verdict.outcome {
    case .pass: "It would not have passed with"
    case _ where verdict.finality.isFinal: "The smallest change that would have been enough"
    case _ where verdict.phase == .ended: "The smallest change that would be enough"
    case _ where hasMoreToDo: "Still needed until \(lastWords), and handed in by \(deadlineWords)"
    case _ where change?.repairs.isEmpty == false: "Still needed, by \(deadlineWords)"
    // Past days cannot be changed any more; data can only show them.
    case .fail,
      .undetermined where verdict.phase == .proofWindow || !daysToComeSuffice:
      "Another export, handed in by \(deadlineWords), helps if it shows"
    case .undetermined: "Still needed, by \(deadlineWords)"
    }
  }

  /// Whether the change has days that are not over, so that something has to be done on them, and
  /// can be.
  private var hasMoreToDo: Bool {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    guard let change, daysToComeSuffice,
      deadline >= challenge.period.interval(in: calendar).end
    else { return false }
    switch verdict.phase {
    case .upcoming, .active: break
    case .proofWindow, .ended: return false
    }
    let today = calendar.day(containing: verdict.asOf)
    return change.others.contains { step in step.days.contains { $0.day >= today } }
  }

  /// The end of the period: its last day, or the instant at which it ends, in the subject's zone.
  private var lastWords: String {
    switch challenge.period {
    case .days(_, let to): to.words
    case .instants(let interval): interval.end.words(in: aggregates.zone.zone)
    }
  }
}

/// The days of one condition: a bar for each day, and a line at the threshold.
package struct DayChart: Hashable, Sendable {
  /// The bar of one day.
  package struct Bar: Hashable, Sendable {
    package var day: CivilDay
    /// The day's value; `nil` without data.
    package var value: Quantity?
    /// The lowest and highest heart rate of the day; `nil` for any other value.
    package var range: ClosedRange<Quantity>?
    package var standing: DayStanding

    package init(
      day: CivilDay, value: Quantity?, range: ClosedRange<Quantity>? = nil, standing: DayStanding
    ) {
      (self.day, self.value, self.range, self.standing) = (day, value, range, standing)
    }

    /// Whether the day has no figure, because nothing was recorded or the recorded data has none.
    package var isUnknown: Bool { value == nil || (value == .zero && standing == .incomplete) }

    /// Whether the bar is visible; a value of zero has no height.
    package var isVisible: Bool {
      value != .zero || range != nil || standing == .short || isUnknown
    }
  }

  /// The thing that the bars show, for example `Steps`.
  package var title: String
  /// The noun behind an amount of one, such as `step`; `nil` means that of the title.
  package var nounOfOne: String?
  /// The requirement of the condition, for example `at least 10,000 steps on 7 consecutive days`.
  package var requirement: String
  package var answer: Outcome
  /// The unit of the bars.
  package var unit: Unit
  /// The comparison for each day; `nil` where days add up to one figure.
  package var comparison: Comparison?
  /// The figure of all days, in ``resultUnit``.
  package var actual: Quantity?
  /// The comparison of the rule with ``actual``.
  package var target: Comparison?
  /// The thing that ``actual`` counts: `day`, `week`, `session`, a kind of session such as `run`,
  /// or the symbol of a unit.
  package var resultUnit: String?
  /// Whether the condition before this one may be met instead.
  package var isAlternative = false
  /// Whether an odd number of `not` stands above the condition, so that it must not be met.
  package var isNegated = false
  /// The days of the period, ascending.
  package var bars: [Bar]
  /// The days that decided, such as the longest run or the best window.
  package var span: ClosedRange<CivilDay>?
  /// The weeks of a condition on weeks, or its months or other stretches of days.
  package var weeks: [Explanation.Week] = []
  /// The word for one of ``weeks``.
  package var stretchNoun = "week"
  /// The number of days or sessions that each week must have; `nil` where the condition asks for an
  /// amount.
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

  /// Returns an answer of the condition as the rule takes it: under a `not` the opposite one.
  package func turned(_ answer: Outcome) -> Outcome { isNegated ? answer.negated : answer }

  /// The requirement as the rule has it: `not this: at most 3,000 steps on 3 days`.
  package var asked: String { isNegated ? "not this: \(requirement)" : requirement }
}
