import DaymarkModel

/// The sessions of a subject's workout logs, each once, over all inputs; see Semantics, "Workout logs".
///
/// A session is known by its start; one of which only the day is known by its source, too. Where two
/// exports hold it, the newer one's stands: that whose last session is later, then that with the greater
/// digest.
struct LoggedSessions {
  /// What tells a session from others.
  struct Key: Hashable {
    var day: CivilDay
    var start: Instant?
    /// `nil` for a session with a start.
    var source: UInt16?

    init(_ session: LoggedTime, source: UInt16, by calendar: DayCalendar) {
      day = session.day(by: calendar)
      start = session.instant(by: calendar)
      self.source = start == nil ? source : nil
    }
  }

  /// A document of an input.
  private struct Place: Hashable, Comparable {
    var input: Int
    var document: Int

    static func < (a: Place, b: Place) -> Bool {
      (a.input, a.document) < (b.input, b.document)
    }
  }

  /// One document's sessions.
  private struct Export {
    var place: Place
    var sessions: [Key: StrengthSession] = [:]

    var last: (CivilDay, Instant) {
      sessions.keys.map { ($0.day, $0.start ?? Instant(milliseconds: .min)) }
        .max { $0 < $1 } ?? (CivilDay(ordinal: .min), Instant(milliseconds: .min))
    }
  }

  private let calendar: DayCalendar
  private var exports: [Place: Export] = [:]

  init(calendar: DayCalendar) { self.calendar = calendar }

  /// Adds a set, its source by rank.
  ///
  /// - Parameters:
  ///   - latest: A session that starts later is no session.
  ///   - rejections: Gains what is set aside.
  mutating func add(
    _ placed: PlacedSet, input: Int, document: Int, latest: Instant,
    _ rejections: inout Rejections
  ) {
    let source = placed.place.source
    let key = Key(placed.session, source: source, by: calendar)
    let begin = key.start ?? calendar.start(of: key.day)
    guard begin >= Record.earliestStart, begin <= latest else {
      return rejections.count(.timeOutOfRange, placed.place, times: placed.count)
    }
    var set = placed.set
    set.start = placed.start?.instant(by: calendar)
    let place = Place(input: input, document: document)
    exports[place, default: Export(place: place)].sessions[
      key, default: StrengthSession(day: key.day, start: key.start, source: source, input: input)
    ].take(placed, set, calendar) {
      rejections.countLostField($0.reason, placed.place, times: placed.count)
    }
  }

  /// The sessions that stand, and a finding for each exercise of a session that a newer export changed.
  consuming func finish(_ facts: [InputFacts]) -> (
    sessions: [StrengthSession], findings: [Finding]
  ) {
    let order = exports.values.map { (place: $0.place, last: $0.last) }.sorted { a, b in
      if a.last != b.last { return a.last > b.last }
      let (x, y) = (facts[a.place.input].digest, facts[b.place.input].digest)
      if x != y { return x > y }
      return a.place > b.place
    }
    var standing: [Key: StrengthSession] = [:]
    var changes: [SetChange: Int] = [:]
    for (place, _) in order {
      var sessions = exports.removeValue(forKey: place)?.sessions ?? [:]
      for key in Array(sessions.keys) {
        // Taken out, for a change of what is held twice is a copy.
        guard var session = sessions.removeValue(forKey: key) else { continue }
        session.sets.number()
        session.takeTimesOfSets()
        guard let newer = standing[key] else {
          standing[key] = session
          continue
        }
        for (exercise, count) in newer.changes(since: session) {
          changes[SetChange(day: key.day, exercise: exercise), default: 0] += count
        }
      }
    }
    let sessions = standing.sorted { $0.key < $1.key }.map(\.value)
    return (sessions.inOrderOfTime(), SetChange.findings(of: changes))
  }
}

extension LoggedSessions.Key: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    if a.day != b.day { return a.day < b.day }
    let never = Instant(milliseconds: .min)
    return (a.start ?? never, a.source ?? 0) < (b.start ?? never, b.source ?? 0)
  }
}

extension StrengthSession {
  /// Adds a set, and takes what its row says of the session where that is not known yet.
  fileprivate mutating func take(
    _ placed: PlacedSet, _ set: StrengthSet, _ calendar: DayCalendar,
    _ lose: (RecordConversion.Failure) -> Void
  ) {
    sets.append(set)
    bodyWeight = bodyWeight ?? placed.bodyWeight
    guard end == nil, let start else { return }
    let length = placed.sessionDuration.map { $0.microUnits / 1000 }
    let stated =
      placed.sessionEnd?.instant(by: calendar)
      ?? length.map { start.advanced(byMilliseconds: $0) }
    guard let stated else { return }
    if stated < start {
      lose(RecordConversion.Failure(.timeReversed))
    } else if stated.milliseconds - start.milliseconds > Self.longest {
      lose(RecordConversion.Failure(.timeOutOfRange))
    } else {
      end = stated
    }
  }

  /// Takes start and end from the sets where nothing else says them.
  ///
  /// The identity of a session without a start is its day all the same.
  fileprivate mutating func takeTimesOfSets() {
    let times = sets.compactMap(\.start)
    guard let first = times.min(), let last = times.max(), times.count == sets.count else { return }
    if start == nil, last.milliseconds - first.milliseconds <= Self.longest {
      (start, end) = (first, end ?? last)
    } else if let start, end == nil, last > start,
      last.milliseconds - start.milliseconds <= Self.longest
    {
      end = last
    }
  }

  /// The longest session that is believed.
  ///
  /// - Units: milliseconds.
  private static let longest: Int64 = 86_400_000
}
