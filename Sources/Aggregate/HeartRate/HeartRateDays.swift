import DaymarkModel

/// The days of heart rate, ascending; see Semantics, "A heart-rate day".
///
/// - Parameters:
///   - sessions: The sessions whose rates are counted by themselves.
///   - open: The time of each day, in milliseconds, in which rejected records may have changed which
///     rate counts.
/// - Returns: The days, and the time at each rate of the sessions that have any, by their index.
func heartRateDays(
  _ samples: consuming SampleList, _ setAside: SampleList, _ summaries: DatedTotals,
  _ sources: [Source], _ days: ClippedDays, _ sessions: SessionIntervals,
  open: [CivilDay: Int64] = [:]
) -> (days: [MeasuredDay], sessions: [Int: HeartRateTimes]) {
  if sources.contains(where: \.isEcho) { samples.dropEchoes(summaries, sources, days) }
  let entered = enteredAmounts(setAside, atStart: true, days)
  var sweep = HeartRateSweep(days: days, constant: ConstantHeartRates(sources: sources.count))
  var spans = HeartRateSpans(sources: sources.count, days, sessions)
  samples.visitInOrder {
    sweep.add($0)
    spans.add($0)
  }
  sweep.finishDay()
  let (times, ofSessions) = spans.finished()
  var measured = withSummaries(sweep.measured, summaries, sources, days)
  for index in measured.indices {
    let day = measured[index].day
    measured[index].setAside = entered[day] ?? EnteredAmount()
    measured[index].heartRate?.openMinutes = .minutes(ofMilliseconds: open[day] ?? 0)
    if let times = times[day], !measured[index].isTotal {
      measured[index].heartRate?.times = times
    }
  }
  return (measured, ofSessions)
}

/// Makes days of heart rate from samples in their order.
private struct HeartRateSweep {
  var days: ClippedDays
  var constant: ConstantHeartRates
  private(set) var measured: [MeasuredDay] = []
  private var current: HeartRateDay?

  init(days: ClippedDays, constant: ConstantHeartRates) {
    (self.days, self.constant) = (days, constant)
  }

  mutating func add(_ sample: Sample) {
    guard days.contains(sample.start) else { return }
    let (day, end) = days.day(containing: sample.start)
    if current?.day != day {
      finishDay()
      current = HeartRateDay(day: day, end: end)
    }
    current?.add(sample)
    constant.add(sample, on: day)
  }

  mutating func finishDay() {
    guard var finished = current?.finished() else { return }
    finished.extreme = constant.endDay()
    measured.append(finished)
    current = nil
  }
}

/// Adds the days that are known from daily summaries alone; see Semantics, "A heart-rate day".
private func withSummaries(
  _ measured: [MeasuredDay], _ summaries: DatedTotals, _ sources: [Source], _ days: ClippedDays
) -> [MeasuredDay] {
  let sampled = Set(measured.map(\.day))
  let summarised = summaries.days.compactMap { day, totals -> MeasuredDay? in
    if sampled.contains(day) { return nil }
    let own = totals.filter { !sources[Int($0.source)].isEcho }
    return summarisedDay(
      day, ending: days.calendar.interval(of: day).end, own.isEmpty ? totals : own)
  }
  return (measured + summarised).sorted { $0.day < $1.day }
}

extension SampleList {
  /// Removes the samples of echoes on days on which another source has data.
  fileprivate mutating func dropEchoes(
    _ summaries: DatedTotals, _ sources: [Source], _ days: ClippedDays
  ) {
    var days = days
    func isEcho(_ source: UInt16) -> Bool { sources[Int(source)].isEcho }
    var own = Set(
      summaries.days.filter { $0.value.contains { !isEcho($0.source) } }.map(\.key))
    visit { sample in
      guard !isEcho(sample.source), days.contains(sample.start) else { return }
      own.insert(days.day(containing: sample.start).day)
    }
    removeAll { sample in
      isEcho(sample.source) && days.contains(sample.start)
        && own.contains(days.day(containing: sample.start).day)
    }
  }
}

