import DaymarkDocuments
package import DaymarkModel

/// An entry of the book about a programme: what a run of it found that no earlier one had.
///
/// Entries stand under the challenge whose days count, so that who is forgotten there is forgotten here.
package struct RewardEntry: Hashable, Sendable {
  /// What an entry tells.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A run over the programme was made.
    case run
    /// A version of the programme.
    case version
    /// A row of the operator's tables is there, or is gone.
    case row
    /// Figures of a subject's days.
    case figures
    /// A verdict on a subject.
    case verdict
    /// A subject's ledger went on.
    case ledger
  }

  /// The programme's name, without its version.
  package var programme: String
  /// What it tells.
  package var kind: Kind
  /// The subject; `nil` of what is about all.
  package var subject: String?
  /// The instant at which it became known; of a run, its `asOf`.
  package var knownAt: Instant
  package var version: ProgrammeTexts?
  package var row: RewardRow?
  package var figures: RecordedFigures?
  package var verdict: RecordedVerdict?
  package var ledger: ToldLedger?

  /// Makes an entry that tells nothing yet.
  package init(_ kind: Kind, of programme: String, subject: String? = nil, at knownAt: Instant) {
    (self.kind, self.programme, self.subject) = (kind, programme, subject)
    self.knownAt = knownAt
  }
}

/// A row of one of the operator's tables, or another statement about a subject.
package struct RewardRow: Hashable, Sendable {
  /// The tables.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case redemptions, freezes, pauses
    /// No table: since when a subject counts, as the pipeline of the days says.
    case joined
  }

  /// The table.
  package var table: Table
  /// The date; of a pause, its first.
  package var day: CivilDay
  /// The last date of a pause.
  package var to: CivilDay?
  /// The id of a redemption.
  package var id: String?
  /// The points of a redemption.
  package var points: Int?
  /// What a redemption is for.
  package var what: String?
  /// The streak of a freeze.
  package var streak: String?
  /// How a freeze comes about.
  package var origin: FreezeRow.Origin?
  /// The row as written.
  package var text: String
  /// Whether the row is no longer there.
  package var isGone = false

  /// Makes a row that is there.
  package init(table: Table, day: CivilDay, text: String) {
    (self.table, self.day, self.text) = (table, day, text)
  }
}

/// How far a subject's ledger was told.
package struct ToldLedger: Hashable, Sendable {
  /// How many lines it had.
  package var lines: Int
  /// The digest of their bytes.
  package var digest: Digest

  /// Makes the state of a ledger.
  package init(lines: Int, digest: Digest) { (self.lines, self.digest) = (lines, digest) }
}

/// What is known of days of a subject that was not known before, worked out from all inputs of that time.
package struct RecordedFigures: Hashable, Sendable {
  /// The zone that decides days.
  package var zone: Zone
  /// The digest of program, zone data and settings.
  package var settings: Digest
  /// Since when they have been these.
  package var basis: Instant
  /// The inputs, ascending.
  package var inputs: [Digest] = []
  /// The newest of the inputs that no earlier entry has.
  package var newest: Digest
  /// The end of the data.
  package var dataEnd: Instant
  /// Up to when the data is complete; `nil` where nobody says.
  package var complete: Instant?
  /// The days with other figures than before, ascending.
  package var days: [RecordedDay] = []

  /// Makes figures of no day.
  package init(zone: Zone, settings: Digest, basis: Instant, newest: Digest, dataEnd: Instant) {
    (self.zone, self.settings, self.basis) = (zone, settings, basis)
    (self.newest, self.dataEnd) = (newest, dataEnd)
  }
}

/// The figures of one day.
package struct RecordedDay: Hashable, Sendable {
  /// The date.
  package var day: CivilDay
  /// The time that it lasts.
  package var stretch: Interval
  /// What is known of each value, by the value's text.
  package var figures: [String: RewardFigure] = [:]

  /// Makes a day of which nothing is known.
  package init(_ day: CivilDay, _ stretch: Interval) { (self.day, self.stretch) = (day, stretch) }
}

/// A verdict as a run of a programme found it.
package struct RecordedVerdict: Hashable, Sendable {
  /// The challenge.
  package var challenge: String
  /// Of one that comes again, the occurrence by its first day or its month.
  package var occurrence: String?
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
  /// The time from complete evidence to the deadline.
  ///
  /// - Units: milliseconds.
  package var lead: Int?
  /// The digest of its `verdict.json`.
  package var digest: Digest

  /// Makes a verdict without a rank.
  package init(
    _ name: ChallengeOccurrence, from: CivilDay, to: CivilDay, outcome: Outcome, isFinal: Bool,
    digest: Digest
  ) {
    (challenge, occurrence) = (name.challenge, name.occurrence)
    (self.from, self.to) = (from, to)
    (self.outcome, self.isFinal, self.digest) = (outcome, isFinal, digest)
  }
}

