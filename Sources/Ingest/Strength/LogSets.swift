import DaymarkModel

/// The sets of one workout log.
///
/// It interprets entries, sends the sets, and accounts for every row.
struct LogSets {
  private let source: UInt16
  private let settings: LogSettings
  private let commaIsDecimal: Bool
  /// The order of day and month in dates; `nil` until something shows it.
  private var dateOrder: DateOrder?
  /// The rows whose date waits for that order.
  private var held: [LogEntry] = []
  /// The dates of rows that could not be understood, which wait for that order, too.
  private var unreadDates: [UnreadDate] = []
  /// Whether too many rows waited, so that the order is no longer decided.
  private var isUndecidable = false
  private var batch: [LoggedSet] = []
  /// The last date that was read, because the rows of a session repeat it.
  private var lastDate: (text: String, date: LogDate?) = ("", nil)
  /// Whether a load without repetitions counts as lifted once.
  var liftsOnce = false

  /// The date of a row that could not be understood, while day and month cannot be told apart.
  private struct UnreadDate: Equatable {
    var dayFirst: LoggedTime
    var monthFirst: LoggedTime
    var clock: String
  }

  private static let mostHeld = 20_000
  private static let batchCount = 256

  /// Begins the sets of a log and registers its source.
  ///
  /// - Parameters:
  ///   - commaIsDecimal: The parameter of ``LogNumber/init(_:commaIsDecimal:)``.
  ///   - dateOrder: The order that the format, or the language of the file, determines.
  init(
    _ source: Source, commaIsDecimal: Bool = false, dateOrder: DateOrder? = nil,
    _ sink: inout InputSink
  ) throws {
    self.source = try sink.source(source)
    self.commaIsDecimal = commaIsDecimal
    settings = sink.options.logs
    self.dateOrder = dateOrder
    if sink.facts.logRows == nil { sink.facts.logRows = LogRows() }
  }

  // MARK: Rows

  /// Leaves out a row.
  ///
  /// - Parameter isFound: Whether a finding already reports it.
  func skip(
    _ reason: LogRows.Skip, line: Int, byte: Int, count: Int = 1, isFound: Bool = false,
    _ sink: inout InputSink
  ) {
    sink.facts.logRows?.skipped[reason, default: 0] += count
    guard reason.isDamage, !isFound else { return }
    sink.find(.logRowUnread, line: line, byte: byte, count: count) { $0.skip = reason }
  }

  /// Leaves out the row of an entry; if it may be a set, its day stays open.
  mutating func skip(_ reason: LogRows.Skip, _ entry: LogEntry, _ sink: inout InputSink) {
    skip(reason, line: entry.line, byte: entry.byte, &sink)
    guard reason.isDamage, !isOfOther(entry, sink) else { return }
    let date = reason == .badDate ? nil : date(of: entry)
    leaveOpen(date, clock: entry[.clock], &sink)
  }

  /// Leaves out the rows that a reader skipped, of which no date is known.
  func skip(malformed rows: CSVReader, _ sink: inout InputSink) {
    guard rows.malformedCount > 0 else { return }
    skip(.malformed, line: 0, byte: 0, count: rows.malformedCount, isFound: true, &sink)
    sink.facts.unreadRows.addUndated(.csvMalformed)
  }

  /// Leaves out a row with more or fewer fields than headings.
  ///
  /// - Parameters:
  ///   - date: The text in the column of dates, whose day alone is affected. Where it is not a
  ///     date, any day may be.
  ///   - day: The day in the file's name.
  func skip(brokenRow row: CSVRow, date: String, on day: CivilDay?, _ sink: inout InputSink) {
    guard let time = day.map({ .day($0) }) ?? time(of: date) else {
      sink.find(.csvMalformed, line: row.line, byte: row.byte)
      sink.facts.unreadRows.addUndated(.csvMalformed)
      return skip(.malformed, line: row.line, byte: row.byte, isFound: true, &sink)
    }
    sink.addDamage(at: time)
    sink.facts.unreadRows.add(UnreadRows.Row(start: time, source: source))
    skip(.malformed, line: row.line, byte: row.byte, &sink)
  }

