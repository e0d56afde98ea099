import DaymarkModel

/// The data of one source on one day of a cumulative metric.
struct SourceDay {
  var source: UInt16
  /// The end of the day, or of the period where that is earlier.
  var end: Instant
  var samples = 0
  /// The number of samples that are not day totals.
  var sweptSamples = 0
  /// The sum of the source's samples, covered or not, in micro-units.
  var offered: Int128 = 0
  /// The sum of the parts of the samples that no better source covers.
  var uncovered: Int128 = 0
  /// The sum of the source's day totals, which only the naive sum uses.
  var totals: Int128 = 0
  /// The largest of the totals that cover the whole day.
  var largestTotal: Quantity?
  /// The largest of the totals that cover a part of the day, by activity type.
  var largestParts: [UInt8: Quantity] = [:]
  var entered = EnteredAmount()
  /// The sum of the samples that were written late.
  var late: Int128 = 0
  /// The fastest rate at which the amount was recorded, in the unit of the metric's flag; `nil`
  /// where no sample that counts has a length.
  var extreme: Quantity?
  /// The sums of samples by hour, for metrics for which these are needed.
  var hours = HourlyAmounts()

  mutating func count(_ value: Int128, isUserEntered: Bool, isLate: Bool = false) {
    samples += 1
    if isUserEntered { entered.add(EnteredAmount(samples: 1, amount: value)) }
    if isLate { late += value }
  }

  mutating func add(total: Quantity, of part: DayTotalPart) {
    totals += Int128(total.microUnits)
    switch part {
    case .whole: largestTotal = max(largestTotal ?? .zero, total)
    case .activityType(let type):
      largestParts[type] = max(largestParts[type] ?? .zero, total)
    }
  }
}

/// The number of user-entered samples of a day, and their sum before merging.
struct EnteredAmount {
  var samples = 0
  var amount: Int128 = 0

  mutating func add(_ other: EnteredAmount) {
    samples += other.samples
    amount += other.amount
  }
}

/// Walks over the samples source by source, best first, and counts time that is not yet covered;
/// see Semantics, "A cumulative day", steps 1 to 4.
struct CumulativeSweep {
  private var days: ClippedDays
  private let totals: InstantTotals
  private var extremes: SourceExtremes?
  private let keepsHours: Bool
  private var covered = CoveredTime()
  /// The data of the finished sources by day, best first.
  private(set) var byDay: [CivilDay: [SourceDay]] = [:]
  /// The number of records of each finished source that overlap others of the same source.
  private(set) var overlaps: [RecordOverlap] = []
  private var own = OwnOverlaps()
  private let metric: Metric
  /// The days of the current source that the sweep has left for another day; the present one is
  /// ``tally``.
  private var walked: [CivilDay: SourceDay] = [:]
  /// For the days that long records touch, the data of every source together with these records.
  private var joined: [CivilDay: [UInt16: SourceDay]] = [:]
  private var source: UInt16 = 0
  private var day: CivilDay?
  private var tally = SourceDay(source: 0, end: Instant(milliseconds: 0))

  init(of metric: Metric, days: ClippedDays, totals: InstantTotals) {
    (self.metric, self.days) = (metric, days)
    self.totals = totals
    extremes = Extreme(of: metric).map(SourceExtremes.init)
    keepsHours = metric == .steps || metric == .distanceWalkingRunning
  }

  /// Adds a sample.
  ///
  /// - Precondition: Samples are added by source, best first, then by ascending start.
  mutating func add(_ sample: Sample) {
    if sample.source != source {
      endSource()
      source = sample.source
    }
    guard let part = days.part(of: sample) else { return }
    if sample.isInstant {
      addInstant(sample)
    } else {
      addInterval(sample, part)
      covered.add(part)
      own.add(part)
    }
  }