extension RecordedVerdict {
  /// The challenge, or the occurrence of one that comes again.
  package var name: ChallengeOccurrence {
    ChallengeOccurrence(challenge, occurrence: occurrence)
  }
}

extension Members<RewardEntry> {
  static let entry = Members(
    RewardEntry(.run, of: "", at: Instant(milliseconds: 0)),
    [
      .needed("programme", \.programme, .text), .needed("kind", \.kind, .word),
      .optional("subject", \.subject, .text), .needed("knownAt", \.knownAt, .instant),
      .optional("version", \.version, Members<ProgrammeTexts>.texts.kind),
      .optional("row", \.row, Members<RewardRow>.row.kind),
      .optional("figures", \.figures, Members<RecordedFigures>.figures.kind),
      .optional("verdict", \.verdict, Members<RecordedVerdict>.recorded.kind),
      .optional("ledger", \.ledger, Members<ToldLedger>.told.kind),
    ])
}

extension Members<ProgrammeTexts> {
  fileprivate static let texts = Members(
    ProgrammeTexts(programme: "", badges: ""),
    [.needed("programme", \.programme, .text), .needed("badges", \.badges, .text)])
}

extension Members<RewardRow> {
  fileprivate static let row = Members(
    RewardRow(table: .pauses, day: CivilDay(ordinal: 0), text: ""),
    [
      .needed("table", \.table, .word), .needed("day", \.day, .day), .optional("to", \.to, .day),
      .optional("id", \.id, .text), .optional("points", \.points, .count),
      .optional("what", \.what, .text), .optional("streak", \.streak, .text),
      .optional("origin", \.origin, .word), .needed("text", \.text, .text),
      .unlessEmpty("isGone", \.isGone, .flag),
    ])
}

extension Members<ToldLedger> {
  fileprivate static let told = Members(
    ToldLedger(lines: 0, digest: .ofNothing),
    [.needed("lines", \.lines, .count), .needed("sha256", \.digest, .digest)])
}

extension Members<RecordedFigures> {
  fileprivate static let figures = Members(
    RecordedFigures(
      zone: .utc, settings: .ofNothing, basis: Instant(milliseconds: 0), newest: .ofNothing,
      dataEnd: Instant(milliseconds: 0)),
    [
      .needed("zone", \.zone, .zone), .needed("settings", \.settings, .digest),
      .needed("basis", \.basis, .instant), .needed("inputs", \.inputs, .list(.digest)),
      .needed("newest", \.newest, .digest), .needed("dataEnd", \.dataEnd, .instant),
      .optional("complete", \.complete, .instant),
      .needed("days", \.days, .list(Members<RecordedDay>.day.kind)),
    ])
}

extension Members<RecordedDay> {
  fileprivate static let day = Members(
    RecordedDay(CivilDay(ordinal: 0), Interval(Instant(milliseconds: 0), Instant(milliseconds: 0))),
    [
      .needed("day", \.day, .day), .needed("start", \.stretch.start, .instant),
      .needed("end", \.stretch.end, .instant),
      .needed("figures", \.figures, .map({ $0 }, { $0 }, Members<RewardFigure>.figure.kind)),
    ])
}

extension Members<RewardFigure> {
  fileprivate static let figure = Members(
    RewardFigure(0),
    [.needed("least", \.least, .whole(0 ... .max)), .optional("most", \.most, .whole(0 ... .max))])
}

extension Members<RecordedVerdict> {
  fileprivate static let recorded = Members(
    RecordedVerdict(
      ChallengeOccurrence(""), from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0),
      outcome: .undetermined,
      isFinal: false, digest: .ofNothing),
    [
      .needed("challenge", \.challenge, .text), .optional("occurrence", \.occurrence, .text),
      .needed("from", \.from, .day),
      .needed("to", \.to, .day), .needed("outcome", \.outcome, .outcome),
      .needed("isFinal", \.isFinal, .flag), .optional("rank", \.rank, .countFromOne),
      .optional("lead", \.lead, .whole(-1 << 62...1 << 62)), .needed("digest", \.digest, .digest),
    ])
}

extension Book {
  /// The entries about programmes over a challenge's days, oldest first.
  package func rewardEntries(of challenge: String) throws -> [RewardEntry] {
    try entries([.reward], Members<RewardEntry>.entry.kind, of: challenge).map(\.value)
  }

  /// Adds entries about a programme, all or none.
  package func append(_ entries: [RewardEntry], of challenge: String) throws {
    try append(
      .reward, entries.map { ($0.subject, $0) }, Members<RewardEntry>.entry.kind, of: challenge)
  }
}
