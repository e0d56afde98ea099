package import DaymarkModel

/// What the pages of a programme show.
package struct ProgrammeReport: Sendable {
  /// The programme as it is known.
  package var programme: Programme
  /// The instant that the books are for.
  package var asOf: Instant
  /// Everybody, by rank.
  package var subjects: [SubjectRewards]
  /// The version of the program.
  package var toolVersion: String

  /// Makes a report.
  package init(
    _ programme: Programme, asOf: Instant, subjects: [SubjectRewards], toolVersion: String
  ) {
    (self.programme, self.asOf, self.subjects) = (programme, asOf, subjects)
    self.toolVersion = toolVersion
  }
}

/// What the pages of a programme show of one subject.
package struct SubjectRewards: Sendable {
  /// The subject's rank, with the id.
  package var rank: RewardRank
  /// The folder that the subject's page lies in, beside the page of the programme.
  package var folder: String
  /// The books, and what stands beside them.
  package var picture: RewardPicture
  /// The challenges that have begun and are not final, by the end of their period.
  package var running: [ChallengeProgress] = []

  /// Makes the rewards of a subject without a running challenge.
  package init(_ rank: RewardRank, folder: String, _ picture: RewardPicture) {
    (self.rank, self.folder, self.picture) = (rank, folder, picture)
  }
}

/// How far a subject has come in a challenge, by the rule's own explanation.
package struct ChallengeProgress: Hashable, Sendable {
  /// The challenge, or an occurrence of it.
  package var challenge: ChallengeOccurrence
  /// The title that people read.
  package var title: String
  /// The period.
  package var days: ClosedRange<CivilDay>
  /// The answer so far.
  package var outcome: Outcome
  /// Whether its last day is over.
  package var isOver: Bool
  /// What the rule asks for, and what was reached of it.
  package var parts: [Part] = []

  /// Makes the progress in a challenge that asks for nothing that can be counted.
  package init(
    _ challenge: ChallengeOccurrence, title: String, days: ClosedRange<CivilDay>,
    outcome: Outcome, isOver: Bool
  ) {
    (self.challenge, self.title, self.days) = (challenge, title, days)
    (self.outcome, self.isOver) = (outcome, isOver)
  }

  /// One thing that the rule asks for.
  package struct Part: Hashable, Sendable {
    /// What is asked for, in words.
    package var requirement: String
    /// What is reached, and what is asked for, in the unit of the rule.
    package var current: Quantity
    /// What is asked for: above 0.
    package var target: Quantity
    /// The symbol of the unit; `nil` of a count.
    package var unit: Unit?
    /// The day on which it was met; `nil` before it is, and where no day can be told.
    package var completedOn: CivilDay?

    /// Makes a part that was not met.
    package init(_ requirement: String, current: Quantity, target: Quantity, unit: Unit?) {
      (self.requirement, self.current) = (requirement, current)
      (self.target, self.unit) = (target, unit)
    }

    /// Whether it is met.
    package var isMet: Bool { current >= target }

    /// In per cent, rounded down: never 100 before it is met.
    package var perCent: Int {
      isMet ? 100 : Int(Int128(max(0, current.microUnits)) * 100 / Int128(target.microUnits))
    }

    /// What is lacking.
    package var remaining: Quantity {
      isMet ? .zero : Quantity(microUnits: target.microUnits - current.microUnits)
    }

    /// Whether it is nearly met: 90 per cent and more.
    package var isNear: Bool { !isMet && perCent >= 90 }
  }
}
