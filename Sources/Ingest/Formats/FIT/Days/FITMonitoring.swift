import DaymarkModel

/// The counters since local midnight and the heart rates in one part of a monitoring file.
struct FITMonitoring {
  /// A heart rate.
  ///
  /// A day has several hundred, so that only the needed facts are kept.
  private struct HeartRate {
    var time: UInt32
    var rate: UInt8
    var byte: Int
  }

  /// The number of events of one kind in the part, such as restarts of a counter, with the place of
  /// the first.
  private struct EventCount {
    private(set) var count = 0
    private(set) var byte = 0

    mutating func add(_ more: Int, at place: Int) {
      if count == 0 { byte = place }
      count += more
    }
  }

  private var days = FITMonitoringDays()
  private var heartRates: [HeartRate] = []
  /// The offset from UTC in the earliest `monitoring_info`.
  private var offset: (at: Instant, seconds: Int)?
  private var resets = EventCount()
  private var timeless = EventCount()
  private var problems: [FITMonitoringDays.Problem: EventCount] = [:]
  private var times: ClosedRange<UInt32>?
  /// The newest time in `monitoring_info` or, after the first, in `monitoring`.
  private var latest: Int?
  private var hasReadings = false

  /// The time from the first reading to the last.
  private var span: Interval? {
    guard let times, let first = FITTime.instant(times.lowerBound),
      let last = FITTime.instant(times.upperBound)
    else { return nil }
    return Interval(first, last)
  }

  /// Whether the part has no readings, not even invalid ones.
  var isEmpty: Bool { times == nil && timeless.count == 0 }

  mutating func add(_ message: FITMessage) {
    switch message.number {
    case FITProfile.MonitoringInfo.message: addInfo(message)
    case FITProfile.Monitoring.message: addMonitoring(message)
    default: break
    }
  }

  private mutating func addInfo(_ message: FITMessage) {
    typealias Field = FITProfile.MonitoringInfo
    let lengths = message.integers(Field.cyclesToDistance)
    for (type, length) in zip(message.integers(Field.activityType), lengths) {
      guard let type = type.flatMap(UInt8.init(exactly:)), let length else { continue }
      days.cyclesToDistance[FITActivityType(rawValue: type)] = Int(UInt16(clamping: length))
    }
    if let time = message.timestamp { latest = max(latest ?? 0, Int(time)) }
    guard let local = message.time(Field.localTimestamp), let utc = message.timestamp,
      let at = FITTime.instant(utc),
      let seconds = FITTime.offsetSeconds(local: local, utc: utc)
    else { return }
    days.offset = seconds
    if at < offset?.at ?? Instant(milliseconds: .max) { offset = (at, seconds) }
  }

  private mutating func addMonitoring(_ message: FITMessage) {
    let time = time(of: message)
    if let time { (latest, hasReadings) = (Int(time), true) }
    let readings = readings(of: message)
    let rate = message.integer(FITProfile.Monitoring.heartRate, as: UInt8.self)
      .flatMap { $0 == 0 ? nil : $0 }
    guard readings != nil || rate != nil else { return }
    guard let time, time >= FITTime.firstDate else {
      timeless.add(1, at: message.byte)
      return
    }
    times = min(time, times?.lowerBound ?? time)...max(time, times?.upperBound ?? time)
    if let rate { heartRates.append(HeartRate(time: time, rate: rate, byte: message.byte)) }
    guard let readings else { return }
    do {
      let type = activityType(of: message)
      let fallen = try days.read(readings, type: type, at: Int(time), byte: message.byte)
      if fallen > 0 { resets.add(fallen, at: message.byte) }
    } catch {
      problems[error, default: EventCount()].add(1, at: message.byte)
    }
  }

  /// Returns the message's timestamp, or else the time with its last 16 bits; FIT Profile, type
  /// `date_time`.
  ///
  /// An event may precede older readings, so it is used only before the first reading. After that,
  /// the bits mean a later time, or one in the hour before. The first reading is the one nearest to
  /// the last event.
  private func time(of message: FITMessage) -> UInt32? {
    if let time = message.timestamp { return time }
    let stated = message.lastTimestamp.map { Int($0) }
    guard let last = hasReadings ? latest : stated else { return nil }
    guard let low = message.time(FITProfile.Monitoring.timestamp16) else { return UInt32(last) }
    var earliest = (latest ?? 0) - Self.mostBehind
    if !hasReadings { earliest = max(earliest, last - (1 << 15)) }
    return UInt32(clamping: earliest + (Int(low) - earliest) & 0xFFFF)
  }

  /// The maximum delay of a reading.
  ///
  /// Devices write readings up to an hour late, and none for most of a night.
  ///
  /// - Units: seconds.
  private static let mostBehind = 3600

  /// Returns the activity type, or else the lower five bits of the field that combines it with the
  /// intensity.
  private func activityType(of message: FITMessage) -> FITActivityType {
    typealias Field = FITProfile.Monitoring
    if let type = message.integer(Field.activityType, as: UInt8.self) {
      return FITActivityType(rawValue: type)
    }
    let both = message.integer(Field.currentActivityTypeIntensity)
    return both.map { FITActivityType(rawValue: UInt8($0 & 0x1F)) } ?? .invalid
  }

  /// Returns the counters' figures in a message; `nil` for a message without a counter.
  private func readings(of message: FITMessage) -> FITCounterTable<FITCounter.Figure>? {
    var table = FITCounterTable<FITCounter.Figure>()
    var isEmpty = true
    for counter in FITCounterField.all where table[counter.kind] == nil {
      guard let value = message.integer(counter.field, as: UInt32.self) else { continue }
      table[counter.kind] = .init(value: Int(value) * counter.step, coarseness: counter.step)
      isEmpty = false
    }
    return isEmpty ? nil : table
  }

  // MARK: Giving it away

  private static let batchSize = 1024

  /// Sends the data, and reports invalid parts.
  func send(to sink: inout InputSink, source: UInt16) throws {
    if let offset { sink.addOffset(seconds: offset.seconds, at: offset.at) }
    var batch = RecordBatch()
    for rate in heartRates {
      batch.records.append(
        Record(
          metric: .heartRate, source: source, unit: .known(.beatsPerMinute),
          value: DecimalNumber(coefficient: UInt128(rate.rate)),
          start: FITTime.instant(rate.time).map(RecordTime.at) ?? .malformed, line: 0,
          byte: rate.byte))
      if batch.records.count == Self.batchSize {
        try sink.send(batch)
        batch.records.removeAll(keepingCapacity: true)
      }
    }
    batch.totals = days.totals(source: source)
    if batch.count > 0 { try sink.send(batch) }
    // The sent data does not show these days, so they are added as damaged.
    if !problems.isEmpty, let span { sink.facts.damagedSpans.append(span) }
    tellFindings(to: &sink)
  }

  private func tellFindings(to sink: inout InputSink) {
    if resets.count > 0 { sink.find(.counterReset, byte: resets.byte, count: resets.count) }
    if timeless.count > 0 {
      sink.find(.timeMalformed, byte: timeless.byte, count: timeless.count)
    }
    for problem in FITMonitoringDays.Problem.allCases {
      guard let tally = problems[problem] else { continue }
      sink.find(.activityMalformed, byte: tally.byte, count: tally.count) {
        $0.problem = problem.ofActivityFile
      }
    }
  }
}