  /// Leaves open what a row that could not be understood may have been.
  ///
  /// - Parameters:
  ///   - date: The date of its session; `nil` where none can be read, so that any day is open.
  ///   - clock: The time of day, where it stands in a column of its own.
  private mutating func leaveOpen(_ date: LogDate?, clock: String, _ sink: inout InputSink) {
    let known: LoggedTime?
    switch date {
    case .time(let time): known = time
    case .either(let dayFirst?, let monthFirst?) where dateOrder == nil:
      guard unreadDates.count < Self.mostHeld else {
        return sink.facts.unreadRows.addUndated(.logRowUnread)
      }
      let date = UnreadDate(dayFirst: dayFirst, monthFirst: monthFirst, clock: clock)
      // The rows of a session follow each other.
      if unreadDates.last != date { unreadDates.append(date) }
      return
    case .either(let dayFirst, let monthFirst):
      switch dateOrder {
      case .dayMonth: known = dayFirst
      case .monthDay: known = monthFirst
      case nil: known = dayFirst ?? monthFirst
      }
    case .withoutYear, nil: known = nil
    }
    guard let time = known else { return sink.facts.unreadRows.addUndated(.logRowUnread) }
    let start = clock.isEmpty ? time : time.at(clock: clock) ?? time
    sink.facts.unreadRows.add(UnreadRows.Row(start: start, source: source))
  }

  /// Leaves open what rows may have been whose dates waited for the order of day and month.
  private mutating func leaveWaitingOpen(_ sink: inout InputSink) {
    let waiting = unreadDates
    unreadDates = []
    for date in waiting {
      let known: LogDate? = dateOrder.map { order in
        LogDate.time(order == .dayMonth ? date.dayFirst : date.monthFirst)
      }
      leaveOpen(known, clock: date.clock, &sink)
    }
  }

  /// Whether a row is another person's, in a file with several people's sets.
  private func isOfOther(_ entry: LogEntry, _ sink: InputSink) -> Bool {
    guard let own = sink.options.person, !entry[.person].isEmpty else { return false }
    return entry[.person] != own
  }

  /// Returns the time in a text; `nil` where its order depends on other dates.
  private func time(of date: String) -> LoggedTime? {
    switch LogDate(date) {
    case .time(let time): time
    case .either(let dayFirst, let monthFirst):
      dateOrder.flatMap { $0 == .dayMonth ? dayFirst : monthFirst }
    case .withoutYear, nil: nil
    }
  }

  /// Adds a row.
  mutating func add(_ entry: LogEntry, _ sink: inout InputSink) throws {
    if let reason = skipReason(entry) {
      if entry.hasForeignMark, reason == .unknownWord, let time = time(of: entry[.date]) {
        sink.addDamage(at: time)
      }
      return skip(reason, entry, &sink)
    }
    switch date(of: entry) {
    case .time(let time): try add(entry, time, &sink)
    case .either(let dayFirst, let monthFirst):
      try addEither(entry, dayFirst, monthFirst, &sink)
    case .withoutYear, nil: skip(.badDate, entry, &sink)
    }
  }

  /// Returns the date of an entry's session; `nil` for a text that is none.
  ///
  /// The time of a set shows only the day of its session.
  private mutating func date(of entry: LogEntry) -> LogDate? {
    if let session = entry.session { return .time(session) }
    let isOfSet = entry[.date].isEmpty
    let text = isOfSet ? entry[.setTime] : entry[.date]
    if text != lastDate.text { lastDate = (text, LogDate(text)) }
    switch lastDate.date {
    case .time(.at(let instant)) where isOfSet: return .time(.dayOf(instant))
    case .time(.wall(let wall)) where isOfSet:
      return .time(.day(DayCalendar(zone: .utc).day(containing: wall)))
    case let date: return date
    }
  }

  private mutating func addEither(
    _ entry: LogEntry, _ dayFirst: LoggedTime?, _ monthFirst: LoggedTime?,
    _ sink: inout InputSink
  ) throws {
    if dateOrder == nil, dayFirst == nil || monthFirst == nil {
      try decide(dayFirst == nil ? .monthDay : .dayMonth, &sink)
    }
    // If the rows cannot wait any longer, the operator's setting applies; otherwise the file itself
    // has precedence.
    if dateOrder == nil, held.count == Self.mostHeld, let order = settings.dateOrder {
      try decide(order, &sink)
    }
    guard let dateOrder else {
      guard held.count < Self.mostHeld, !isUndecidable else {
        isUndecidable = true
        giveUp(held + [entry], &sink)
        held = []
        return
      }
      return held.append(entry)
    }
    guard let time = dateOrder == .dayMonth ? dayFirst : monthFirst else {
      return skip(.badDate, entry, &sink)
    }
    try add(entry, time, &sink)
  }

