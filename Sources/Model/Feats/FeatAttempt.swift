/// One attempt at a feat: of a file of attempts, or a set of a workout log.
package struct FeatAttempt: Hashable, Sendable {
  /// The place that an attempt is from.
  package enum Origin: String, Hashable, Sendable {
    /// A file that names the feat.
    case attempts
    /// A workout log, whose exercise is the feat's.
    case log
  }

  /// The id of the feat, as the file names it.
  package var feat: String
  /// The id of the person.
  package var person: String
  /// The day.
  package var day: CivilDay
  /// The instant; `nil` where only the day is known.
  package var instant: Instant?
  /// The repetitions.
  package var repetitions: Int?
  /// The load, whose mass may be unknown.
  package var load: StrengthLoad?
  /// - Units: meters, in micro-units.
  package var distance: Quantity?
  /// The time that it took, pauses with it.
  ///
  /// - Units: seconds, in micro-units.
  package var duration: Quantity?
  /// The body's weight, if the file says it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The place that it is from.
  package var origin: Origin
  /// The line of its file, if it is known.
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

  /// The figure that a feat counts, as far as the attempt says it; help is no load.
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

  /// Whether it is not after an instant; one of which only the day is known counts all day.
  package func isDone(by instant: Instant, _ calendar: DayCalendar) -> Bool {
    self.instant.map { $0 <= instant } ?? (day <= calendar.day(containing: instant))
  }

  /// Whether it comes first: by day, then instant, one without an instant first.
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
  /// No feat has the id.
  case unknownFeat = "feat.unknown"
  /// It is after the instant that is asked about.
  case inFuture = "time.future"
  /// It is in another month than the feat's.
  case otherMonth = "month.other"
  /// The figure that counts is not there, or is zero.
  case nothingDone = "nothing.done"
  /// Nobody says whether the load is kilograms or pounds.
  case unitUnknown = "unit.unknown"
  /// A workout log does not say how long the set took, and the feat has a time.
  case untimed = "time.missing"
  /// It took longer than there is time.
  case overTime = "time.over"
  /// More repetitions a second than anybody does.
  case tooFast = "speed.impossible"
  /// More weight than anybody moves.
  case tooHeavy = "load.impossible"
  /// The same attempt stands in the files twice.
  case repeated = "attempt.repeated"

  /// Orders reasons by name.
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
