import DaymarkModel

/// A set of a workout log with the time of its session, before the time zone is known.
struct PlacedSet {
  var session: LoggedTime
  var sessionEnd: LoggedTime?
  /// The duration that the log states for the session, in millionths of a second.
  var sessionDuration: Quantity?
  var bodyWeight: Quantity?
  var start: LoggedTime?
  var set: StrengthSet
  /// The number of its exercise in ``InputFacts/exercises``.
  var exercise: Int?
  /// The number of sets that this one stands for; more than one if sets are only counted.
  var count = 1
  var place: RecordPlace
}

extension LoggedSet {
  /// Returns the set of the record, whose source and exercise have the input's numbering.
  ///
  /// - Parameter loseField: The function that is called for each amount that cannot be understood.
  ///   The set loses only that field.
  func placed(loseField: (RecordConversion.Failure) -> Void) -> PlacedSet {
    func amount(
      _ written: WrittenAmount?, _ dimension: Unit.Dimension, _ scale: Int64 = 1
    ) -> Quantity? {
      guard let written else { return nil }
      do throws(RecordConversion.Failure) {
        let unit = try RecordConversion.knownUnit(written.unit)
        guard unit.dimension == dimension else {
          throw RecordConversion.Failure(.unitUnknown, written.unit)
        }
        let ratio = UnitRatio(unit.ratio.numerator * scale, unit.ratio.denominator)
        return try RecordConversion.quantity(written.value, times: ratio)
      } catch {
        loseField(error)
        return nil
      }
    }
    // Sets have seconds, while metrics count minutes.
    func seconds(_ written: WrittenAmount?) -> Quantity? { amount(written, .time, 60) }
    let load = load.map { written in
      // Without a unit the set has a load of unknown amount.
      StrengthLoad(written.unit == .missing ? nil : amount(written, .mass), meaning)
    }
    let ownWeight = bodyWeight?.unit == .missing ? nil : amount(bodyWeight, .mass)
    let sessionDuration = seconds(sessionDuration)
    var set = StrengthSet()
    set.kind = kind
    set.side = side
    set.repetitions = repetitions
    set.load = load
    set.distance = amount(distance, .length)
    set.duration = seconds(duration)
    set.effort = effort
    set.rest = seconds(rest)
    set.tempo = tempo
    return PlacedSet(
      session: session, sessionEnd: sessionEnd, sessionDuration: sessionDuration,
      bodyWeight: ownWeight.flatMap { LogSettings.bodyWeights.contains($0) ? $0 : nil },
      start: start, set: set, exercise: Int(exercise),
      place: RecordPlace(line: line, byte: byte, source: source))
  }
}

extension LoggedTime {
  /// Returns the instant; `nil` for a date alone.
  func instant(by calendar: DayCalendar) -> Instant? {
    switch self {
    case .at(let instant): instant
    case .wall(let wall): calendar.instant(ofWallClock: wall)
    case .day, .dayOf: nil
    }
  }

  func day(by calendar: DayCalendar) -> CivilDay {
    if case .day(let day) = self { return day }
    if case .dayOf(let instant) = self { return calendar.day(containing: instant) }
    return instant(by: calendar).map(calendar.day(containing:)) ?? CivilDay(ordinal: 0)
  }
}

extension BodyWeight {
  /// Makes a body weight; `nil` for an implausible one, or one in an unknown unit.
  ///
  /// This causes no finding, because only lifts need it.
  init?(_ record: BodyWeightRecord) {
    guard case .known(let unit) = record.weight.unit, unit.dimension == .mass,
      let mass = try? RecordConversion.quantity(record.weight.value, times: unit.ratio),
      LogSettings.bodyWeights.contains(mass), record.at >= Record.earliestStart
    else { return nil }
    self.init(at: record.at, mass: mass, isTypedIn: record.isTypedIn)
  }
}

extension SampleSet {
  /// Whether there are any sets, so that body weights are needed.
  var hasSets: Bool { !strength.isEmpty || activities.contains { !$0.sets.isEmpty } }
}
