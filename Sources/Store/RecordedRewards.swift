import DaymarkDocuments
package import DaymarkModel

/// An entry of the book about a programme: something that a run of the programme found and that was
/// not known before.
///
/// Entries belong to the challenge whose days count, so that forgetting a subject there erases
/// them.
package struct RewardEntry: Hashable, Sendable {
  /// The subject matter of an entry.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The programme was run.
    case run
    /// There is a new version of the programme.
    case version
    /// A row of the operator's tables was added or removed.
    case row
    /// Figures of a subject's days have changed.
    case figures
    /// There is a new verdict on a subject.
    case verdict
    /// A subject's ledger has grown.
    case ledger
  }

  /// The programme's name, without its version.
  package var programme: String
  /// The subject matter of the entry.
  package var kind: Kind
  /// The subject; `nil` for an entry about the whole programme.
  package var subject: String?
  /// The instant at which the change became known; for a change that a run found, the `asOf` of the
  /// run.
  package var knownAt: Instant
  package var version: ProgrammeTexts?
  package var row: RewardRow?
  package var figures: RecordedFigures?
  package var verdict: RecordedVerdict?
  package var ledger: RecordedLedger?

  /// Makes an entry that is not filled in yet.
  package init(_ kind: Kind, of programme: String, subject: String? = nil, at knownAt: Instant) {
    (self.kind, self.programme, self.subject) = (kind, programme, subject)
    self.knownAt = knownAt
  }
}

/// A row of one of the operator's tables, or another statement about a subject.
package struct RewardRow: Hashable, Sendable {
  /// The tables of the operator that rows are from.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case redemptions, freezes, pauses
    /// No table, but a subject's first day in the programme, which the pipeline that gives the days
    /// states.
    case joined
  }

  package var table: Table
  /// The date of the row; of a pause its first day.
  package var day: CivilDay
  /// The last day of a pause.
  package var to: CivilDay?
  /// The id of a redemption.
  package var id: String?
  /// The points of a redemption.
  package var points: Int?
  /// The thing that a redemption is for.
  package var what: String?
  /// The streak of a freeze.
  package var streak: String?
  /// Whether a freeze is given or bought.
  package var origin: FreezeRow.Origin?
  /// The text of the row.
  package var text: String
  /// Whether the row was removed.
  package var isGone = false

  package init(table: Table, day: CivilDay, text: String) {
    (self.table, self.day, self.text) = (table, day, text)
  }
}

/// The recorded length of a subject's ledger, by which a change of earlier lines is noticed.
package struct RecordedLedger: Hashable, Sendable {
  /// The number of lines.
  package var lines: Int
  /// The digest of the lines' bytes.
  package var digest: Digest

  package init(lines: Int, digest: Digest) { (self.lines, self.digest) = (lines, digest) }
}

/// New figures of a subject's days, computed from all inputs of that time.
package struct RecordedFigures: Hashable, Sendable {
  /// The zone that decides days.
  package var zone: Zone
  /// The digest of program, zone data and settings.
  package var settings: Digest
  /// The instant since which program, zone data and settings have been the same.
  package var basis: Instant
  /// The digests of the inputs, ascending.
  package var inputs: [Digest] = []
  /// The digest of the newest input that no earlier entry has.
  package var newest: Digest
  /// The instant at which the data ends.
  package var dataEnd: Instant
  /// The instant up to which the data is complete; `nil` where it is not known.
  package var complete: Instant?
  /// The days with changed figures, ascending.
  package var days: [RecordedDay] = []

  /// Makes an entry without days.
  package init(zone: Zone, settings: Digest, basis: Instant, newest: Digest, dataEnd: Instant) {
    (self.zone, self.settings, self.basis) = (zone, settings, basis)
    (self.newest, self.dataEnd) = (newest, dataEnd)
  }
}

/// The figures of one day.
package struct RecordedDay: Hashable, Sendable {
  /// The date.
  package var day: CivilDay
  /// The interval of the day.
  package var stretch: Interval
  /// The possible range of each value, by ``DayValue/definitionText``.
  package var figures: [String: RewardFigure] = [:]

  package init(_ day: CivilDay, _ stretch: Interval) { (self.day, self.stretch) = (day, stretch) }
}

/// A verdict that a run of a programme found.
package struct RecordedVerdict: Hashable, Sendable {
  package var challenge: String
  /// The occurrence's first day or month; `nil` for a challenge that takes place once.
  package var occurrence: String?
  /// The first day of the challenge's period.
  package var from: CivilDay
  /// The last day of the challenge's period.
  package var to: CivilDay
  package var outcome: Outcome
  /// Whether the verdict is final.
  package var isFinal: Bool
  /// The subject's rank, if it has one.
  package var rank: Int?
  /// The time from complete evidence to the deadline.
  ///
  /// - Units: milliseconds.
  package var lead: Int?
  /// The digest of the verdict's `verdict.json`.
  package var digest: Digest

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
  /// The challenge or, if it recurs, the occurrence.
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
      .optional("ledger", \.ledger, Members<RecordedLedger>.told.kind),
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

extension Members<RecordedLedger> {
  fileprivate static let told = Members(
    RecordedLedger(lines: 0, digest: .ofNothing),
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
  /// The entries about programmes that count a challenge's days, oldest first.
  package func rewardEntries(of challenge: String) throws -> [RewardEntry] {
    try entries([.reward], Members<RewardEntry>.entry.kind, of: challenge).map(\.value)
  }

  /// Adds entries about a programme, all of them or none.
  package func append(_ entries: [RewardEntry], of challenge: String) throws {
    try append(
      .reward, entries.map { ($0.subject, $0) }, Members<RewardEntry>.entry.kind, of: challenge)
  }
}
