import DaymarkModel

/// An interpreter of the figures in one entry of a workout log.
struct LogFigures {
  let commaIsDecimal: Bool
  /// The unit of loads that state none; `nil` where nobody has stated it.
  let loadUnit: Unit?
  /// Whether an effort was invalid.
  private(set) var hasLostEffort = false
  /// Whether a number of repetitions had a fraction, such as `8.5`, which was rounded down.
  private(set) var hasPartialRepetition = false
  private var isBad = false

  init(commaIsDecimal: Bool, loadUnit: Unit?) {
    (self.commaIsDecimal, self.loadUnit) = (commaIsDecimal, loadUnit)
  }

  /// Returns the set, without its exercise.
  ///
  /// - Returns: The set; `nil` where a figure is not a number or is implausible.
  mutating func set(of entry: LogEntry, at date: LoggedTime, _ source: UInt16) -> LoggedSet? {
    let start = entry[.clock].isEmpty ? date : date.at(clock: entry[.clock]) ?? date
    var set = LoggedSet(source: source, session: start, exercise: 0)
    (set.line, set.byte) = (entry.line, entry.byte)
    if case .time(let end)? = LogDate(entry[.end]) { set.sessionEnd = end }
    if case .time(let time)? = LogDate(entry[.setTime]) { set.start = time }
    if !entry[.setClock].isEmpty { set.start = date.at(clock: entry[.setClock]) }
    set.sessionDuration = time(entry, .sessionDuration)
    // An invalid length of the session is ignored, while that of a set is essential.
    isBad = false
    set.bodyWeight = bodyWeight(entry)
    set.kind = kind(entry)
    set.side = BodySide(rawValue: entry[.side].lowercased())
    set.tempo = Tempo(entry[.tempo])
    set.effort = effort(entry)
    set.repetitions = repetitions(entry[.repetitions])
    set.duration = time(entry, .duration)
    set.rest = time(entry, .rest)
    (set.load, set.meaning) = load(entry, .load, entry[.loadUnit])
    if entry.hasUnknownLoad, set.repetitions != nil { set.load = WrittenAmount(nil, .missing) }
    set.distance = distance(entry, .distance, entry[.distanceUnit])
    readMixed(entry, &set)
    return isBad ? nil : set
  }

  /// Reads the columns that hold repetitions or a time, and a load or a distance, as each cell's
  /// text shows.
  private mutating func readMixed(_ entry: LogEntry, _ set: inout LoggedSet) {
    let work = entry[.repetitionsOrTime]
    if work.contains(":") {
      set.duration = time(work, .second)
    } else if let number = number(work) {
      if DecimalNumber(logTime: work, in: .second, commaIsDecimal: commaIsDecimal) != nil,
        !number.suffix.isEmpty
      {
        set.duration = time(work, .second)
      } else {
        set.repetitions = number.wholePart
        if number.wholePart == nil { isBad = true }
        if number.value.hasFraction { hasPartialRepetition = true }
      }
    }
    let amount = entry[.loadOrDistance]
    guard let number = number(amount) else { return }
    if let unit = Unit(logWord: number.suffix), unit.dimension == .length {
      set.distance = distance(entry, .loadOrDistance, "")
    } else {
      (set.load, set.meaning) = load(entry, .loadOrDistance, "")
    }
  }

  // MARK: Figures

  /// Reads a text that must be a number if it is not empty; other text makes the set bad.
  private mutating func number(_ text: String) -> LogNumber? {
    guard !text.isEmpty else { return nil }
    let number = LogNumber(text, commaIsDecimal: commaIsDecimal)
    if number == nil { isBad = true }
    return number
  }

  private mutating func repetitions(_ text: String) -> Int? {
    guard let number = number(text) else { return nil }
    // `3x10` and `30 sec` are not numbers of repetitions.
    guard let whole = number.wholePart, whole <= Self.mostRepetitions,
      !number.suffix.contains(where: \.isNumber), !isTimeWord(number.suffix)
    else {
      isBad = true
      return nil
    }
    if number.value.hasFraction { hasPartialRepetition = true }
    return whole == 0 ? nil : whole
  }