  /// Adds the rows that waited for the order of dates.
  private mutating func decide(_ order: DateOrder, _ sink: inout InputSink) throws {
    dateOrder = order
    let waiting = held
    held = []
    for entry in waiting { try add(entry, &sink) }
  }

  private func giveUp(_ entries: [LogEntry], _ sink: inout InputSink) {
    guard let first = entries.first else { return }
    sink.find(.logDateOrder, line: first.line, byte: first.byte, count: entries.count)
    skip(
      .badDate, line: first.line, byte: first.byte, count: entries.count, isFound: true, &sink)
  }

  /// Ends the log.
  mutating func finish(_ sink: inout InputSink) throws {
    if dateOrder == nil, let order = settings.dateOrder { try decide(order, &sink) }
    giveUp(held, &sink)
    held = []
    leaveWaitingOpen(&sink)
    try flush(&sink)
  }

  private mutating func flush(_ sink: inout InputSink) throws {
    guard !batch.isEmpty else { return }
    try sink.send(RecordBatch(sets: batch))
    batch.removeAll(keepingCapacity: true)
  }

  // MARK: Sets

  private func skipReason(_ entry: LogEntry) -> LogRows.Skip? {
    if case .notASet(let reason)? = SetMark(entry[.mark]) { return reason }
    if logFlag(entry[.isSkipped]) == true { return .notDone }
    if entry[.exercise].isEmpty { return .noExercise }
    guard entry.hasKnownWords else { return .unknownWord }
    if entry.hasForeignMark, let reason = entry.skipOfForeignMark { return reason }
    guard let count = entry.setCount else { return .badNumber }
    return count == 0 ? .nothingDone : nil
  }

  private mutating func add(
    _ entry: LogEntry, _ start: LoggedTime, _ sink: inout InputSink
  ) throws {
    var figures = LogFigures(commaIsDecimal: commaIsDecimal, loadUnit: settings.loadUnit?.unit)
    let person = entry[.person]
    if let own = sink.options.person, !person.isEmpty, person != own {
      return skip(.otherPerson, line: entry.line, byte: entry.byte, &sink)
    }
    let source = person.isEmpty ? source : try sink.source(.person(person))
    guard var set = figures.set(of: entry, at: start, source) else {
      return skip(.badNumber, entry, &sink)
    }
    // A set with 0 repetitions was not lifted.
    if liftsOnce, set.load != nil, entry[.repetitions].isEmpty { set.repetitions = 1 }
    guard set.isDone(entry) else {
      return skip(.nothingDone, line: entry.line, byte: entry.byte, &sink)
    }
    guard let exercise = try sink.exercise(entry[.exercise]) else {
      return skip(.noExercise, entry, &sink)
    }
    if figures.hasLostEffort {
      sink.find(.logEffortUnread, line: entry.line, byte: entry.byte)
    }
    if figures.hasPartialRepetition {
      sink.find(.logRepetitionBegun, line: entry.line, byte: entry.byte)
    }
    let lacksUnit = set.load?.unit == .missing && !entry.hasUnknownLoad
    if lacksUnit || set.bodyWeight?.unit == .missing {
      sink.find(.logUnitUnknown, line: entry.line, byte: entry.byte)
    }
    if set.distance?.unit == .missing {
      sink.find(.distanceUnitUnknown, line: entry.line, byte: entry.byte)
      set.distance = nil
    }
    for _ in 0..<(entry.setCount ?? 0) {
      var copy = set
      copy.exercise = exercise
      batch.append(copy)
      sink.facts.logRows?.sets += 1
    }
    if batch.count >= Self.batchCount { try flush(&sink) }
  }
}

extension LoggedSet {
  /// Whether the set has repetitions, a time or a distance.
  fileprivate func isDone(_ entry: LogEntry) -> Bool {
    (repetitions ?? 0) > 0 || duration != nil || distance != nil
  }
}