/// Makes a day from daily summaries.
///
/// - Returns: `nil` when the summaries state no figure.
private func summarisedDay(
  _ day: CivilDay, ending end: Instant, _ totals: [DayTotal]
) -> MeasuredDay? {
  var figures = HeartRateFigures(count: 0)
  var average: (source: UInt16, value: Quantity)?
  var entered = EnteredAmount()
  for total in totals {
    guard case .heartRate(let minimum, let maximum, let mean) = total.figure else { continue }
    figures.minimum = [figures.minimum, minimum].compactMap { $0 }.min()
    figures.maximum = [figures.maximum, maximum].compactMap { $0 }.max()
    // The best source's average counts; of several averages of that source the largest counts, as
    // with other totals.
    if let mean, average.map({ (total.source, $0.value) < ($0.source, mean) }) ?? true {
      average = (total.source, mean)
    }
    if total.isUserEntered { entered.add(EnteredAmount(samples: 1)) }
  }
  guard figures.minimum != nil || figures.maximum != nil || average != nil else { return nil }
  figures.minimum = figures.minimum?.rounded(toMultipleOf: Metric.heartRate.dailyStep)
  figures.maximum = figures.maximum?.rounded(toMultipleOf: Metric.heartRate.dailyStep)
  return MeasuredDay(
    day: day, end: end, value: average.map { Int128($0.value.microUnits) }, isTotal: true,
    heartRate: figures, samples: totals.count, naive: 0, entered: entered)
}

/// One day of heart rate, while its samples are added.
private struct HeartRateDay {
  let day: CivilDay
  /// The end of the day, or of the period where that is earlier.
  let end: Instant
  private var count = 0
  private var sum: Int128 = 0
  private var minimum = Quantity.limit
  private var maximum = Quantity.zero
  private var entered = EnteredAmount()
  private var late: Int128 = 0
  /// The sum and number of the samples at the last instant; their mean stands until the next
  /// instant.
  private var held: (at: Instant, sum: Int128, count: Int128)?
  private var weighted: Int128 = 0
  private var weight: Int128 = 0

  init(day: CivilDay, end: Instant) {
    self.day = day
    self.end = end
  }

  /// Adds a sample.
  ///
  /// - Precondition: Samples are added by ascending start.
  mutating func add(_ sample: Sample) {
    let value = Int128(sample.value.microUnits)
    count += 1
    sum += value
    minimum = min(minimum, sample.value)
    maximum = max(maximum, sample.value)
    if sample.isUserEntered { entered.add(EnteredAmount(samples: 1, amount: value)) }
    if sample.isLate { late += value }
    if let held, held.at == sample.start {
      self.held = (held.at, held.sum + value, held.count + 1)
    } else {
      release(at: sample.start)
      held = (sample.start, value, 1)
    }
  }

  private mutating func release(at next: Instant) {
    guard let held else { return }
    let hold = Int128(min(next.milliseconds - held.at.milliseconds, HeartRate.longestHold))
    weighted += dividedRounding(held.sum, by: held.count) * hold
    weight += hold
    self.held = nil
  }

  consuming func finished() -> MeasuredDay {
    release(at: end)
    let figures = HeartRateFigures(
      minimum: rounded(Int128(minimum.microUnits)), maximum: rounded(Int128(maximum.microUnits)),
      mean: rounded(dividedRounding(sum, by: Int128(count))), count: count)
    return MeasuredDay(
      day: day, end: end, value: dividedRounding(weighted, by: weight), heartRate: figures,
      samples: count, naive: sum, entered: entered, late: late)
  }

  private func rounded(_ microUnits: Int128) -> Quantity {
    Quantity(microUnits: Int64(microUnits)).rounded(toMultipleOf: Metric.heartRate.dailyStep)
  }
}
