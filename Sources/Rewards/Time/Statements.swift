import DaymarkModel

/// The operator's statements about days, by when they became known.
///
/// A statement applies to days that had not begun by then. See Rewards, "Time".
struct Statements {
  /// The versions of the programme, in the order in which they became known.
  let programmes: [ProgrammeVersion]
  private let zones: [Known<Zone>]
  private let joined: [Known<CivilDay>]
  private let pauses: [Pause]

  init(_ history: RewardHistory) {
    programmes = history.programmes.sorted { ($0.knownAt, $0.digest) < ($1.knownAt, $1.digest) }
    zones = history.zones.sorted { ($0.knownAt, $0.value.id) < ($1.knownAt, $1.value.id) }
    joined = history.joined.sorted { ($0.knownAt, $0.value) < ($1.knownAt, $1.value) }
    pauses = history.pauses
  }

  /// The index of the version of the programme that was known at an instant.
  func programme(at instant: Instant) -> Int? { programmes.lastIndex { $0.knownAt <= instant } }

  /// Whether a version of the programme became known exactly at an instant.
  func isNew(at instant: Instant) -> Bool { programmes.contains { $0.knownAt == instant } }

  /// Returns the zone that was known at an instant; for an instant before the first statement, the
  /// zone that became known first.
  func zone(at instant: Instant) -> Zone {
    (zones.last { $0.knownAt <= instant } ?? zones.first)?.value ?? .utc
  }

  /// The first day that may count, by what was known at an instant; `nil` before there was a
  /// programme.
  func beginning(at instant: Instant, in calendar: DayCalendar) -> CivilDay? {
    guard let known = programmes.first, known.knownAt <= instant else { return nil }
    let from = programmes.prefix { $0.knownAt <= instant }.map(\.programme.from).min()
    return max(from ?? known.programme.from, calendar.day(containing: known.knownAt))
  }

  /// Returns the operator's statements that apply to a day that begins at an instant.
  func facts(of date: CivilDay, beginning start: Instant) -> ProgrammeDay.Facts {
    let joining = joined.last { $0.knownAt <= start }?.value
    let version = programme(at: start)
    let counts = version.map { programmes[$0].programme.has(date) } ?? false
    return ProgrammeDay.Facts(
      programme: counts && joining.map { $0 <= date } ?? true ? version : nil,
      isPaused: pauses.contains { pause in
        pause.from <= date && date <= pause.to && pause.knownAt <= start
          && pause.goneAt.map { $0 > start } ?? true
      })
  }
}