extension InputSink {
  /// Returns the number of an exercise, by its name without surrounding white space.
  ///
  /// - Returns: The number; `nil` for a name that is too long.
  /// - Throws: `archive.limit` where there are more than genuine logs have.
  mutating func exercise(_ name: String) throws -> UInt16? {
    let name = comparableName(name).trimmed
    if let known = exerciseNumbers[name] { return known }
    guard name.utf8.count <= options.limits.nameBytes else { return nil }
    try budget.spend(1, of: .names, at: place())
    let number = UInt16(facts.exercises.count)
    facts.exercises.append(name)
    exerciseNumbers[name] = number
    return number
  }

  /// The name of the present document, without its folders.
  var documentName: String {
    let path = facts.documents.last?.entry ?? facts.entry ?? facts.name
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.isEmpty ? facts.name : name
  }

  /// Marks a time for which the log is incomplete.
  mutating func addDamage(at time: LoggedTime) {
    let day: CivilDay
    switch time {
    case .at(let instant), .dayOf(let instant):
      facts.damagedSpans.append(Interval(instant, instant.advanced(byMilliseconds: 1)))
      return
    case .wall(let wall): day = DayCalendar(zone: .utc).day(containing: wall)
    case .day(let known): day = known
    }
    let instant = Instant(withinDay: day)
    facts.damagedSpans.append(Interval(instant, instant.advanced(byMilliseconds: 1)))
  }

  /// Adds a day that only the file's name states.
  mutating func addDay(fromName day: CivilDay) {
    guard !facts.daysFromNames.contains(day) else { return }
    facts.daysFromNames.append(day)
    facts.daysFromNames.sort()
    find(.logDateFromName)
  }
}

/// The mark in place of a set's number, which shows the kind of the set or that the row is not a
/// set.
enum SetMark: Equatable {
  case kind(SetKind)
  case notASet(LogRows.Skip)

  /// Reads a mark: a number, a letter or words; `nil` for a word that is not known.
  init?(_ text: String) {
    let word = text.lowercased()
    switch word {
    case "rest timer": self = .notASet(.restTimer)
    case "note": self = .notASet(.note)
    default:
      guard let kind = SetKind(logMark: word) else { return nil }
      self = .kind(kind)
    }
  }
}

extension SetKind {
  /// Makes the kind of set for a mark in place of its number.
  fileprivate init?(logMark mark: String) {
    switch mark {
    case "w": self = .warmUp
    case "d": self = .drop
    case "f": self = .failure
    default: self.init(logWord: mark)
    }
  }

  /// Makes the kind of set for a word of an app in lower case, or for a number that Hevy wrote.
  ///
  /// - Returns: The kind; `nil` for an unknown word.
  init?(logWord word: String) {
    switch word {
    case "normal", "working", "work", "set", "regular", "working set", "work set", "normal set",
      "arbeitssatz":
      self = .working
    case "warmup", "warm up", "warm-up", "warm_up", "set di riscaldamento",
      "set di defaticamento", "cooldown", "cool down",
      "aufwärmen", "aufwärmsatz", "échauffement", "calentamiento", "riscaldamento", "aquecimento",
      "opwarming", "warming up":
      self = .warmUp
    case "dropset", "drop set", "drop-set", "drop": self = .drop
    case "failure", "to failure", "amrap": self = .failure
    case "rest pause", "rest-pause", "restpause", "myo reps", "myo", "cluster": self = .restPause
    default: return nil
    }
  }

  /// Reads a number that Hevy wrote in `set_type`.
  init?(hevyNumber text: String) {
    switch text {
    case "1": self = .working
    case "2": self = .warmUp
    case "3": self = .drop
    case "4": self = .failure
    default: return nil
    }
  }
}

/// Returns whether a cell means yes or no; `nil` for neither.
func logFlag(_ text: String) -> Bool? {
  switch text.lowercased() {
  case "1", "1.0", "true", "yes", "y", "sì", "si", "oui", "ja", "sí", "sim", "x", "wahr", "vrai",
    "verdadero", "vero", "verdadeiro", "waar", "✓", "✔":
    true
  case "0", "0.0", "false", "no", "n", "non", "nein", "nee", "não", "falsch", "faux", "falso",
    "onwaar", "-", "":
    false
  default: nil
  }
}
