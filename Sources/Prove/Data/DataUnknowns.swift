import DaymarkModel

/// The data of one subject in a period, after the proof deadline, all of it chosen by a solver.
///
/// Days are identified by their index in the period.
final class DataUnknowns {
  let days: [CivilDay]
  let asked: AskedData
  let problem: Problem
  let scope: RuleQuestion.Scope
  private(set) var damaged: [LinearSum] = []
  /// For each origin of data and each day, 1 where the day is after the end of that data.
  private var past: [Column.Origin: [LinearSum]] = [:]
  private var figures: [Column: [Figure]] = [:]
  private(set) var sessions: [[SessionUnknowns]] = []
  /// The typed-in share of each metric, in ten-thousandths.
  private(set) var manualShares: [Metric: LinearSum] = [:]
  private(set) var lateShares: [Metric: LinearSum] = [:]
  private(set) var flags: [FlagCode: LinearSum] = [:]
  /// Returns the amount that one session adds to a sum; see ``RuleQuestion/Setting/amountsOfOne``.
  let amountsOfOne: (ActivitySum, ActivityTest) -> ClosedRange<Int128>
  /// The range of each value, day and policy.
  ///
  /// Two rules share it, so that they use the same unknowns.
  private var ranges: [RangeKey: FigureRange] = [:]
  /// The sessions of a day that leave a sum open, for each range of such a sum.
  private(set) var openSessions: [RangeKey: OpenSessions] = [:]
  /// The keys of ``ranges``, in the order of creation.
  private(set) var rangeKeys: [RangeKey] = []

  /// A figure of one day, in steps of its column.
  struct Figure {
    /// The number 1 where the figure exists, else 0.
    let exists: LinearSum
    /// The recorded figure; for amounts 0 where none is recorded.
    let recorded: LinearSum
    /// The range that rejected records leave open; `nil` where they cannot.
    var opened: Opened?

    struct Opened {
      let least: LinearSum
      let most: LinearSum
      let isUnbounded: LinearSum
    }
  }

  struct RangeKey: Hashable {
    let value: DayValue
    let day: Int
    let readsMissingAsZero: Bool
  }

  /// The largest figure, in micro-units.
  static let mostMicroUnits = Int128(Quantity.limit.microUnits)

  init(
    _ setting: RuleQuestion.Setting, _ asked: AskedData, _ scope: RuleQuestion.Scope,
    in problem: Problem
  ) {
    (self.asked, self.problem, self.scope) = (asked, problem, scope)
    (days, amountsOfOne) = (setting.days, setting.amountsOfOne)
    damaged = days.map { _ in scope == .whole ? LinearSum() : problem.choice() }
    let origins = Set(asked.columns.map(\.origin))
    for origin in Column.Origin.allCases where origins.contains(origin) { past[origin] = ends() }
    for column in asked.columns { figures[column] = days.indices.map { figure(column, $0) } }
    if !asked.sessions.values.isEmpty {
      let kinds = SessionKinds(asked.sessions)
      sessions = days.map { _ in
        let ofDay = (0..<setting.sessionsPerDay).map { _ in
          SessionUnknowns(kinds, asked, lacksNothing: scope == .whole, in: problem)
        }
        for (session, next) in zip(ofDay, ofDay.dropFirst()) {
          problem.require(next.exists <= session.exists)
        }
        return ofDay
      }
    }
    for metric in asked.manual.sorted() { manualShares[metric] = share(of: metric) }
    for metric in asked.late.sorted() { lateShares[metric] = share(of: metric) }
    // All numbers above what every gate allows have the same effect, so one such number is enough.
    for code in asked.flags { flags[code] = problem.unknown(0, Int128(asked.mostFlags + 1)) }
    if scope == .cases { days.indices.forEach(requireDataAfterDamage) }
    requireOrder()
  }

  // MARK: Unknowns

  /// Returns a number for each day: 0 up to some day, and 1 after it.
  private func ends() -> [LinearSum] {
    if scope == .whole { return days.map { _ in LinearSum() } }
    let ends = days.map { _ in problem.choice() }
    for (day, next) in zip(ends, ends.dropFirst()) { problem.require(day <= next) }
    return ends
  }

  private func figure(_ column: Column, _ day: Int) -> Figure {
    let exists = scope == .whole ? LinearSum(1) : problem.choice()
    let possible = possible(column)
    let recorded = problem.unknown(possible.low, possible.high ?? most(of: column))
    problem.require(exists.isOne || recorded <= possible.low)
    switch column {
    case .amount where column == asked.rest: problem.require(recorded <= 0)
    case .feat where scope == .cases: problem.require(exists + isPast(.attempts, day) <= 1)
    case .amount(let metric) where scope.opensRecords && metric.isCumulative:
      return Figure(
        exists: exists, recorded: recorded, opened: opened(around: recorded, most(of: column)))
    default: break
    }
    return Figure(exists: exists, recorded: recorded)
  }

  private func opened(around recorded: LinearSum, _ limit: Int128) -> Figure.Opened {
    let opened = Figure.Opened(
      least: problem.unknown(0, limit), most: problem.unknown(0, limit),
      isUnbounded: problem.choice())
    problem.require(opened.least <= recorded)
    problem.require(opened.most >= recorded)
    return opened
  }

  /// Returns the figures that a column can have, in steps.
  private func possible(_ column: Column) -> WholeNumbers {
    guard column.unit == .beatsPerMinute else {
      return WholeNumbers(low: 0, high: wholeDay(column))
    }
    let possible = DayValue.heartRate(.average).possible
    return WholeNumbers(
      low: possible.low / possible.step, high: possible.high.map { $0 / possible.step })
  }

