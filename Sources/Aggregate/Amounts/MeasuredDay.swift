import DaymarkModel

/// The day of one metric in micro-units, before it is rounded.
struct MeasuredDay {
  /// The amounts of one source on the day, in micro-units.
  typealias Contribution = (source: UInt16, contributed: Int128, covered: Int128, offered: Int128)

  var day: CivilDay
  /// The end of the day, or of the period where that is earlier.
  var end: Instant
  /// The day's value; `nil` for a heart rate of which only other figures are known.
  var value: Int128?
  /// Whether the figures are a tracker's own, and not made from samples.
  var isTotal = false
  var heartRate: HeartRateFigures?
  var samples: Int
  /// The sum over all sources before merging, with their totals for the day and without user-entered
  /// samples that were set aside.
  var naive: Int128
  /// The user-entered samples that were accepted.
  var entered = EnteredAmount()
  /// The user-entered samples that the policy set aside.
  var setAside = EnteredAmount()
  var contributions: [Contribution] = []
  var alternate: Int128?
  /// The phone whose samples, and the source whose total, are two figures for the day; the larger
  /// one is the value.
  var rivals: (phone: UInt16, total: UInt16)?
  /// The other figures that could be the day's value: each day total, or the sum of samples where a
  /// total is the value.
  var alternates: [Int128] = []
  /// The part of ``naive`` that was written late.
  var late: Int128 = 0
  /// The fastest rate at which the amount was recorded, in the unit of the metric's flag.
  var extreme: Quantity?
  /// The amounts by hour of the sources that are part of the value, for steps and the distance on
  /// foot.
  var hours: [UInt16: HourlyAmounts] = [:]
  /// The length of a step in meters, for the distance on foot.
  var strideLength: Quantity?

  /// Every figure that could be the day's value, with the value itself.
  var possibleValues: [Int128] { alternates + (value.map { [$0] } ?? []) }

  /// The rounded day; `nil` when the value is beyond what a day may have.
  func aggregate(of metric: Metric, isComplete: Bool) -> DailyAggregate? {
    let quantity = value.flatMap { Quantity(exactly: $0) }
    if value != nil, quantity == nil { return nil }
    let step = metric.dailyStep
    func figure(_ microUnits: Int128) -> Quantity {
      // Only a measure can be beyond the limit here, and the limit says enough: it is enormous.
      (Quantity(exactly: microUnits) ?? .limit).rounded(toMultipleOf: step)
    }
    var measure = QualityMeasure()
    measure.samples = samples
    measure.manualSamples = entered.samples + setAside.samples
    measure.manualAmount = figure(entered.amount + setAside.amount)
    measure.naive = figure(naive)
    measure.manualShare = manualShare
    measure.contributions = contributions.map {
      SourceContribution(
        source: Int($0.source), contributed: figure($0.contributed), covered: figure($0.covered),
        offered: figure($0.offered))
    }
    measure.alternate = alternate.map(figure)
    measure.rivals = rivals.map { FigureRivals(phone: Int($0.phone), total: Int($0.total)) }
    measure.setAside = figure(setAside.amount)
    measure.late = figure(late)
    measure.figures = figures(of: metric)
    return DailyAggregate(
      metric: metric, day: day, value: quantity?.rounded(toMultipleOf: step),
      heartRate: heartRate, isComplete: isComplete, measure: measure)
  }

  /// The figures with which limits are compared.
  ///
  /// Figures of zero are left out, because no limit is below zero.
  private func figures(of metric: Metric) -> [FlagCode: Quantity] {
    var figures: [FlagCode: Quantity] = [:]
    func add(_ code: FlagCode, _ figure: Quantity?) {
      if let figure, figure > .zero { figures[code] = figure }
    }
    if let code = metric.facts.extreme { add(code, extreme) }
    add(.strideLength, strideLength)
    if metric.isCumulative {
      add(.manualShare, percent(entered.amount + setAside.amount, of: naive + setAside.amount))
      add(.lateShare, percent(late, of: naive))
    }
    return figures
  }

  private func percent(_ part: Int128, of all: Int128) -> Quantity? {
    all == 0 ? nil : .qualityFigure(part * 100_000_000, dividedBy: all)
  }

  /// The share of user-entered values in all values before merging, in ten-thousandths; `nil` where
  /// their sum is zero.
  private var manualShare: Int? {
    let manual = entered.amount + setAside.amount
    let all = naive + setAside.amount
    return all == 0 ? nil : Int(dividedRounding(manual * 10_000, by: all))
  }
}

/// Returns the user-entered samples that do not count, by the days on which they are.
///
/// - Parameter atStart: Whether a sample belongs to the day of its start alone, as a heart rate
///   does.
func enteredAmounts(
  _ setAside: SampleList, atStart: Bool, _ days: ClippedDays
) -> [CivilDay: EnteredAmount] {
  var days = days
  var amounts: [CivilDay: EnteredAmount] = [:]
  func add(_ amount: Int128, _ day: CivilDay) {
    amounts[day, default: EnteredAmount()].add(EnteredAmount(samples: 1, amount: amount))
  }
  setAside.visit { sample in
    if sample.isInstant || atStart {
      guard days.contains(sample.start) else { return }
      add(Int128(sample.value.microUnits), days.day(containing: sample.start).day)
      return
    }
    guard let part = days.part(of: sample) else { return }
    var start = part.start
    while start < part.end {
      let (day, dayEnd) = days.day(containing: start)
      let end = min(dayEnd, part.end)
      add(sample.amount(from: start, to: end), day)
      start = end
    }
  }
  return amounts
}
