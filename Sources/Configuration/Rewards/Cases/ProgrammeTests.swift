package import DaymarkModel

/// The cases that a programme is tested with: `programme_test.yaml` beside it.
package struct ProgrammeTests: Hashable, Sendable {
  /// The programme that is tried.
  package var programme: Programme
  /// The path of the file with the cases.
  package var path: String
  /// Whether the file is there; without it there are no cases.
  package var isPresent: Bool
  /// The cases in the order of the file, their names all different.
  package var cases: [ProgrammeTest] = []
}

/// One case: what became known of one subject and when, and what the books must say of it.
package struct ProgrammeTest: Hashable, Sendable {
  /// The name of the case.
  package var name: String
  /// The place of the case in its file.
  package var place: InputLocation
  /// The programme, with the case's own period if it has one.
  package var programme: Programme
  /// When the programme became known.
  package var known: StatedInstant
  /// The zone of the subject, where a hand-in says no other.
  package var zone: Zone
  /// What was handed in.
  package var handIns: [GivenHandIn] = []
  /// The versions of verdicts.
  package var verdicts: [GivenVerdict] = []
  /// The redemptions that were asked for.
  package var redemptions: [ProgrammeRow<RedemptionEntry>] = []
  /// The freezes that were given or asked for.
  package var freezes: [ProgrammeRow<FreezeEntry>] = []
  /// The days in which nothing breaks.
  package var pauses: [ProgrammeRow<PauseEntry>] = []
  /// What the books must say, in the order of the file.
  package var expected: [ExpectedBooks] = []
}

/// Figures of days as a case hands them in.
package struct GivenHandIn: Hashable, Sendable {
  /// When it became known.
  package var known: StatedInstant
  /// When it was exported; when it became known where it does not say.
  package var exported: Instant?
  /// Whether it says when it was exported, so that its data is complete up to then.
  package var isComplete: Bool
  /// The days that it has figures of, and the zone in which they begin.
  package var challenge: Challenge
  /// The figures.
  package var aggregates: SubjectAggregates
}

/// A version of a verdict as a case gives it.
package struct GivenVerdict: Hashable, Sendable {
  /// The challenge.
  package var challenge: ChallengeOccurrence
  /// The first day of its period.
  package var from: CivilDay
  /// The last day of its period.
  package var to: CivilDay
  /// The answer.
  package var outcome: Outcome
  /// Whether it is final.
  package var isFinal: Bool
  /// The subject's rank, if it has one.
  package var rank: Int?
  /// The days of 24 hours from complete evidence to the deadline.
  package var daysEarly: Int?
  /// When it became known.
  package var known: StatedInstant
}

/// What the books must say at an instant; what a case does not write is not asked.
package struct ExpectedBooks: Hashable, Sendable {
  /// The place in the file.
  package var place: InputLocation
  /// The instant that the books are for.
  package var asOf: StatedInstant
  /// The figures of the books, such as `points.balance`, each as text.
  package var figures: [ExpectedFigure] = []
  /// All lines since the instant before, each with the members that it must have; `nil` is not asked.
  package var lines: [ExpectedLine]?
  /// The whole ledger; `nil` is not asked.
  package var ledger: ExpectedLedger?
}

/// A ledger that must be there byte for byte.
package struct ExpectedLedger: Hashable, Sendable {
  /// The place in the file.
  package var place: InputLocation
  /// The lines of its file, as they are written.
  package var lines: [String]
}

/// One figure of books.
package struct ExpectedFigure: Hashable, Sendable {
  /// The place in the file.
  package var place: InputLocation
  /// Where it stands in the books, as the keys say: `streaks`, `learning`, `current`.
  package var path: [String]
  /// The figure as a person writes it.
  package var text: String
}

/// One line of a ledger.
package struct ExpectedLine: Hashable, Sendable {
  /// The place in the file.
  package var place: InputLocation
  /// The members of the line that are asked for, each as text, in the order of the table.
  package var members: [Member]

  /// One member of a line.
  package struct Member: Hashable, Sendable {
    /// The member's name in `ledger.jsonl`.
    package var name: String
    /// What it must be, as a person writes it.
    package var text: String
  }
}
