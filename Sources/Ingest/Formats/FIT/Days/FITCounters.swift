import DaymarkModel

/// A counter of a monitoring file: it rises from local midnight on, and begins again from zero when
/// the device restarts.
///
/// Its run before the restart is kept: "cumulative but not always", FIT Profile, message
/// `monitoring`.
struct FITCounter {
  /// The value in one message.
  struct Figure {
    var value: Int
    /// The true value is less than `value + coarseness`.
    var coarseness = 1
  }

  private var finishedRuns = 0
  private var run = 0

  var total: Int { finishedRuns &+ run }

  /// Whether a reading says that the counter began again.
  func falls(to reading: Figure) -> Bool { reading.value + reading.coarseness <= run }

  /// - Parameter isLater: Than the readings before; an older one may well be lower.
  /// - Returns: Whether the counter began again.
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

/// The counters of a `monitoring` message.
enum FITCounterKind: Int, CaseIterable {
  /// Steps of walking and running, else half cycles.
  case cycles
  /// - Units: centimeters.
  case distance
  /// The energy without the calories of resting.
  ///
  /// - Units: kilocalories.
  case activeCalories
  /// - Units: millimeters.
  case ascent
  /// - Units: millimeters.
  case climbed
}

/// A field of a `monitoring` message that holds a counter.
struct FITCounterField {
  let kind: FITCounterKind
  let field: FITProfileField
  /// Units of the counter in one of the field.
  var step = 1

  /// All fields of counters; of two fields of one counter, the finer one first.
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

/// A value for each kind of counter that has one.
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
  /// Time of the last reading.
  ///
  /// - Units: seconds since the epoch of FIT.
  var latest = 0
  /// Offset of that message.
  var byte = 0

  /// Whether any counter begins again with these readings.
  func falls(to readings: FITCounterTable<FITCounter.Figure>) -> Bool {
    FITCounterKind.allCases.contains { kind in
      guard let reading = readings[kind] else { return false }
      return counters[kind]?.falls(to: reading) ?? false
    }
  }

  /// - Returns: How many counters began again.
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