  private mutating func addInstant(_ sample: Sample) {
    select(days.day(containing: sample.start))
    let value = Int128(sample.value.microUnits)
    tally.count(value, isUserEntered: sample.isUserEntered, isLate: sample.isLate)
    if totals.isTotal(sample) {
      tally.add(total: sample.value, of: .whole)
    } else {
      own.addInstant()
      tally.sweptSamples += 1
      tally.offered += value
      if !covered.covers(sample.start) { tally.uncovered += value }
    }
  }

  private mutating func addInterval(_ sample: Sample, _ part: Interval) {
    var index = covered.firstIndex(endingAfter: part.start)
    var start = part.start
    if sample.isShorterThanADay { extremes?.begin(sample, on: days.day(containing: start).day) }
    while start < part.end {
      let day = days.day(containing: start)
      select(day)
      let piece = Interval(start, min(day.end, part.end))
      let amount = sample.amount(from: piece.start, to: piece.end)
      tally.count(amount, isUserEntered: sample.isUserEntered, isLate: sample.isLate)
      tally.sweptSamples += 1
      tally.offered += amount
      if keepsHours, sample.isShorterThanADay {
        tally.hours.add(sample, in: piece, ofDayEnding: day.end)
      }
      covered.forEachUncovered(in: piece, from: &index) { part in
        tally.uncovered += sample.amount(of: part)
        if sample.isShorterThanADay { extremes?.add(sample, part, on: day.day) }
      }
      start = piece.end
    }
  }

  /// Moves on to another day of the current source: stores the data of the present day, and takes
  /// up that of the other.
  private mutating func select(_ selected: (day: CivilDay, end: Instant)) {
    guard day != selected.day else { return }
    if let day { walked[day] = tally }
    day = selected.day
    tally = walked[selected.day] ?? SourceDay(source: source, end: selected.end)
  }

  /// Adds the records of four hours or more, in the order in which they take free time, after all
  /// sources have been swept.
  mutating func add(long: [Sample], _ sources: [Source]) {
    var counted: [(sample: Sample, part: Interval)] = []
    for sample in long {
      guard sample.isDayLongTotal(sources) else {
        if let part = days.part(of: sample) { counted.append((sample, part)) }
        continue
      }
      let (day, end) = days.day(containing: sample.middle)
      guard days.containsWhole(day) else { continue }
      update(day, ending: end, of: sample.source) {
        $0.count(
          Int128(sample.value.microUnits), isUserEntered: sample.isUserEntered,
          isLate: sample.isLate)
        $0.add(total: sample.value, of: .whole)
      }
    }
    addLeft(counted)
    for (day, sources) in joined {
      byDay[day] = sources.values.sorted { $0.source < $1.source }
    }
    joined = [:]
  }

  /// Adds long records, each in the time that is still free.
  private mutating func addLeft(_ counted: [(sample: Sample, part: Interval)]) {
    guard !counted.isEmpty else { return }
    var free = FreeTime(of: counted.map(\.part), covered)
    var bySource: [UInt16: [(sample: Sample, pieces: [Interval])]] = [:]
    for (sample, part) in counted {
      let pieces = free.pieces(of: part)
      free.take(part)
      add(long: sample, part, pieces)
      bySource[sample.source, default: []].append((sample, pieces))
    }
    for (source, long) in bySource { addExtremes(of: long, source) }
  }

  private mutating func add(long sample: Sample, _ part: Interval, _ pieces: [Interval]) {
    let keepsHours = keepsHours && sample.isShorterThanADay
    for (day, piece) in dayParts(of: part) {
      let amount = sample.amount(from: piece.start, to: piece.end)
      update(day.day, ending: day.end, of: sample.source) {
        $0.count(amount, isUserEntered: sample.isUserEntered, isLate: sample.isLate)
        $0.sweptSamples += 1
        $0.offered += amount
        if keepsHours { $0.hours.add(sample, in: piece, ofDayEnding: day.end) }
      }
    }
    for (day, piece) in pieces.flatMap({ dayParts(of: $0) }) {
      let amount = sample.amount(from: piece.start, to: piece.end)
      update(day.day, ending: day.end, of: sample.source) { $0.uncovered += amount }
    }
  }

