package import DaymarkModel

/// The content of the pages of a programme.
package struct ProgrammeReport: Sendable {
  /// The version of the programme that is known.
  package var programme: Programme
  /// The instant that the books are for.
  package var asOf: Instant
  /// The subjects, by rank.
  package var subjects: [SubjectRewards]
  /// The version of Daymark that made the report.
  package var toolVersion: String

  package init(
    _ programme: Programme, asOf: Instant, subjects: [SubjectRewards], toolVersion: String
  ) {
    (self.programme, self.asOf, self.subjects) = (programme, asOf, subjects)
    self.toolVersion = toolVersion
  }
}

/// The content of a programme's page about one subject.
package struct SubjectRewards: Sendable {
  /// The subject's rank, with the id.
  package var rank: RewardRank
  /// The folder of the subject's page, beside the page of the programme.
  package var folder: String
  /// The subject's books, with calendars and verdicts.
  package var picture: RewardPicture
  /// The challenges that have begun and are not final, by the end of their period.
  package var running: [ChallengeProgress] = []

  package init(_ rank: RewardRank, folder: String, _ picture: RewardPicture) {
    (self.rank, self.folder, self.picture) = (rank, folder, picture)
  }
}

/// The progress of a subject in a challenge, by the explanation of the rule.
package struct ChallengeProgress: Hashable, Sendable {
  /// The challenge, or an occurrence of it.
  package var challenge: ChallengeOccurrence
  /// The title that people read.
  package var title: String
  /// The first and last day of the period.
  package var days: ClosedRange<CivilDay>
  /// The outcome so far.
  package var outcome: Outcome
  /// Whether the last day of the period is over.
  package var isOver: Bool
  /// The requirements of the rule, with the amount reached of each.
  package var parts: [Part] = []

  package init(
    _ challenge: ChallengeOccurrence, title: String, days: ClosedRange<CivilDay>,
    outcome: Outcome, isOver: Bool
  ) {
    (self.challenge, self.title, self.days) = (challenge, title, days)
    (self.outcome, self.isOver) = (outcome, isOver)
  }

  /// One thing that the rule asks for.
  package struct Part: Hashable, Sendable {
    /// The requirement, in words.
    package var requirement: String
    /// The figure that was reached, in ``unit``.
    package var current: Quantity
    /// The figure that is asked for, in ``unit``; above 0.
    package var target: Quantity
    /// The unit of the figures; `nil` for a count.
    package var unit: Unit?
    /// The day on which the requirement was met; `nil` before that, and where the day is not known.
    package var completedOn: CivilDay?

    package init(_ requirement: String, current: Quantity, target: Quantity, unit: Unit?) {
      (self.requirement, self.current) = (requirement, current)
      (self.target, self.unit) = (target, unit)
    }

    /// Whether the part is met.
    package var isMet: Bool { current >= target }

    /// The progress in percent, rounded down, so that it is 100 only if the part is met.
    package var perCent: Int {
      isMet ? 100 : Int(Int128(max(0, current.microUnits)) * 100 / Int128(target.microUnits))
    }

    /// The missing amount; zero where the part is met.
    package var remaining: Quantity {
      isMet ? .zero : Quantity(microUnits: target.microUnits - current.microUnits)
    }

    /// Whether the part is nearly met, at 90 percent or more.
    package var isNear: Bool { !isMet && perCent >= 90 }
  }
}
