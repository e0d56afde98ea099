/// Everything that became known of one subject of a programme, and when.
///
/// The books follow from the history alone, whatever the order of its lists. See Rewards, "Time".
package struct RewardHistory: Hashable, Sendable {
  /// The subject's id.
  package var subject: String
  package var programmes: [ProgrammeVersion] = []
  /// The zones in which the subject's days begin, each with the instant at which it became known.
  ///
  /// Days begin in UTC where no zone is known.
  package var zones: [Known<Zone>] = []
  /// The days from which the subject takes part, by when they became known.
  package var joined: [Known<CivilDay>] = []
  /// The pauses, during which no streak breaks.
  package var pauses: [Pause] = []
  /// The figures of days, in every version that became known.
  package var days: [DayVersion] = []
  /// The instants up to which the data was complete; one after its own `knownAt` does not count.
  package var complete: [Known<Instant>] = []
  /// The verdicts, in every version that became known.
  package var verdicts: [KnownVerdict] = []
  /// The freezes that were given or requested.
  package var freezes: [FreezeRow] = []
  /// The redemptions that were requested.
  package var redemptions: [Redemption] = []

  package init(subject: String) { self.subject = subject }
}

/// A value and the instant at which it became known.
package struct Known<Value: Hashable & Sendable>: Hashable, Sendable {
  package var value: Value
  /// The instant at which the value became known.
  package var knownAt: Instant

  package init(_ value: Value, at knownAt: Instant) {
    (self.value, self.knownAt) = (value, knownAt)
  }
}

/// A version of a programme.
package struct ProgrammeVersion: Hashable, Sendable {
  package var programme: Programme
  /// The digest of the programme's files.
  package var digest: Digest
  /// The instant at which the version became known.
  package var knownAt: Instant

  package init(_ programme: Programme, digest: Digest, at knownAt: Instant) {
    (self.programme, self.digest, self.knownAt) = (programme, digest, knownAt)
  }
}

/// A span of days on which a streak neither counts nor breaks.
package struct Pause: Hashable, Sendable {
  /// The first day.
  package var from: CivilDay
  /// The last day.
  package var to: CivilDay
  /// The instant at which the pause became known.
  package var knownAt: Instant
  /// The instant at which it became known that the pause was removed or changed.
  package var goneAt: Instant?

  package init(from: CivilDay, to: CivilDay, at knownAt: Instant, goneAt: Instant? = nil) {
    (self.from, self.to, self.knownAt, self.goneAt) = (from, to, knownAt, goneAt)
  }
}

/// The figures of one day as a run computed them, for the stretch of time that the day was then.
package struct DayVersion: Hashable, Sendable {
  /// The date.
  package var day: CivilDay
  /// The stretch of time that the figures cover; in a zone with another stretch for the day they do
  /// not apply.
  package var stretch: Interval
  /// The possible range of each value.
  ///
  /// A value that is absent is ``RewardFigure/unknown``.
  package var figures: [DayValue: RewardFigure]
  /// The instant since which the program, the zone data and the settings have been those of the
  /// computation.
  package var basis: Instant
  /// The plausible export date of the newest input, or its last sample if it has none.
  package var exportedAt: Instant
  /// The instant of the newest input's last sample.
  package var lastSample: Instant
  /// The digest of the newest input.
  package var input: Digest
  /// The instant at which a run first computed these figures.
  package var knownAt: Instant

  /// Makes a version; `lastSample` is `exportedAt` if not given.
  package init(
    _ day: CivilDay, _ stretch: Interval, _ figures: [DayValue: RewardFigure],
    basis: Instant = Instant(milliseconds: 0), exportedAt: Instant, lastSample: Instant? = nil,
    input: Digest, at knownAt: Instant
  ) {
    (self.day, self.stretch, self.figures) = (day, stretch, figures)
    (self.basis, self.exportedAt, self.input) = (basis, exportedAt, input)
    (self.lastSample, self.knownAt) = (lastSample ?? exportedAt, knownAt)
  }

  /// Whether this version replaces another one of the same stretch.
  ///
  /// The version from the later export does, even if the other became known later; see Semantics,
  /// "Several exports". A version computed with newer settings replaces both, so that an input that
  /// was set aside does not stay.
  package func isNewer(than other: DayVersion) -> Bool {
    (basis, exportedAt, lastSample, input, knownAt)
      > (other.basis, other.exportedAt, other.lastSample, other.input, other.knownAt)
  }
}

/// A verdict on the subject, in one version.
package struct KnownVerdict: Hashable, Sendable {
  /// The challenge and, if it recurs, the occurrence.
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
  /// The time from complete evidence to the deadline; `nil` where either is not known.
  ///
  /// - Units: milliseconds.
  package var lead: Int64?
  /// The digest of the verdict's `verdict.json`.
  package var digest: Digest
  /// The instant at which the verdict became known: the latest of when its inputs came and of the
  /// closing.
  package var knownAt: Instant

  package init(
    _ challenge: ChallengeOccurrence, from: CivilDay, to: CivilDay, _ outcome: Outcome,
    isFinal: Bool, rank: Int? = nil, lead: Int64? = nil, digest: Digest, at knownAt: Instant
  ) {
    (self.challenge, self.from, self.to) = (challenge, from, to)
    (self.outcome, self.isFinal, self.rank, self.lead) = (outcome, isFinal, rank, lead)
    (self.digest, self.knownAt) = (digest, knownAt)
  }

  /// Whether this version is newer than another.
  package func isNewer(than other: KnownVerdict) -> Bool {
    (knownAt, digest) > (other.knownAt, other.digest)
  }
}

/// A row of `freezes.csv`, which gives or sells a freeze to a subject.
package struct FreezeRow: Hashable, Sendable {
  /// The source of a freeze that the streak did not earn.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case given, bought
  }

  /// The streak's name.
  package var streak: String
  /// The first day that the freeze may cover.
  package var day: CivilDay
  /// Whether the freeze is given or bought.
  package var origin: Origin
  /// The text of the row, by which rows of one day are ordered.
  package var row: String
  /// The instant at which the row became known.
  package var knownAt: Instant

  package init(streak: String, day: CivilDay, _ origin: Origin, row: String, at knownAt: Instant) {
    (self.streak, self.day, self.origin) = (streak, day, origin)
    (self.row, self.knownAt) = (row, knownAt)
  }
}

/// A row of `redemptions.csv`, which asks for points to be redeemed.
package struct Redemption: Hashable, Sendable {
  /// The id.
  ///
  /// Of several rows with the same id, the one that became known first is judged.
  package var id: String
  package var day: CivilDay
  /// The points to redeem; positive.
  package var points: Int
  /// The thing that the points are redeemed for.
  package var what: String
  /// The text of the row, by which rows of one day are ordered.
  package var row: String
  /// The instant at which the row became known.
  package var knownAt: Instant

  package init(
    id: String, day: CivilDay, points: Int, what: String, row: String, at knownAt: Instant
  ) {
    (self.id, self.day, self.points, self.what) = (id, day, points, what)
    (self.row, self.knownAt) = (row, knownAt)
  }
}
