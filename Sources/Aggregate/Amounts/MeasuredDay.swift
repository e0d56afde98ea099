import DaymarkModel

/// A day of one metric in micro-units, before it is rounded.
struct MeasuredDay {
  /// The part of one source.
  typealias Contribution = (source: UInt16, contributed: Int128, covered: Int128, offered: Int128)

  var day: CivilDay
  /// End of the day, or of the period.
  var end: Instant
  /// `nil` for a heart rate of which only other figures are known.
  var value: Int128?
  /// The figures are a tracker's own, not made from samples.
  var isTotal = false
  var heartRate: HeartRateFigures?
  var samples: Int
  /// All accepted samples before merging.
  var naive: Int128
  /// User-entered samples that were accepted.
  var entered = EnteredAmount()
  /// User-entered samples that the policy set aside.
  var setAside = EnteredAmount()
  var contributions: [Contribution] = []
  var alternate: Int128?
  /// The phone whose walk and the source whose total are two figures for the day, of which the larger is the value.
  var rivals: (phone: UInt16, total: UInt16)?
  /// What could be the value instead where totals are: each of them, and the walk.
  var alternates: [Int128] = []
  /// The part of `naive` that was written late.
  var late: Int128 = 0
  /// The extreme, in the unit of the metric's flag.
  var extreme: Quantity?
  /// The amounts by hour of the sources that gave to the day's value, for steps and the distance on
  /// foot.
  var hours: [UInt16: HourlyAmounts] = [:]
  /// The length of a stride in meters, for the distance on foot.
  var strideLength: Quantity?

  /// What could be the value, itself among them.
  var possibleValues: [Int128] { alternates + (value.map { [$0] } ?? []) }

  /// The daily aggregate, `nil` when the value is beyond what a day may have.
  func aggregate(of metric: Metric, isComplete: Bool) -> DailyAggregate? {
    let quantity = value.flatMap { Quantity(exactly: $0) }
    if value != nil, quantity == nil { return nil }
    let step = metric.dailyStep
    func figure(_ microUnits: Int128) -> Quantity {
      // Only a measure may be beyond the limit here; that it is enormous is all it has to say.
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

  /// The figures that limits are compared with.
  ///
  /// Figures of zero are left out: no limit lies below.
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

  /// User-entered values over all values before merging, in ten-thousandths.
  private var manualShare: Int? {
    let manual = entered.amount + setAside.amount
    let all = naive + setAside.amount
    return all == 0 ? nil : Int(dividedRounding(manual * 10_000, by: all))
  }
}

/// User-entered samples that were set aside, by the days they lie in.
///
/// - Parameter atStart: A sample acts at its start alone, as heart rates do.
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
