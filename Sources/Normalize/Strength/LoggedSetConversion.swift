import DaymarkModel

/// One set of a workout log with its session's time, while the zone is not known.
struct PlacedSet {
  var session: LoggedTime
  var sessionEnd: LoggedTime?
  /// - Units: seconds, in micro-units.
  var sessionDuration: Quantity?
  var bodyWeight: Quantity?
  var start: LoggedTime?
  var set: StrengthSet
  /// The number of its exercise in ``InputFacts/exercises``.
  var exercise: Int?
  /// The number of sets that it stands for: more than one where sets are only counted.
  var count = 1
  var place: RecordPlace
}

extension LoggedSet {
  /// The set of the record, its source and its exercise as the input numbers them.
  ///
  /// - Parameter loseField: Is told of each amount that cannot be understood: the field is lost, the set
  ///   stays.
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
    // Seconds here, while metrics count minutes.
    func seconds(_ written: WrittenAmount?) -> Quantity? { amount(written, .time, 60) }
    let load = load.map { written in
      // Without a unit the load is known to be there, and not how much it is.
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
  /// The instant, once the zone is known; `nil` for a date alone.
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
  /// A weight as a file has it; `nil` of one that no body has, or in a unit that is not known.
  ///
  /// Nothing but a lift would miss it, so nothing is said of it.
  init?(_ record: BodyWeightRecord) {
    guard case .known(let unit) = record.weight.unit, unit.dimension == .mass,
      let mass = try? RecordConversion.quantity(record.weight.value, times: unit.ratio),
      LogSettings.bodyWeights.contains(mass), record.at >= Record.earliestStart
    else { return nil }
    self.init(at: record.at, mass: mass, isTypedIn: record.isTypedIn)
  }
}

extension SampleSet {
  /// Whether anything was lifted, so that weights are wanted.
  var hasSets: Bool { !strength.isEmpty || activities.contains { !$0.sets.isEmpty } }
}
