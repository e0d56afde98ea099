import DaymarkModel

/// The exercise sessions in the database, with the amounts that their apps recorded during them.
struct HealthConnectSessions {
  private(set) var activities: [ActivityRecord] = []
  /// The distance metric of each session.
  private var metrics: [Metric?] = []
  /// The latest end of each session and all before it.
  private var latestEnds: [Instant] = []
  private var sums: [Int: [ActivityField: Int64]] = [:]

  /// Adds a session.
  ///
  /// Wheelchair sessions have a metric that their kind does not determine.
  mutating func add(_ activity: ActivityRecord, type: Int64?) {
    activities.append(activity)
    metrics.append(type == 56 ? .distanceWheelchair : activity.kind.distanceMetric)
  }

  /// Sorts the sessions by time.
  ///
  /// This must precede the addition of amounts.
  mutating func sort() {
    func start(_ index: Int) -> Int64 { activities[index].start.instant?.milliseconds ?? .min }
    let order = activities.indices.sorted { (start($0), $0) < (start($1), $1) }
    (activities, metrics) = (order.map { activities[$0] }, order.map { metrics[$0] })
    var latest = Instant(milliseconds: .min)
    latestEnds = activities.map { activity in
      latest = max(latest, activity.end.instant ?? latest)
      return latest
    }
  }

  /// Returns the sessions that overlap an interval, the latest first, up to the number that anybody
  /// has at once.
  ///
  /// Sessions that only touch the interval are not included.
  private func indices(from start: Instant, to end: Instant) -> [Int] {
    var (low, high) = (0, activities.count)
    while low < high {
      let middle = (low + high) / 2
      if (activities[middle].start.instant ?? Instant(milliseconds: .min)) < max(end, start.next) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [Int] = []
    var index = low - 1
    while index >= 0, latestEnds[index] > start, low - index < Self.most {
      if let to = activities[index].end.instant, to > start { found.append(index) }
      index -= 1
    }
    return found
  }

  private static let most = 100

  /// Returns the metric of a distance: that of the sessions that cover most of its time, or walking
  /// where there are none.
  ///
  /// - Returns: The metric; `nil` where that session's kind has none, or two kinds cover equal
  ///   times.
  func distanceMetric(from start: Instant, to end: Instant) -> Metric? {
    var shares: [Metric?: Int64] = [:]
    for index in indices(from: start, to: end) {
      let activity = activities[index]
      // People walk between exercises in a session that stays in place.
      guard !activity.kind.staysInPlace, let from = activity.start.instant,
        let to = activity.end.instant
      else { continue }
      let share = min(to, end).milliseconds - max(from, start).milliseconds
      shares[metrics[index], default: 0] += share
    }
    guard let most = shares.values.max() else { return .distanceWalkingRunning }
    let metrics = shares.filter { $0.value == most }.map(\.key)
    return metrics.count == 1 ? metrics[0] : nil
  }

  /// Adds an amount to the session of the same app that contains it.
  mutating func add(
    _ value: SQLiteNumber, of series: HealthConnectSeries, by source: UInt16, from start: Instant,
    to end: Instant
  ) {
    guard let field = series.field,
      let amount = try? value.decimal?.quantity(times: UnitRatio(1)).microUnits
    else { return }
    let session = indices(from: start, to: end).first { index in
      let activity = activities[index]
      return activity.source == source && activity.start.instant.map { $0 <= start } ?? false
        && activity.end.instant.map { $0 >= end } ?? false
    }
    guard let session else { return }
    let (sum, isTooMuch) = (sums[session]?[field] ?? 0).addingReportingOverflow(amount)
    if isTooMuch { return }
    sums[session, default: [:]][field] = sum
    let total = WrittenAmount(
      DecimalNumber(coefficient: UInt128(sum), exponent: -6), .known(series.unit))
    switch field {
    case .steps: activities[session].steps = total
    case .kilocalories: activities[session].energy = total
    default:
      activities[session].distance = total
      activities[session].isDistanceComputed = true
    }
  }
}

extension Instant {
  /// The first instant after this one.
  fileprivate var next: Instant { advanced(byMilliseconds: 1) }
}

/// A number in the database.
struct SQLiteNumber {
  let decimal: DecimalNumber?
}

extension SQLiteValue {
  /// The number as an exact decimal; `nil` for no value, which these tables store as the lowest
  /// number.
  var number: SQLiteNumber? {
    switch self {
    case .integer(let integer):
      SQLiteNumber(
        decimal: DecimalNumber(
          isNegative: integer < 0, coefficient: UInt128(integer.magnitude)))
    case .real(let real) where abs(real) > 0 && abs(real) < 1e-300: nil
    case .real(let real): SQLiteNumber(decimal: DecimalNumber("\(real)"))
    case .text, .blob: SQLiteNumber(decimal: nil)
    case .null: nil
    }
  }
}

extension Sport {
  /// Makes the sport of an exercise type.
  ///
  /// The numbers are Android's own, not those of the Jetpack library.
  ///
  /// Source: `android.health.connect.datatypes.ExerciseSessionType`.
  init(healthConnect type: Int64?) {
    (kind, isIndoor) = (.other, false)
    guard let type, type != 0 else {
      gap = .missing
      return
    }
    switch type {
    case 33: kind = .run
    case 34: (kind, isIndoor) = (.run, true)
    case 53: kind = .walk
    case 21: kind = .hike
    case 4: kind = .cycle
    case 5: (kind, isIndoor) = (.cycle, true)
    case 48: kind = .swim
    case 49: (kind, isIndoor) = (.swim, true)
    case 31: kind = .row
    case 61: (kind, isIndoor) = (.row, true)
    case 45, 55: kind = .strength
    case 20: kind = .hiit
    case 57: kind = .yoga
    // These sports are known and have no kind of their own, so nothing is missing. Pushing a
    // wheelchair (56) is among them, because it is neither walking nor running.
    case 8, 10, 17, 38, 39, 41, 44, 46, 56, 58, 59, 60: break
    default: gap = .unknown
    }
  }
}
