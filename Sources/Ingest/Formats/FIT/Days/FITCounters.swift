import DaymarkModel

/// A counter of a monitoring file: it rises from local midnight on, and begins again from zero when
/// the device restarts.
///
/// Its run before the restart is kept: "cumulative but not always", FIT Profile, message
/// `monitoring`.
struct FITCounter {
  /// What a message says of it.
  struct Reading {
    var value: Int
    /// The true value is less than `value + coarseness`.
    var coarseness = 1
  }

  private var finishedRuns = 0
  private var run = 0

  var total: Int { finishedRuns &+ run }

  /// Whether a reading says that the counter began again.
  func falls(to reading: Reading) -> Bool { reading.value + reading.coarseness <= run }

  /// - Parameter isLater: Than the readings before; an older one may well be lower.
  /// - Returns: Whether the counter began again.
  mutating func read(_ reading: Reading, isLater: Bool) -> Bool {
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

/// What a `monitoring` message counts, and what is known of a day's part.
enum FITCounterKind: Int, CaseIterable {
  /// Field 3, or 9 in twos: steps of walking (6) and running (1), else half cycles.
  case cycles
  /// Field 2, or 8 in hundreds of meters.
  ///
  /// - Units: centimeters.
  case distance
  /// Field 19; field 1 holds the calories of resting too.
  ///
  /// - Units: kilocalories.
  case activeCalories
  /// Field 31.
  ///
  /// - Units: millimeters.
  case ascent
  /// Field 35, which no profile names: what floors are counted from, where it is given.
  ///
  /// - Units: millimeters.
  case climbed
}

/// A value for each kind of counter that has one.
struct FITCounterTable<Value> {
  // As many as there are kinds.
  private var values = InlineArray<5, Value?>(repeating: nil)

  subscript(kind: FITCounterKind) -> Value? {
    get { values[kind.rawValue] }
    set { values[kind.rawValue] = newValue }
  }
}

/// The counters of one activity type on one local day.
struct FITDayPart {
  var counters = FITCounterTable<FITCounter>()
  /// When it was last read.
  ///
  /// - Units: seconds since the epoch of FIT.
  var latest = 0
  /// Offset of that message.
  var byte = 0

  /// Whether any counter begins again with these readings.
  func falls(to readings: FITCounterTable<FITCounter.Reading>) -> Bool {
    FITCounterKind.allCases.contains { kind in
      guard let reading = readings[kind] else { return false }
      return counters[kind]?.falls(to: reading) ?? false
    }
  }

  /// - Returns: How many counters began again.
  mutating func read(
    _ readings: FITCounterTable<FITCounter.Reading>, at seconds: Int, byte: Int
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
