import DaymarkModel

/// A counter in a monitoring file.
///
/// It rises from local midnight, and restarts from zero when the device does.
///
/// The amount before a restart is kept. Source: FIT Profile, message `monitoring`: "cumulative but
/// not always".
struct FITCounter {
  /// A reading in one message.
  struct Figure {
    var value: Int
    /// The precision of the reading: the true value is less than `value + coarseness`.
    var coarseness = 1
  }

  private var finishedRuns = 0
  private var run = 0

  var total: Int { finishedRuns &+ run }

  /// Returns whether a reading shows that the counter restarted.
  func falls(to reading: Figure) -> Bool { reading.value + reading.coarseness <= run }

  /// Reads the counter.
  ///
  /// - Parameter isLater: Whether the reading is later than those before. An older one may well be
  ///   lower.
  /// - Returns: Whether the counter restarted.
  mutating func read(_ reading: Figure, isLater: Bool) -> Bool {
    guard falls(to: reading) else {
      run = max(run, reading.value)
      return false
    }
    guard isLater else { return false }
    finishedRuns &+= run
    run = reading.value
    return true
  }
}

/// The counters in a `monitoring` message.
enum FITCounterKind: Int, CaseIterable {
  /// The number of steps in walking and running, or of half cycles in other activities.
  case cycles
  /// The distance in centimeters.
  case distance
  /// The energy without that burned at rest.
  ///
  /// - Units: kilocalories.
  case activeCalories
  /// The ascent in millimeters.
  case ascent
  /// The climbed height from which floors are counted, in millimeters.
  case climbed
}

/// A field of a `monitoring` message with a counter.
struct FITCounterField {
  let kind: FITCounterKind
  let field: FITProfileField
  /// The number of the counter's units in one unit of the field.
  var step = 1

  /// All fields with counters.
  ///
  /// If two fields have one counter, the more precise one is first.
  static let all = [
    FITCounterField(kind: .cycles, field: FITProfile.Monitoring.cycles),
    FITCounterField(kind: .cycles, field: FITProfile.Monitoring.cycles16, step: 2),
    FITCounterField(kind: .distance, field: FITProfile.Monitoring.distance),
    FITCounterField(kind: .distance, field: FITProfile.Monitoring.distance16, step: 10_000),
    FITCounterField(kind: .activeCalories, field: FITProfile.Monitoring.activeCalories),
    FITCounterField(kind: .ascent, field: FITProfile.Monitoring.ascent),
    FITCounterField(kind: .climbed, field: FITProfile.Monitoring.climbed),
  ]
}

/// A table with an optional value for each kind of counter.
struct FITCounterTable<Value> {
  // The capacity is the number of kinds.
  private var values = InlineArray<5, Value?>(repeating: nil)

  subscript(kind: FITCounterKind) -> Value? {
    get { values[kind.rawValue] }
    set { values[kind.rawValue] = newValue }
  }
}

/// The counters of one activity type on one local day.
struct FITDayPart {
  var counters = FITCounterTable<FITCounter>()
  /// The time of the last reading.
  ///
  /// - Units: seconds since the epoch of FIT.
  var latest = 0
  /// The offset of that message in the document.
  var byte = 0

  /// Returns whether any counter restarts with these readings.
  func falls(to readings: FITCounterTable<FITCounter.Figure>) -> Bool {
    FITCounterKind.allCases.contains { kind in
      guard let reading = readings[kind] else { return false }
      return counters[kind]?.falls(to: reading) ?? false
    }
  }

  /// Reads the counters.
  ///
  /// - Returns: The number of counters that restarted.
  mutating func read(
    _ readings: FITCounterTable<FITCounter.Figure>, at seconds: Int, byte: Int
  ) -> Int {
    var resets = 0
    for kind in FITCounterKind.allCases {
      guard let reading = readings[kind] else { continue }
      var counter = counters[kind] ?? FITCounter()
      if counter.read(reading, isLater: seconds > latest) { resets += 1 }
      counters[kind] = counter
    }
    if seconds >= latest { (latest, self.byte) = (seconds, byte) }
    return resets
  }
}
