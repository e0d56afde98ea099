/// One attempt at a feat, from a file of attempts or from a set of a workout log.
package struct FeatAttempt: Hashable, Sendable {
  /// The kind of file in which an attempt is recorded.
  package enum Origin: String, Hashable, Sendable {
    /// A file that names the feat.
    case attempts
    /// A workout log, in which the feat's exercise was done.
    case log
  }

  /// The id of the feat, as the file names it.
  package var feat: String
  /// The id of the person.
  package var person: String
  package var day: CivilDay
  /// The instant; `nil` where only the day is known.
  package var instant: Instant?
  package var repetitions: Int?
  /// The load; its mass is unknown where the file does not say the unit.
  package var load: StrengthLoad?
  /// The distance.
  ///
  /// - Units: meters, in micro-units.
  package var distance: Quantity?
  /// The time that the attempt took, including pauses.
  ///
  /// - Units: seconds, in micro-units.
  package var duration: Quantity?
  /// The body's weight, if the file says it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The kind of file in which the attempt is recorded.
  package var origin: Origin
  /// The line of the attempt in its file, if it is known.
  package var line: Int?

  package init(
    feat: String, person: String, day: CivilDay, instant: Instant? = nil,
    repetitions: Int? = nil, load: StrengthLoad? = nil, distance: Quantity? = nil,
    duration: Quantity? = nil, bodyWeight: Quantity? = nil, origin: Origin = .attempts,
    line: Int? = nil
  ) {
    (self.feat, self.person, self.day, self.instant) = (feat, person, day, instant)
    (self.repetitions, self.load) = (repetitions, load)
    (self.distance, self.duration, self.bodyWeight) = (distance, duration, bodyWeight)
    (self.origin, self.line) = (origin, line)
  }

  package init(
    _ set: StrengthSet, at feat: String, by person: String, on day: CivilDay, instant: Instant?,
    bodyWeight: Quantity?, origin: Origin, line: Int? = nil
  ) {
    self.init(
      feat: feat, person: person, day: day, instant: instant, repetitions: set.repetitions,
      load: set.load, distance: set.distance, duration: set.duration, bodyWeight: bodyWeight,
      origin: origin, line: line)
  }

  /// The attempt's figure of a kind; `nil` where the attempt does not state it, or states help,
  /// such as that of a machine, in place of a load.
  ///
  /// - Units: those of the figure, in micro-units.
  package func value(_ figure: FeatFigure) -> Quantity? {
    switch figure {
    case .repetitions: repetitions.map { Quantity($0) }
    case .time: duration
    case .load: load.flatMap { $0.meaning == .assistance ? nil : $0.mass }
    case .distance: distance
    }
  }

  /// Whether the attempt was done by an instant; an attempt of which only the day is known counts
  /// from the day's beginning.
  package func isDone(by instant: Instant, _ calendar: DayCalendar) -> Bool {
    self.instant.map { $0 <= instant } ?? (day <= calendar.day(containing: instant))
  }

  /// Whether this attempt comes first: by day, then by instant; one without an instant before the
  /// others of its day.
  package func precedes(_ other: FeatAttempt) -> Bool {
    if day != other.day { return day < other.day }
    guard let instant, let later = other.instant else {
      return self.instant == nil && other.instant != nil
    }
    return instant < later
  }
}

/// The reasons for which an attempt does not count; the raw value is the stable name.
package enum FeatRefusal: String, CaseIterable, Hashable, Comparable, Sendable {
  /// No feat has the id that the attempt names.
  case unknownFeat = "feat.unknown"
  /// The attempt is after the instant that the evaluation is for.
  case inFuture = "time.future"
  /// The attempt is not in the month of the feat.
  case otherMonth = "month.other"
  /// The figure by which the feat is compared is missing, or is zero.
  case nothingDone = "nothing.done"
  /// The load has no unit, so that it may be kilograms or pounds.
  case unitUnknown = "unit.unknown"
  /// The feat has a time limit, and the workout log does not say how long the set took.
  case untimed = "time.missing"
  /// The attempt took longer than the time limit.
  case overTime = "time.over"
  /// The attempt has more repetitions a second than anybody can do.
  case tooFast = "speed.impossible"
  /// The load is more than anybody can move.
  case tooHeavy = "load.impossible"
  /// The same attempt is recorded a second time.
  case repeated = "attempt.repeated"

  /// Orders reasons by name.
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