  /// Returns the length of a day for minutes, in steps; `nil` for other columns.
  private func wholeDay(_ column: Column) -> Int128? {
    guard case .heartMinutes = column else { return nil }
    return 1440 * 1_000_000 / asked.steps.step(of: column)
  }

  private func most(of column: Column) -> Int128 {
    Self.mostMicroUnits / asked.steps.step(of: column)
  }

  private func share(of metric: Metric) -> LinearSum {
    let share = problem.unknown(0, 10_000)
    let exist = Column.columns(of: .metric(metric)).flatMap { figures[$0] ?? [] }.map(\.exists)
    problem.require(share <= exist.total * 10_000)
    return share
  }

  /// Requires data after a damaged day, because only that shows the damage in a case.
  private func requireDataAfterDamage(_ day: Int) {
    let later = (day + 1..<max(days.count, day + 1)).map { next in
      Formula.all([hasAnything(on: next), damaged[next] <= 0, isPast(.records, next) <= 0])
    }
    problem.require(damaged[day].isOne.implies(.any(later)))
    problem.require(damaged[day] + isPast(.records, day) <= 1)
  }

  /// Requires at most as many minutes above a higher rate as above a lower one.
  ///
  /// All minutes of a day come from one record of heart rates. The lowest, mean and highest rate
  /// may be in any order, because summaries of days and sessions state them independently.
  private func requireOrder() {
    for day in days.indices {
      let minutes = asked.columns.compactMap { column -> Figure? in
        if case .heartMinutes = column { figures[column]?[day] } else { nil }
      }
      for (lower, higher) in zip(minutes, minutes.dropFirst()) {
        problem.require(lower.exists.equals(higher.exists))
        problem.require(higher.recorded <= lower.recorded)
      }
    }
  }

  // MARK: Days

  func isPast(_ origin: Column.Origin, _ day: Int) -> LinearSum {
    past[origin]?[day] ?? LinearSum()
  }

  func figure(of column: Column, on day: Int) -> Figure? { figures[column]?[day] }

  /// Whether the day has any record or session.
  func hasAnything(on day: Int) -> Formula {
    let recorded = asked.columns.filter { $0.origin == .records }.compactMap {
      figures[$0]?[day].exists
    }
    return (recorded + (sessions.isEmpty ? [] : sessions[day].map(\.exists))).total >= 1
  }

  // MARK: Ranges

  func knownRange(_ key: RangeKey) -> FigureRange? { ranges[key] }

  func keep(_ open: OpenSessions, as key: RangeKey) { openSessions[key] = open }

  func keep(_ range: FigureRange, as key: RangeKey) {
    ranges[key] = range
    rangeKeys.append(key)
  }

  /// Returns the range of a column's figure on a day, in steps of the column.
  func range(of column: Column, on day: Int, readsMissingAsZero: Bool) -> FigureRange {
    guard let figure = figures[column]?[day] else {
      return FigureRange(LinearSum(), isUnbounded: LinearSum(1), in: problem)
    }
    let isPast = readsMissingAsZero ? Formula.holds(false) : isPast(column.origin, day).isOne
    let lacks = readsMissingAsZero ? Formula.holds(false) : figure.exists <= 0
    let isDamaged = damaged[day].isOne
    switch column {
    case .heartRate(let statistic):
      // A missing heart rate is never read as zero.
      let isUnknown = Formula.any([isDamaged, figure.exists <= 0])
      let (isLowOpen, isHighOpen) = (
        isPast && .holds(statistic != .max), isPast && .holds(statistic != .min)
      )
      let possible = possible(column)
      return FigureRange(
        chosen(isUnknown || isLowOpen, LinearSum(possible.low), figure.recorded),
        chosen(isUnknown || isHighOpen, LinearSum(possible.high ?? 0), figure.recorded),
        isUnbounded: LinearSum(), in: problem)
    case .heartMinutes:
      return FigureRange(
        unlessDamaged(figure.recorded, day),
        chosen(
          .any([isDamaged, isPast, lacks]), LinearSum(wholeDay(column) ?? 0), figure.recorded),
        isUnbounded: LinearSum(), in: problem)
    case .strength, .lift, .feat:
      // A log that has nothing for a day before its end says that nothing was done.
      return FigureRange(
        unlessDamaged(figure.recorded, day), isUnbounded: indicator(isDamaged || isPast),
        in: problem)
    case .amount:
      var open = [isDamaged, isPast, lacks]
      guard let opened = figure.opened else {
        return FigureRange(
          unlessDamaged(figure.recorded, day), isUnbounded: indicator(.any(open)), in: problem)
      }
      open.append(opened.isUnbounded.isOne)
      return FigureRange(
        unlessDamaged(opened.least, day), opened.most, isUnbounded: indicator(.any(open)),
        in: problem)
    }
  }

  private func indicator(_ formula: Formula) -> LinearSum { problem.indicator(of: formula) }

  /// Returns an amount, or 0 for a damaged day, whose recorded data gives no lower bound.
  func unlessDamaged(_ amount: LinearSum, _ day: Int) -> LinearSum {
    if scope == .whole { return amount }
    let least = chosen(damaged[day].isOne, LinearSum(), amount)
    problem.require(least <= amount)
    return least
  }

  /// Returns a number that is `amount` where a formula holds, and `other` where it does not.
  func chosen(_ formula: Formula, _ amount: LinearSum, _ other: LinearSum) -> LinearSum {
    if case .holds(let truth) = formula { return truth ? amount : other }
    let (a, b) = (problem.extremes(of: amount), problem.extremes(of: other))
    let number = problem.unknown(min(a.least, b.least), max(a.most, b.most))
    problem.require(formula.implies(number.equals(amount)))
    problem.require((!formula).implies(number.equals(other)))
    return number
  }
}
