import DaymarkModel

/// What a session or a lap says of itself, in the file's own units.
///
/// Source: FIT profile, messages `session` and `lap`, whose first fields are the same.
struct FITTotals {
  var start: UInt32?
  var timestamp: UInt32?
  var sport = FITSport()
  /// - Units: milliseconds.
  var elapsed: Int64?
  var timer: Int64?
  /// - Units: micrometers.
  var distance: Int64?
  var cycles: Int64?
  /// - Units: 10⁻⁶ kcal.
  var energy: Int64?
  /// - Units: 10⁻⁶ bpm.
  var averageHeartRate: Int64?
  var maximumHeartRate: Int64?
  /// - Units: micrometers.
  var ascent: Int64?
  var byte = 0

  init() {}

  /// - Parameter message: A session or a lap.
  init(_ message: FITMessage) {
    let isSession = message.number == FITMessageNumber.session
    start = message.time(2)
    timestamp = message.timestamp
    sport = FITSport(
      sport: message.integer(isSession ? 5 : 25), subSport: message.integer(isSession ? 6 : 39))
    elapsed = message.microUnits(7, each: 1000).map { $0 / 1000 }
    timer = message.microUnits(8, each: 1000).map { $0 / 1000 }
    distance = message.microUnits(9, each: 10_000)
    cycles = message.microUnits(10, each: 1_000_000).map { $0 / 1_000_000 }
    energy = message.microUnits(11, each: 1_000_000)
    averageHeartRate = rate(message, isSession ? 16 : 15)
    maximumHeartRate = rate(message, isSession ? 17 : 16)
    ascent = message.microUnits(isSession ? 22 : 21, each: 1_000_000)
    byte = message.byte
  }

  /// A rate of zero is a sensor that was never there.
  private func rate(_ message: FITMessage, _ field: UInt8) -> Int64? {
    message.microUnits(field, each: 1_000_000).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Fills what is missing with what all `laps` together say.
  mutating func fill(from laps: some Collection<FITTotals>) {
    func sum(_ field: KeyPath<FITTotals, Int64?>) -> Int64? {
      laps.reduce(nil) { sum, lap in
        guard let value = lap[keyPath: field] else { return sum }
        let (total, overflow) = (sum ?? 0).addingReportingOverflow(value)
        return overflow ? sum : total
      }
    }
    timer = timer ?? sum(\.timer)
    distance = distance ?? sum(\.distance)
    cycles = cycles ?? sum(\.cycles)
    energy = energy ?? sum(\.energy)
    ascent = ascent ?? sum(\.ascent)
    maximumHeartRate = maximumHeartRate ?? laps.compactMap(\.maximumHeartRate).max()
  }
}