  private mutating func load(
    _ entry: LogEntry, _ field: LogField, _ unitText: String
  ) -> (WrittenAmount?, LoadMeaning) {
    guard let number = number(entry[field]), !number.isZero else { return (nil, .external) }
    let stated = unit(number, unitText, entry, field)
    guard number.suffix.isEmpty || Unit(logWord: number.suffix) != nil,
      stated.map({ $0.dimension == .mass }) ?? true
    else {
      isBad = true
      return (nil, .external)
    }
    // A load below zero is assistance.
    let meaning: LoadMeaning =
      number.value.isNegative ? .assistance : entry.meaning ?? .external
    // An unknown unit shows that the usual unit does not apply.
    let unit = stated ?? (unitText.isEmpty ? loadUnit : nil)
    let magnitude = number.magnitude
    let mass = try? magnitude.quantity(times: (unit ?? .kilogram).ratio)
    guard let mass, mass <= StrengthLoad.greatest else {
      isBad = true
      return (nil, .external)
    }
    return (WrittenAmount(magnitude, unit.map { .known($0) } ?? .missing), meaning)
  }

  /// Returns the unit after the number, or that in the unit column, or else that of the number's
  /// column.
  private func unit(
    _ number: LogNumber, _ unitText: String, _ entry: LogEntry, _ field: LogField
  ) -> Unit? {
    if let unit = Unit(logWord: number.suffix) { return unit }
    let word = unitText.lowercased()
    guard !word.isEmpty else { return entry.unit(of: field) }
    return Unit(logWord: word.hasSuffix(".") ? String(word.dropLast()) : word)
  }

  private mutating func bodyWeight(_ entry: LogEntry) -> WrittenAmount? {
    guard let number = LogNumber(entry[.bodyWeight], commaIsDecimal: commaIsDecimal),
      !number.isZero, !number.value.isNegative
    else { return nil }
    let unit = Unit(logWord: number.suffix) ?? entry.unit(of: .bodyWeight) ?? loadUnit
    return WrittenAmount(number.value, unit.map { .known($0) } ?? .missing)
  }

  /// Reads a distance.
  ///
  /// A distance without a unit is kept without one. A zero or an empty cell is `nil`; so is a text
  /// that is no distance, which makes the set bad.
  private mutating func distance(
    _ entry: LogEntry, _ field: LogField, _ unitText: String
  ) -> WrittenAmount? {
    guard let number = number(entry[field]), !number.isZero else { return nil }
    guard let unit = unit(number, unitText, entry, field) else {
      return WrittenAmount(number.value, .missing)
    }
    guard unit.dimension == .length, let way = try? number.value.quantity(times: unit.ratio),
      way <= Self.mostMeters
    else {
      isBad = true
      return nil
    }
    return WrittenAmount(number.value, .known(unit))
  }

  private mutating func time(_ entry: LogEntry, _ field: LogField) -> WrittenAmount? {
    time(entry[field], entry.unit(of: field) ?? .second)
  }

  private mutating func time(_ text: String, _ unit: Unit) -> WrittenAmount? {
    guard !text.isEmpty else { return nil }
    guard
      let seconds = DecimalNumber(logTime: text, in: unit, commaIsDecimal: commaIsDecimal),
      let amount = try? seconds.quantity(times: UnitRatio(1)), amount <= Self.mostSeconds
    else {
      isBad = true
      return nil
    }
    return amount == .zero ? nil : WrittenAmount(seconds, .known(.second))
  }

  private mutating func effort(_ entry: LogEntry) -> Effort? {
    if let number = effortNumber(entry[.perceivedEffort]), number != 0 {
      if (10...100).contains(number) { return .perceived(tenths: number) }
      hasLostEffort = true
    }
    if let number = effortNumber(entry[.reserve]) {
      if (0...100).contains(number) { return .reserve(tenths: number) }
      hasLostEffort = true
    }
    return nil
  }

  /// Returns an effort in tenths; -1 for an invalid text.
  private func effortNumber(_ text: String) -> Int? {
    if text.isEmpty { return nil }
    return LogNumber(text, commaIsDecimal: true)?.tenths ?? -1
  }

  private func kind(_ entry: LogEntry) -> SetKind {
    if logFlag(entry[.isWarmUp]) == true { return .warmUp }
    let word = entry[.kind].lowercased()
    if let kind = SetKind(logWord: word) ?? SetKind(hevyNumber: word) { return kind }
    if case .kind(let kind)? = SetMark(entry[.mark]) { return kind }
    return .working
  }

  /// The limit of repetitions in one set, beyond anything possible.
  private static let mostRepetitions = 100_000
  private static let mostSeconds = Quantity(86_400 * 2)
  private static let mostMeters = Quantity(1_000_000)
}

extension LogNumber {
  /// The number without its sign.
  fileprivate var magnitude: DecimalNumber {
    value.isNegative
      ? DecimalNumber(coefficient: value.coefficient, exponent: value.exponent) : value
  }
}