  /// The parts of an interval that lie on one day each, in ascending order.
  private mutating func dayParts(
    of interval: Interval
  ) -> [(day: (day: CivilDay, end: Instant), piece: Interval)] {
    var parts: [(day: (day: CivilDay, end: Instant), piece: Interval)] = []
    var start = interval.start
    while start < interval.end {
      let day = days.day(containing: start)
      parts.append((day, Interval(start, min(day.end, interval.end))))
      start = parts[parts.count - 1].piece.end
    }
    return parts
  }

  /// Measures how fast the amounts of long records came, without the shorter records of their
  /// source.
  private mutating func addExtremes(
    of long: [(sample: Sample, pieces: [Interval])], _ source: UInt16
  ) {
    guard var extremes else { return }
    for (sample, pieces) in long.sorted(by: { $0.sample.start < $1.sample.start })
    where sample.isShorterThanADay {
      guard let part = days.part(of: sample) else { continue }
      extremes.begin(sample, on: days.day(containing: part.start).day)
      for (day, piece) in pieces.flatMap({ dayParts(of: $0) }) {
        extremes.add(
          sample, CoveredTime.Uncovered(interval: piece, milliseconds: piece.duration), on: day.day)
      }
    }
    for (day, extreme) in extremes.endSource() {
      let known = joined[day]?[source]?.extreme ?? .zero
      joined[day]?[source]?.extreme = max(known, extreme)
    }
  }

  /// Changes the data of a source on a day, after all sources were walked over.
  ///
  /// - Parameters:
  ///   - end: The end of the day, for a source that has no data of it yet.
  ///   - body: Changes the data.
  private mutating func update(
    _ day: CivilDay, ending end: Instant, of source: UInt16, _ body: (inout SourceDay) -> Void
  ) {
    if joined[day] == nil {
      joined[day] = Dictionary(
        uniqueKeysWithValues: (byDay[day] ?? []).map { ($0.source, $0) })
    }
    body(&joined[day, default: [:]][source, default: SourceDay(source: source, end: end)])
  }

  /// Ends the current source, whose time then counts as covered for the sources after it.
  mutating func endSource() {
    if let day { walked[day] = tally }
    for (day, extreme) in extremes?.endSource() ?? [:] { walked[day]?.extreme = extreme }
    for (day, tally) in walked { byDay[day, default: []].append(tally) }
    if own.overlapping > 0 {
      overlaps.append(
        RecordOverlap(
          metric: metric, source: Int(source), records: own.records, overlapping: own.overlapping))
    }
    own = OwnOverlaps()
    walked = [:]
    day = nil
    covered.endSource()
  }
}

extension Sample {
  /// Whether the sample was written late; false where the time of writing is not known.
  var isLate: Bool {
    let latest = Int64(QualityMeasure.lateAfterHours) * 3_600_000
    return created != .max && Int64(created) * 1000 - end.milliseconds > latest
  }

  /// Whether the sample is short enough to measure how fast an amount came; one of a day or more
  /// tells no more than a total does.
  fileprivate var isShorterThanADay: Bool { duration < 24 * 3_600_000 }

  /// The sample's amount in an uncovered part of its interval.
  fileprivate func amount(of part: CoveredTime.Uncovered) -> Int128 {
    guard !part.isWhole else { return amount(from: part.interval.start, to: part.interval.end) }
    return dividedRounding(
      Int128(value.microUnits) * Int128(part.milliseconds), by: Int128(duration))
  }

  /// The sample's amount between two instants of its interval, in micro-units.
  ///
  /// The amount up to an instant is rounded, and not that of each piece, so that the amounts of
  /// consecutive pieces add up to exactly the whole.
  func amount(from a: Instant, to b: Instant) -> Int128 {
    amount(until: b) - amount(until: a)
  }

  private func amount(until instant: Instant) -> Int128 {
    if instant == start { return 0 }
    if instant == end { return Int128(value.microUnits) }
    return dividedRounding(
      Int128(value.microUnits) * Int128(instant.milliseconds - start.milliseconds),
      by: Int128(duration))
  }
}
