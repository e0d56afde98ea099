import DaymarkModel

/// The checks of a single item, in the order of Semantics, "What is rejected".
///
/// An end that is too late is found only at the end of the input, where the export date is known.
enum RecordConversion {
  static func amount(
    _ value: DecimalNumber?, _ unit: RecordUnit, of metric: Metric
  ) throws(Failure) -> Quantity {
    let known = try knownUnit(unit)
    guard let ratio = metric.ratio(of: known) else { throw Failure(.unitUnknown, unit) }
    let amount = try quantity(value, times: ratio)
    if metric == .heartRate { try checkHeartRate(amount) }
    return amount
  }

  /// Returns the amount, whether plausible or not; `nil` where the unit or value was not
  /// understood.
  static func understood(
    _ value: DecimalNumber?, _ unit: RecordUnit, of metric: Metric
  ) -> Quantity? {
    guard case .known(let known) = unit, let ratio = metric.ratio(of: known) else { return nil }
    return try? quantity(value, times: ratio)
  }

  static func knownUnit(_ unit: RecordUnit) throws(Failure) -> Unit {
    switch unit {
    case .missing: throw Failure(.unitMissing)
    case .unknown: throw Failure(.unitUnknown, unit)
    case .known(let known): known
    }
  }

  static func quantity(
    _ value: DecimalNumber?, times ratio: UnitRatio
  ) throws(Failure) -> Quantity {
    guard let value else { throw Failure(.notANumber) }
    do {
      return try value.quantity(times: ratio)
    } catch {
      throw Failure(error == .negative ? .negative : .notANumber)
    }
  }

  /// Checks a heart rate, whose limits are inclusive.
  static func checkHeartRate(_ rate: Quantity) throws(Failure) {
    guard isPlausible(heartRate: rate) else { throw Failure(.implausibleHeartRate) }
  }

  static func isPlausible(heartRate rate: Quantity) -> Bool {
    HeartRate.possible.contains(rate)
  }

  /// Returns the time of an item.
  ///
  /// - Parameters:
  ///   - clock: The clock. A wall-clock time is checked against the earliest start only after its
  ///     conversion to an instant.
  ///   - days: The maximum length in days.
  ///   - tooLong: The reason for rejecting a longer item.
  static func interval(
    start: RecordTime, end: RecordTime, _ clock: RecordClock, atMost days: Int,
    otherwise tooLong: Rejection = .timeTooLong
  ) throws(Failure) -> Interval {
    if case .missing = start { throw Failure(.timeMissing) }
    guard let from = start.instant else { throw Failure(.timeMalformed) }
    let to: Instant
    switch end {
    case .missing: to = from
    case .malformed: throw Failure(.timeMalformed)
    case .at(let instant): to = instant
    }
    guard to >= from else { throw Failure(.timeReversed) }
    guard clock == .wall || from >= Record.earliestStart else { throw Failure(.timeOutOfRange) }
    // The limit also bounds the work on one record, which grows with the number of days that it
    // touches.
    let (length, isOver) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    guard !isOver, length <= Int64(days) * 86_400_000 else { throw Failure(tooLong) }
    return Interval(from, to)
  }

  /// A failed check, with the unit if a message should name it.
  struct Failure: Error {
    var reason: Rejection
    var unit: RecordUnit

    init(_ reason: Rejection, _ unit: RecordUnit = .missing) {
      self.reason = reason
      self.unit = unit
    }
  }
}

extension Sample {
  /// Makes the sample of a record.
  ///
  /// - Throws: The first check that fails.
  init(_ record: Record, _ clock: RecordClock) throws(RecordConversion.Failure) {
    guard !record.isNested else { throw RecordConversion.Failure(.nested) }
    let amount = try RecordConversion.amount(record.value, record.unit, of: record.metric)
    let isSummed = record.metric.isCumulative
    let time = try RecordConversion.interval(
      start: record.start, end: record.end, clock, atMost: record.metric.longestDays,
      otherwise: isSummed ? .sampleTooLong : .timeTooLong)
    guard !isSummed || time.duration <= Record.longest else {
      throw RecordConversion.Failure(.sampleTooLong)
    }
    self.init(
      start: time.start, end: time.end, value: amount, source: record.source,
      created: creationSeconds(record.created), isUserEntered: record.isUserEntered,
      line: record.line, byte: record.byte)
  }
}

extension RejectedRecord {
  /// Makes a rejected record of which only the metric and source are known, and perhaps the amount.
  init(_ metric: Metric, source: UInt16, amount: Quantity?, rejectedBy code: FindingCode) {
    self.init(metric: metric, source: source, time: nil, amount: amount, code: code)
  }

  /// Makes a rejected record from the parts that were understood; `nil` where the record cannot
  /// contain an amount.
  ///
  /// That is so for a nested record, which also stands at the top level, and for a heart rate of 0,
  /// which means that the sensor lost contact.
  init?(_ record: Record, _ clock: RecordClock, rejectedBy code: FindingCode) {
    guard !record.isNested else { return nil }
    var amount = RecordConversion.understood(record.value, record.unit, of: record.metric)
    if record.metric == .heartRate, let rate = amount {
      if rate == .zero { return nil }
      if !RecordConversion.isPlausible(heartRate: rate) { amount = nil }
    }
    self.init(
      metric: record.metric, source: record.source, time: nil, amount: amount,
      created: record.created.instant, code: code)
    do {
      let known = try RecordConversion.interval(
        start: record.start, end: record.end, clock, atMost: record.metric.longestDays)
      (time, coversNothing) = (known, known.duration >= Record.shortestLong)
    } catch {
      // If only the start is known, the record may cover the time of the longest record.
      guard let start = record.start.instant, clock == .wall || start >= Record.earliestStart,
        error.reason == .timeReversed || record.end == .malformed
      else { return }
      time = Interval(start, start.advanced(byMilliseconds: Record.longest))
    }
  }
}

extension Metric {
  /// The maximum length of a record with a known time.
  ///
  /// It also bounds the work on one record, which grows with the number of days that it touches.
  ///
  /// - Units: days.
  fileprivate var longestDays: Int {
    isCumulative ? ActivityRecord.longestDays : Record.longestDays
  }
}

/// Returns a creation date in seconds since 1970, or the largest value for an unknown date.
private func creationSeconds(_ time: RecordTime) -> UInt32 {
  guard let instant = time.instant else { return .max }
  return min(UInt32(clamping: instant.secondsSince1970), .max - 1)
}
