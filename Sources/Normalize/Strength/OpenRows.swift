import DaymarkModel

/// The rows of all workout logs that could not be understood, and what they leave open; see
/// Semantics, "What is not read".
///
/// A row leaves nothing open if another input has its session, and could read it whole: there it
/// was corrected. One without a date leaves nothing open if another log of the app has no such row,
/// and no fewer sets than this one has rows that are or may be sets.
struct OpenRows {
  /// The session of a row.
  ///
  /// Only the same source can have it again.
  private struct RowSession: Hashable {
    var key: LoggedSessions.Key
    var source: UInt16
  }

  private let calendar: DayCalendar
  /// The sessions of rows that could not be understood, by part.
  private var unread: [Int: Set<RowSession>] = [:]
  /// The parts that have a set of such a session.
  private var understood: [RowSession: Set<Int>] = [:]
  /// The last day of the rows in workout logs; `nil` where there is none.
  private(set) var lastDay: CivilDay?
  /// The last day of the rows in tables of attempts; `nil` where there is none.
  private(set) var lastDayOfAttempts: CivilDay?
  /// The earliest start of a row that lies in the future; `nil` where there is none.
  private(set) var firstTooLate: Instant?

  /// Collects the rows with a readable date.
  ///
  /// - Parameters:
  ///   - parts: The parts, ascending by number.
  ///   - sources: The sources, by rank.
  ///   - ranks: The rank of each source, by its index in the subject's ``SourceTable``.
  ///   - asOf: The instant of evaluation, after which a part without an export date has no sessions.
  init(
    _ parts: [InputPart], _ sources: [Source], _ ranks: [UInt16], by calendar: DayCalendar,
    asOf: Instant
  ) {
    self.calendar = calendar
    for (index, part) in parts.enumerated() {
      let latest = Record.latestEnd(knownAt: part.facts.exportDate ?? asOf)
      for row in part.facts.unreadRows.sessions {
        let source = ranks[Int(part.sources[Int(row.source)])]
        let key = LoggedSessions.Key(row.start, source: source, by: calendar)
        let begin = key.start ?? calendar.start(of: key.day)
        // A set of such a time would not count either.
        if begin > latest { firstTooLate = min(firstTooLate ?? begin, begin) }
        guard begin >= Record.earliestStart, begin <= latest else { continue }
        let session = RowSession(key: key, source: source)
        unread[index, default: []].insert(session)
        understood[session] = []
        if sources.indices.contains(Int(source)), sources[Int(source)].provider.isOfFeats {
          lastDayOfAttempts = max(lastDayOfAttempts ?? key.day, key.day)
        } else {
          lastDay = max(lastDay ?? key.day, key.day)
        }
      }
    }
  }

  /// Notes a set that was understood, whose source is given by rank.
  mutating func add(_ placed: PlacedSet, part: Int) {
    guard !understood.isEmpty else { return }
    let source = placed.place.source
    let key = LoggedSessions.Key(placed.session, source: source, by: calendar)
    understood[RowSession(key: key, source: source)]?.insert(part)
  }

  /// Returns what the rows leave open: each day once.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - isHealed: Whether another input has everything that damage took from a part.
  func openings(_ parts: [InputPart], where isHealed: (InputPart) -> Bool) -> [Opening] {
    var days: Set<CivilDay> = []
    var undated: Set<FindingCode> = []
    for (index, part) in parts.enumerated() where !isHealed(part) {
      if !parts.contains(where: { $0.corrects(undatedRowsOf: part) }) {
        undated.formUnion(part.undatedRows)
      }
      guard !part.acceptedLoss.contains(.logRowUnread) else { continue }
      for session in unread[index] ?? [] {
        let isCorrected = understood[session]?.contains { other in
          parts[other].input != part.input && unread[other]?.contains(session) != true
        }
        if isCorrected != true { days.insert(session.key.day) }
      }
    }
    return days.sorted().map { Opening(.logRowUnread, days: $0...$0, mayHaveSets: true) }
      + undated.sorted().map { Opening($0, mayHaveSets: true) }
  }
}

extension InputPart {
  /// Whether the part is the corrected log of a part that has rows without a readable date.
  fileprivate func corrects(undatedRowsOf part: InputPart) -> Bool {
    guard input != part.input, facts.format == part.facts.format,
      facts.unreadRows.undated.isEmpty, let own = facts.logRows, let rows = part.facts.logRows
    else { return false }
    let unread = rows.skipped.reduce(0) { $0 + ($1.key.isDamage ? $1.value : 0) }
    return own.sets >= rows.sets + unread
  }

  /// The codes of findings about rows without a readable date that leave every day open.
  ///
  /// Where the operator accepts that a log has no dates, or may have lost any row, its rows are part
  /// of that loss.
  fileprivate var undatedRows: Set<FindingCode> {
    facts.unreadRows.undated.filter { code in
      let wider: Set<FindingCode> =
        code == .csvMalformed
        ? [.textUnvouched] : [.logDateOrder, .logYearMissing, .logDateMissing]
      return !acceptedLoss.contains(code) && acceptedLoss.isDisjoint(with: wider)
    }
  }
}
