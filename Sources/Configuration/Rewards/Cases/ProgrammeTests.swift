package import DaymarkModel

/// The cases by which a programme is tested, from the `programme_test.yaml` beside it.
package struct ProgrammeTests: Hashable, Sendable {
  /// The programme that is tested.
  package var programme: Programme
  /// The path of the file with the cases.
  package var path: String
  /// Whether the file exists; without it there are no cases.
  package var isPresent: Bool
  /// The cases, in the order of the file; their names differ.
  package var cases: [ProgrammeTest] = []
}

/// One case: what became known of one subject and when, and what the books must then contain.
package struct ProgrammeTest: Hashable, Sendable {
  /// The name of the case.
  package var name: String
  /// The place of the case in its file.
  package var place: InputLocation
  /// The programme, with the case's own period if it has one.
  package var programme: Programme
  /// The instant at which the programme became known.
  package var known: StatedInstant
  /// The subject's zone, unless a hand-in states another.
  package var zone: Zone
  /// The figures of days that were handed in.
  package var handIns: [GivenHandIn] = []
  /// The verdicts, in every version.
  package var verdicts: [GivenVerdict] = []
  /// The redemptions that were requested.
  package var redemptions: [ProgrammeRow<RedemptionEntry>] = []
  /// The freezes that were given or requested.
  package var freezes: [ProgrammeRow<FreezeEntry>] = []
  /// The pauses, during which no streak breaks.
  package var pauses: [ProgrammeRow<PauseEntry>] = []
  /// The expected contents of the books, in the order of the file.
  package var expected: [ExpectedBooks] = []
}

/// Figures of days that a case hands in.
package struct GivenHandIn: Hashable, Sendable {
  /// The instant at which the hand-in became known.
  package var known: StatedInstant
  /// The instant at which the hand-in was exported; `nil` means the instant at which it became
  /// known.
  package var exported: Instant?
  /// Whether the instant of export is stated, so that the data is complete up to then.
  package var isComplete: Bool
  /// The days with figures, and the zone in which they begin.
  package var challenge: Challenge
  /// The figures of the days.
  package var aggregates: SubjectAggregates
}

/// A version of a verdict in a case.
package struct GivenVerdict: Hashable, Sendable {
  package var challenge: ChallengeOccurrence
  /// The first day of the challenge's period.
  package var from: CivilDay
  /// The last day of the challenge's period.
  package var to: CivilDay
  package var outcome: Outcome
  /// Whether the verdict is final.
  package var isFinal: Bool
  /// The subject's rank, if it has one.
  package var rank: Int?
  /// The number of days of 24 hours from complete evidence to the deadline.
  package var daysEarly: Int?
  /// The instant at which the verdict became known.
  package var known: StatedInstant
}

/// The expected contents of the books at an instant.
///
/// Anything that a case does not write is not checked.
package struct ExpectedBooks: Hashable, Sendable {
  /// The place of the expectation in the file.
  package var place: InputLocation
  /// The instant that the books are for.
  package var asOf: StatedInstant
  /// The figures of the books, such as `points.balance`.
  package var figures: [ExpectedFigure] = []
  /// Every line since the previous instant, each with the members that are checked; `nil` means
  /// that lines are not checked.
  package var lines: [ExpectedLine]?
  /// The whole ledger; `nil` means that it is not checked.
  package var ledger: ExpectedLedger?
}

/// A ledger that must be matched byte for byte.
package struct ExpectedLedger: Hashable, Sendable {
  /// The place in the file of cases that names the ledger.
  package var place: InputLocation
  /// The lines of the ledger's file.
  package var lines: [String]
}

/// One expected figure of the books.
package struct ExpectedFigure: Hashable, Sendable {
  /// The place of the figure in the file.
  package var place: InputLocation
  /// The keys that lead to the figure in the books: `streaks`, `learning`, `current`.
  package var path: [String]
  /// The figure, as a person writes it.
  package var text: String
}

/// One expected line of a ledger.
package struct ExpectedLine: Hashable, Sendable {
  /// The place of the line in the file.
  package var place: InputLocation
  /// The members of the line that are checked, in the order of the table.
  package var members: [Member]

  /// One expected member of a line.
  package struct Member: Hashable, Sendable {
    /// The member's name in `ledger.jsonl`.
    package var name: String
    /// The expected value, as a person writes it.
    package var text: String
  }
}
