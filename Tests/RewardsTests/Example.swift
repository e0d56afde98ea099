import DaymarkModel
import DaymarkRewards

/// A subject of a programme over minutes of learning, written down day by day.
///
/// Days are handed in at one in the morning after them, unless something else is said.
struct Example {
  var history = RewardHistory(subject: "anna")
  /// The versions of the programme are made of it.
  var programme: Programme
  let calendar: DayCalendar
  private var exports = 0

  static let minutes = DayValue.activities(.duration, of: ActivityTest())
  static let steps = DayValue.metric(.steps)

  /// A point a minute; a day of 15 minutes is active.
  ///
  /// - Parameter first: The first day; 5 January 2026 is a Monday.
  init(from first: String = "2026-01-05", zone: String = "UTC") {
    let zone = Zone(id: zone) ?? .utc
    calendar = DayCalendar(zone: zone)
    programme = Programme(
      name: VersionedName(name: "family", version: "1.0.0"), title: "Family", from: day(first))
    programme.points.base = [BaseRule(Self.minutes, points: 1, per: 60)]
    programme.streaks["learning"] = Streak(.day, day: DayTest(Self.minutes, .atLeast(Quantity(15))))
    history.zones = [Known(zone, at: Instant(milliseconds: 0))]
  }

  /// The streak named learning.
  var streak: Streak {
    get {
      programme.streaks["learning"] ?? Streak(.day, day: DayTest(Self.minutes, .atLeast(.zero)))
    }
    set { programme.streaks["learning"] = newValue }
  }

  /// The instant at which the clocks of the example's zone show a time, such as `2026-01-05 14:30`.
  func at(_ text: String) -> Instant {
    let parts = text.split(separator: " ")
    let clock = parts.count > 1 ? parts[1].split(separator: ":").compactMap { Int64($0) } : [0, 0]
    return calendar.start(of: day(String(parts[0])))
      .advanced(byMilliseconds: (clock[0] * 60 + clock[1]) * 60_000)
  }

  /// Publishes the programme as it is now.
  mutating func publish(at known: Instant = Instant(milliseconds: 0)) {
    let digest = Digest(of: Array("\(history.programmes.count)".utf8))
    history.programmes.append(ProgrammeVersion(programme, digest: digest, at: known))
  }

  /// Hands in a day.
  ///
  /// - Parameters:
  ///   - exported: The believed ExportDate; the instant at which it becomes known where it is left out.
  ///   - known: When it becomes known; one in the morning of the next day where it is left out.
  mutating func hand(
    in date: String, minutes: Int64? = nil, seconds: Int64 = 0, steps: Int64? = nil,
    exported: Instant? = nil, known: Instant? = nil
  ) {
    let stretch = calendar.interval(of: day(date))
    let known = known ?? stretch.end.advanced(byMilliseconds: 3_600_000)
    let exported = exported ?? known
    exports += 1
    var figures = [Self.minutes: RewardFigure((minutes ?? 0) * 60 + seconds)]
    if let steps { figures[Self.steps] = RewardFigure(steps * 1_000_000) }
    history.days.append(
      DayVersion(
        day(date), stretch, figures, exportedAt: exported,
        input: Digest(of: Array("export \(exports)".utf8)), at: known))
    history.complete.append(Known(exported, at: known))
  }

  /// Hands in days that follow each other: `x` for 20 minutes, `.` for none, `?` for a day of which nothing is known.
  mutating func hand(inFrom date: String, _ days: String) {
    for (offset, mark) in days.enumerated() where mark != "?" {
      hand(in: "\(day(date).advanced(by: offset))", minutes: mark == "x" ? 20 : 0)
    }
  }

  func books(_ text: String) -> RewardBooks { keepBooks(history, asOf: at(text)) }

  /// The only streak at an instant.
  func streak(_ text: String) -> StreakBook { books(text).streaks[0] }

  /// The lines up to an instant, without those of a kind that a test does not ask for.
  func lines(_ text: String, _ kinds: LedgerLine.Kind...) -> [String] {
    books(text).lines.filter { kinds.contains($0.kind) }.map { line in
      let points = line.points == 0 ? "" : " \(line.points)"
      let about = line.badge ?? line.milestone.map { "\($0)" } ?? line.redemption
      return "\(line.day) \(about ?? line.part?.rawValue ?? line.kind.rawValue)\(points)"
    }
  }
}

/// A date that exists.
func day(_ text: String) -> CivilDay { CivilDay(text) ?? CivilDay(ordinal: 0) }
