import DaymarkModel

/// The longest time for which one heart rate stands; see semantics, section 6.
///
/// - Units: milliseconds.
private let longestHold: Int64 = 600_000

/// The days of heart rate, ascending; see semantics, section 6.
func heartRateDays(
  _ samples: consuming SampleList, _ setAside: SampleList, _ days: ClippedDays
) -> [MeasuredDay] {
  var days = days
  var measured: [MeasuredDay] = []
  var current: HeartRateDay?
  samples.visitInOrder { sample in
    guard days.contains(sample.start) else { return }
    let (day, end) = days.day(containing: sample.start)
    if current?.day != day {
      if let finished = current?.finished() { measured.append(finished) }
      current = HeartRateDay(day: day, end: end)
    }
    current?.add(sample)
  }
  if let finished = current?.finished() { measured.append(finished) }
  let entered = enteredAmounts(setAside, atStart: true, days)
  for index in measured.indices {
    measured[index].setAside = entered[measured[index].day] ?? EnteredAmount()
  }
  return measured
}

/// One day of heart rate while its samples go by.
private struct HeartRateDay {
  let day: CivilDay
  /// End of the day, or of the period.
  let end: Instant
  private var count = 0
  private var sum: Int128 = 0
  private var minimum = Quantity.limit
  private var maximum = Quantity.zero
  private var entered = EnteredAmount()
  /// Samples at the instant that was met last; they stand until the next.
  private var held: (at: Instant, sum: Int128, count: Int128)?
  private var weighted: Int128 = 0
  private var weight: Int128 = 0

  init(day: CivilDay, end: Instant) {
    self.day = day
    self.end = end
  }

  /// - Precondition: Samples come by ascending start.
  mutating func add(_ sample: Sample) {
    let value = Int128(sample.value.microUnits)
    count += 1
    sum += value
    minimum = min(minimum, sample.value)
    maximum = max(maximum, sample.value)
    if sample.isUserEntered { entered.add(EnteredAmount(samples: 1, amount: value)) }
    if let held, held.at == sample.start {
      self.held = (held.at, held.sum + value, held.count + 1)
    } else {
      release(at: sample.start)
      held = (sample.start, value, 1)
    }
  }

  private mutating func release(at next: Instant) {
    guard let held else { return }
    let hold = Int128(min(next.milliseconds - held.at.milliseconds, longestHold))
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
      samples: count, naive: sum, entered: entered)
  }

  private func rounded(_ microUnits: Int128) -> Quantity {
    Quantity(microUnits: Int64(microUnits)).rounded(toMultipleOf: Metric.heartRate.dailyStep)
  }
}
