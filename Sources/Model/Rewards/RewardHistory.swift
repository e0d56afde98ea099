/// Everything that became known of one subject of a programme, and when.
///
/// Books are a pure function of it: no order of its lists matters. See Rewards, "Time".
package struct RewardHistory: Hashable, Sendable {
  /// The subject's id.
  package var subject: String
  /// The versions of the programme.
  package var programmes: [ProgrammeVersion] = []
  /// The zones in which the subject's days begin; UTC where there is none.
  package var zones: [Known<Zone>] = []
  /// The days from which the subject counts.
  package var joined: [Known<CivilDay>] = []
  /// The times in which nothing breaks.
  package var pauses: [Pause] = []
  /// The versions of days' figures.
  package var days: [DayVersion] = []
  /// Believed instants up to which the data is complete; none counts beyond its `knownAt`.
  package var complete: [Known<Instant>] = []
  /// The versions of verdicts.
  package var verdicts: [KnownVerdict] = []
  /// The freezes that were given or asked for.
  package var freezes: [FreezeRow] = []
  /// The redemptions that were asked for.
  package var redemptions: [Redemption] = []

  /// Makes a history in which nothing is known.
  package init(subject: String) { self.subject = subject }
}

/// A statement and the instant at which it became known.
package struct Known<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What is said.
  package var value: Value
  /// When it became known.
  package var knownAt: Instant

  /// Makes a statement.
  package init(_ value: Value, at knownAt: Instant) {
    (self.value, self.knownAt) = (value, knownAt)
  }
}

/// A version of a programme.
package struct ProgrammeVersion: Hashable, Sendable {
  /// The programme.
  package var programme: Programme
  /// The digest of its files.
  package var digest: Digest
  /// When it became known.
  package var knownAt: Instant

  /// Makes a version.
  package init(_ programme: Programme, digest: Digest, at knownAt: Instant) {
    (self.programme, self.digest, self.knownAt) = (programme, digest, knownAt)
  }
}

/// Days in which a streak neither counts nor breaks.
package struct Pause: Hashable, Sendable {
  /// The first day.
  package var from: CivilDay
  /// The last day.
  package var to: CivilDay
  /// When the row became known.
  package var knownAt: Instant
  /// When it became known that the row is gone, or is another now.
  package var goneAt: Instant?

  /// Makes a pause.
  package init(from: CivilDay, to: CivilDay, at knownAt: Instant, goneAt: Instant? = nil) {
    (self.from, self.to, self.knownAt, self.goneAt) = (from, to, knownAt, goneAt)
  }
}

/// The figures of one day as a run worked them out, for one stretch of time.
package struct DayVersion: Hashable, Sendable {
  /// The date.
  package var day: CivilDay
  /// The time that the figures are of; days that are cut elsewhere do not have them.
  package var stretch: Interval
  /// What is known of each value; ``RewardFigure/unknown`` of the others.
  package var figures: [DayValue: RewardFigure]
  /// Since when program, zone data and settings have been those that it was worked out with.
  package var basis: Instant
  /// The believed ExportDate of the newest input, or its last sample where there is none.
  package var exportedAt: Instant
  /// The last sample of the newest input.
  package var lastSample: Instant
  /// The digest of the newest input.
  package var input: Digest
  /// When a run first worked it out so.
  package var knownAt: Instant

  /// Makes a version; the last sample is that of the export where it is not said.
  package init(
    _ day: CivilDay, _ stretch: Interval, _ figures: [DayValue: RewardFigure],
    basis: Instant = Instant(milliseconds: 0), exportedAt: Instant, lastSample: Instant? = nil,
    input: Digest, at knownAt: Instant
  ) {
    (self.day, self.stretch, self.figures) = (day, stretch, figures)
    (self.basis, self.exportedAt, self.input) = (basis, exportedAt, input)
    (self.lastSample, self.knownAt) = (lastSample ?? exportedAt, knownAt)
  }

  /// Whether this version goes before another of the same stretch.
  ///
  /// That of the later export does, not the one that became known later; see Semantics,
  /// "Several exports". What was worked out with newer settings goes before both: an input that was set aside must not
  /// stay.
  package func isNewer(than other: DayVersion) -> Bool {
    (basis, exportedAt, lastSample, input, knownAt)
      > (other.basis, other.exportedAt, other.lastSample, other.input, other.knownAt)
  }
}

/// A version of a verdict on the subject.
package struct KnownVerdict: Hashable, Sendable {
  /// The challenge and, of one that comes again, the occurrence.
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
  /// The time from complete evidence to the deadline; `nil` where either is not known.
  ///
  /// - Units: milliseconds.
  package var lead: Int64?
  /// The digest of its `verdict.json`.
  package var digest: Digest
  /// When it became known: the latest of its inputs and of the closing.
  package var knownAt: Instant

  /// Makes a version.
  package init(
    _ challenge: ChallengeOccurrence, from: CivilDay, to: CivilDay, _ outcome: Outcome,
    isFinal: Bool, rank: Int? = nil, lead: Int64? = nil, digest: Digest, at knownAt: Instant
  ) {
    (self.challenge, self.from, self.to) = (challenge, from, to)
    (self.outcome, self.isFinal, self.rank, self.lead) = (outcome, isFinal, rank, lead)
    (self.digest, self.knownAt) = (digest, knownAt)
  }

  /// Whether it is the newer of two.
  package func isNewer(than other: KnownVerdict) -> Bool {
    (knownAt, digest) > (other.knownAt, other.digest)
  }
}

/// A row of `freezes.csv`.
package struct FreezeRow: Hashable, Sendable {
  /// How a freeze comes from outside the streak.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case given, bought
  }

  /// The streak's name.
  package var streak: String
  /// The first day that it may cover.
  package var day: CivilDay
  /// Whether it is given or to be paid for.
  package var origin: Origin
  /// The row as written, which decides the order of rows of one day.
  package var row: String
  /// When it became known.
  package var knownAt: Instant

  /// Makes a row.
  package init(streak: String, day: CivilDay, _ origin: Origin, row: String, at knownAt: Instant) {
    (self.streak, self.day, self.origin) = (streak, day, origin)
    (self.row, self.knownAt) = (row, knownAt)
  }
}

/// A row of `redemptions.csv`.
package struct Redemption: Hashable, Sendable {
  /// The id; of several rows with one id the first known is judged.
  package var id: String
  /// The date.
  package var day: CivilDay
  /// The points asked for, positive.
  package var points: Int
  /// What they are for.
  package var what: String
  /// The row as written, which decides the order of rows of one day.
  package var row: String
  /// When it became known.
  package var knownAt: Instant

  /// Makes a row.
  package init(
    id: String, day: CivilDay, points: Int, what: String, row: String, at knownAt: Instant
  ) {
    (self.id, self.day, self.points, self.what) = (id, day, points, what)
    (self.row, self.knownAt) = (row, knownAt)
  }
}
