import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore

extension RecordedDay {
  /// The interval of a date, which depends on the time zone.
  struct Stretch: Hashable {
    var day: CivilDay
    var interval: Interval
  }

  var place: Stretch { Stretch(day: day, interval: stretch) }
}

extension RecordedDay {
  /// Returns the intervals that the date may have where the zone changes: it begins in one zone and
  /// ends in another.
  ///
  /// No figures are computed for these intervals, so the date's own figures are used, and a
  /// traveller lacks no day.
  fileprivate func joining(_ calendars: [DayCalendar]) -> [Interval] {
    guard calendars.count > 1 else { return [] }
    return calendars.flatMap { first in
      calendars.compactMap { last in
        let (start, end) = (first.start(of: day), last.start(of: day.advanced(by: 1)))
        return first.zone == last.zone || start >= end ? nil : Interval(start, end)
      }
    }
  }
}

extension RewardRow {
  /// Returns the rows of all tables of a programme, each with its subject and the stated instant at
  /// which it became known.
  static func all(
    of configuration: ProgrammeConfiguration
  ) -> [(subject: String?, row: RewardRow, known: StatedInstant?)] {
    configuration.redemptions.map { row in
      var kept = RewardRow(table: .redemptions, day: row.entry.day, text: row.text)
      (kept.id, kept.points, kept.what) = (row.entry.id, row.entry.points, row.entry.what)
      return (row.subject, kept, row.known)
    }
      + configuration.freezes.map { row in
        var kept = RewardRow(table: .freezes, day: row.entry.day, text: row.text)
        (kept.streak, kept.origin) = (row.entry.streak, row.entry.origin)
        return (row.subject, kept, row.known)
      }
      + configuration.pauses.map { row in
        var kept = RewardRow(table: .pauses, day: row.entry.from, text: row.text)
        kept.to = row.entry.to
        return (row.subject, kept, row.known)
      }
      + configuration.joined.map { subject, day in
        (subject, RewardRow(table: .joined, day: day, text: "\(day)"), nil)
      }
  }
}

/// Builds the histories of a programme's subjects from the entries of the book.
struct RewardHistories {
  private let entries: [String?: [RewardEntry]]
  private let versions: [ProgrammeVersion]
  private let valuesByText: [String: DayValue]

  /// Reads the versions of the programme that the book knows.
  ///
  /// - Parameters:
  ///   - entries: The programme's entries by subject, oldest first.
  ///   - configuration: The present programme, whose folder is used to read older versions.
  /// - Throws: ``ConfigurationError`` for an older version that can no longer be read.
  init(_ entries: [String?: [RewardEntry]], _ configuration: ProgrammeConfiguration) throws {
    self.entries = entries
    versions = try (entries[nil] ?? []).compactMap { entry in
      guard let version = entry.version else { return nil }
      let programme =
        version == configuration.texts
        ? configuration.programme : try configuration.programme(of: version)
      return ProgrammeVersion(programme, digest: version.digest, at: entry.knownAt)
    }
    valuesByText = versions.flatMap(\.programme.values).reduce(into: [:]) {
      $0[$1.definitionText] = $1
    }
  }

  /// The day values that any version of the programme uses.
  var values: Set<DayValue> { Set(valuesByText.values) }

  func history(of subject: String) -> RewardHistory {
    var history = RewardHistory(subject: subject)
    history.programmes = versions
    var freezes = FreezeRows()
    for entry in (entries[nil] ?? []) + (entries[subject] ?? []) {
      if let figures = entry.figures { add(figures, at: entry.knownAt, to: &history) }
      if let verdict = entry.verdict {
        history.verdicts.append(
          KnownVerdict(
            verdict.name, from: verdict.from, to: verdict.to,
            verdict.outcome, isFinal: verdict.isFinal, rank: verdict.rank,
            lead: verdict.lead.map(Int64.init), digest: verdict.digest, at: entry.knownAt))
      }
      if let row = entry.row, let freeze = FreezeRow(row, at: entry.knownAt) {
        freezes.take(freeze, isGone: row.isGone)
      } else if let row = entry.row {
        add(row, at: entry.knownAt, to: &history)
      }
    }
    history.freezes = freezes.asked
    return history
  }

  private func add(_ figures: RecordedFigures, at knownAt: Instant, to history: inout RewardHistory)
  {
    if history.zones.last?.value != figures.zone {
      history.zones.append(Known(figures.zone, at: knownAt))
    }
    let calendars = Set(history.zones.map(\.value)).map(DayCalendar.init)
    if let complete = figures.complete { history.complete.append(Known(complete, at: knownAt)) }
    for day in figures.days {
      let known = day.figures.reduce(into: [DayValue: RewardFigure]()) { known, figure in
        if let value = valuesByText[figure.key] { known[value] = figure.value }
      }
      for stretch in [day.stretch] + day.joining(calendars) {
        // Each version was computed from all inputs of its time, so a later version replaces an
        // earlier one.
        history.days.append(
          DayVersion(
            day.day, stretch, known, basis: figures.basis, exportedAt: figures.dataEnd,
            lastSample: knownAt, input: figures.newest, at: knownAt))
      }
    }
  }

  private func add(_ row: RewardRow, at knownAt: Instant, to history: inout RewardHistory) {
    switch row.table {
    case .pauses:
      guard let to = row.to else { return }
      if row.isGone {
        let place = history.pauses.firstIndex {
          $0.from == row.day && $0.to == to && $0.goneAt == nil
        }
        if let place { history.pauses[place].goneAt = knownAt }
      } else {
        history.pauses.append(Pause(from: row.day, to: to, at: knownAt))
      }
    case .redemptions:
      // A redemption that was judged stays, whatever happens to its row. A row that is removed
      // before it became known was never judged.
      if row.isGone { history.redemptions.removeAll { $0.row == row.text && $0.knownAt > knownAt } }
      guard !row.isGone, let id = row.id, let points = row.points else { return }
      history.redemptions.append(
        Redemption(
          id: id, day: row.day, points: points, what: row.what ?? "", row: row.text, at: knownAt))
    case .joined:
      // A subject whose joining date was removed counts from the beginning again.
      let day = row.isGone ? CivilDay(ordinal: 0) : row.day
      history.joined.append(Known(day, at: knownAt))
    case .freezes: break
    }
  }
}

extension FreezeRow {
  /// Reads the freeze that a row asks for; `nil` for a row of another table.
  fileprivate init?(_ row: RewardRow, at knownAt: Instant) {
    guard row.table == .freezes, let streak = row.streak, let origin = row.origin else {
      return nil
    }
    self.init(streak: streak, day: row.day, origin, row: row.text, at: knownAt)
  }
}

/// The freezes that one subject's rows ask for.
///
/// Each is asked for once, even if its row is rewritten.
private struct FreezeRows {
  private struct Key: Hashable {
    var streak: String
    var day: CivilDay
    var origin: FreezeRow.Origin

    init(_ row: FreezeRow) { (streak, day, origin) = (row.streak, row.day, row.origin) }
  }

  private(set) var asked: [FreezeRow] = []
  /// The number of present rows per freeze.
  private var present: [Key: Int] = [:]

  /// Updates the freezes with a row that was added or removed.
  mutating func take(_ row: FreezeRow, isGone: Bool) {
    let key = Key(row)
    present[key, default: 0] += isGone ? -1 : 1
    if isGone {
      // A row that is removed before it became known was never asked for.
      asked.removeAll { $0.row == row.row && $0.knownAt > row.knownAt }
    } else if present[key, default: 0] > asked.count(where: { Key($0) == key }) {
      asked.append(row)
    }
  }
}
