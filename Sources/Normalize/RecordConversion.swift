import DaymarkModel

/// The checks of Semantics, "What is rejected", that need nothing but the item itself, in their
/// order.
///
/// An end that is too late is seen at the end of the input, which says when it was exported.
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

  /// The amount, possible or not; `nil` where unit or value was not understood.
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

  /// Both bounds are accepted.
  static func checkHeartRate(_ rate: Quantity) throws(Failure) {
    guard isPlausible(heartRate: rate) else { throw Failure(.implausibleHeartRate) }
  }

  static func isPlausible(heartRate rate: Quantity) -> Bool {
    HeartRate.possible.contains(rate)
  }

  /// - Parameters:
  ///   - clock: What a wall clock showed is held against the earliest start once it is an instant.
  ///   - days: The most that it may take.
  ///   - tooLong: What one is that takes more.
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
    // Also what bounds the work on one record: it grows with the days that it touches.
    let (length, isOver) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    guard !isOver, length <= Int64(days) * 86_400_000 else { throw Failure(tooLong) }
    return Interval(from, to)
  }

  /// A check that failed, and the unit when that is what a message should name.
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
  /// The sample of a record, or why it is none.
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
  /// A record of which nothing is known but its metric and source, and perhaps how much it is.
  init(_ metric: Metric, source: UInt16, amount: Quantity?, rejectedBy code: FindingCode) {
    self.init(metric: metric, source: source, time: nil, amount: amount, code: code)
  }

  /// What is understood of a record that was rejected; `nil` of one that can have been nothing.
  ///
  /// A nested one stands at top level too, and a heart rate of 0 is a sensor that lost contact.
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
      // Of a start alone it may be of the time that the longest record takes.
      guard let start = record.start.instant, clock == .wall || start >= Record.earliestStart,
        error.reason == .timeReversed || record.end == .malformed
      else { return }
      time = Interval(start, start.advanced(byMilliseconds: Record.longest))
    }
  }
}

extension Metric {
  /// The most that a record may take to be of a known time.
  ///
  /// Also what bounds the work on one, which grows with the days that it touches.
  ///
  /// - Units: days.
  fileprivate var longestDays: Int {
    isCumulative ? ActivityRecord.longestDays : Record.longestDays
  }
}

/// Seconds since 1970, the largest value standing for an unknown creation.
private func creationSeconds(_ time: RecordTime) -> UInt32 {
  guard let instant = time.instant else { return .max }
  return min(UInt32(clamping: instant.secondsSince1970), .max - 1)
}
