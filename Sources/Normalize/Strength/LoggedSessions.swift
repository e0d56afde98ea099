import DaymarkModel

/// The sessions in all workout logs of a subject, each once; see Semantics, "Workout logs".
///
/// A session is identified by its start, and one with only a day also by its source. If two exports
/// have it, the newer one counts: the one whose last session is later, or else the one with the
/// larger digest. If two apps have it, the one with fewer loads of unknown amount counts.
struct LoggedSessions {
  /// The identity of a session.
  struct Key: Hashable {
    var day: CivilDay
    var start: Instant?
    /// The rank of the source; `nil` for a session with a start.
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

  private let calendar: DayCalendar
  private let store: (any ByteStore)?
  /// The sessions of each document.
  private var exports: [Place: SessionList] = [:]
  /// The document of the last set.
  private var last: Place?
  /// The ranks of sources whose sessions are a person's attempts, which never equal sessions of
  /// another source.
  private let attempts: Set<UInt16>
  /// The sessions whose stated duration is longer than any training, so that it is left out.
  private var tooLong: Set<Key> = []

  /// Makes the list when all sources are known, because which of them keep attempts at feats decides
  /// which sessions are the same.
  ///
  /// - Parameters:
  ///   - sources: The sources, by rank.
  ///   - store: The place for sets that do not fit into memory.
  init(calendar: DayCalendar, sources: [Source], store: (any ByteStore)? = nil) {
    (self.calendar, self.store) = (calendar, store)
    attempts = Set(sources.indices.filter { sources[$0].provider.isOfFeats }.map(UInt16.init))
  }

  /// Adds a set, whose source is given by rank.
  ///
  /// - Parameters:
  ///   - exercises: The names of the input's exercises.
  ///   - latest: The latest credible start of a session.
  ///   - rejections: The rejections of the input, to which those of this set are added.
  mutating func add(
    _ placed: PlacedSet, input: Int, document: Int, exercises: [String], latest: Instant,
    _ rejections: inout Rejections
  ) {
    let source = placed.place.source
    let key = Key(placed.session, source: source, by: calendar)
    let begin = key.start ?? calendar.start(of: key.day)
    guard begin >= Record.earliestStart, begin <= latest else {
      return rejections.countOutOfRange(
        placed.place, end: begin, latest: latest, times: placed.count)
    }
    let place = Place(input: input, document: document)
    if let last, last != place { exports[last]?.endDocument() }
    last = place
    exports[place, default: SessionList(store: store)].change(key) {
      var session = StrengthSession(day: key.day)
      session.start = key.start
      (session.source, session.input) = (source, input)
      session.sets = StrengthSets(exercises: exercises)
      return session
    } _: {
      $0.add(placed, calendar) {
        let isOfSession = $0.reason == .sessionTooLong
        if isOfSession, !tooLong.insert(key).inserted { return }
        rejections.countLostField(
          $0.reason, placed.place, times: isOfSession ? 1 : placed.count)
      }
    }
  }

  /// Returns the sessions that count, with a finding for each exercise that a newer export changed.
  consuming func finish(_ facts: [InputFacts]) -> (
    sessions: [StrengthSession], findings: [Finding]
  ) {
    let order = exports.map { (place: $0.key, end: $0.value.end) }.sorted { a, b in
      if a.end != b.end { return a.end > b.end }
      let (x, y) = (facts[a.place.input].digest, facts[b.place.input].digest)
      if x != y { return x > y }
      return a.place > b.place
    }
    var standing = SessionList()
    var twins = TwinSessions()
    var changes: [SetChange: Int] = [:]
    for (place, _) in order {
      guard var export = exports.removeValue(forKey: place) else { continue }
      export.update { $0.setTimesFromSets() }
      // Two sessions of one document are never the same training.
      var added: [Int] = []
      for (index, key) in export.keys.enumerated() {
        let session = export[index]
        if let newer = standing.position(of: key), standing[newer].source == session.source {
          for (exercise, count) in standing[newer].changes(since: session) {
            changes[SetChange(day: key.day, exercise: exercise), default: 0] += count
          }
          continue
        }
        let isAttempt = attempts.contains(session.source)
        let found = isAttempt ? [] : twins.find(session) { standing[$0] }
        let unknown = found.reduce(0) { $0 + standing[$1].setsOfUnknownLoad }
        guard found.isEmpty || session.setsOfUnknownLoad < unknown else { continue }
        for position in found { standing.remove(at: position) }
        standing.append(session, key)
        if !isAttempt { added.append(standing.keys.count - 1) }
      }
      for position in added { twins.add(position, on: standing.keys[position].day) }
    }
    return (
      standing.inOrder.inOrderOfTime(), SetChange.findings(of: changes) + twins.findings
    )
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
  /// Adds a set, and fills in facts of the session that only its row states.
  ///
  /// - Parameter lose: Gets the reason for each fact that is left out because it is impossible.
  fileprivate mutating func add(
    _ placed: PlacedSet, _ calendar: DayCalendar, _ lose: (RecordConversion.Failure) -> Void
  ) {
    var set = placed.set
    set.start = placed.start?.instant(by: calendar)
    sets.append(set, exercise: placed.exercise)
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
      // The person forgot to end the session, but its sets are valid.
      lose(RecordConversion.Failure(.sessionTooLong))
    } else {
      end = stated
    }
  }

  /// Sets a missing start and end from the times of the sets.
  ///
  /// A session without a stated start is still identified by its day.
  fileprivate mutating func setTimesFromSets() {
    var span: (first: Instant, last: Instant)?
    for set in sets {
      guard let time = set.start else { return }
      span = (min(span?.first ?? time, time), max(span?.last ?? time, time))
    }
    guard let (first, last) = span else { return }
    if start == nil, last.milliseconds - first.milliseconds <= Self.longest {
      (start, end) = (first, end ?? last)
    } else if let start, end == nil, last > start,
      last.milliseconds - start.milliseconds <= Self.longest
    {
      end = last
    }
  }

  /// The maximum credible length of a session.
  ///
  /// - Units: milliseconds.
  private static let longest: Int64 = 86_400_000
}
