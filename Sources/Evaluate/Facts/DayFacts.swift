import DaymarkModel

/// The possible range of one value on one day at the instant of evaluation; see Rules, "Three
/// answers".
struct DayFact {
  /// The reason for which the value is uncertain.
  enum Doubt {
    /// The day is not over.
    case notOver
    /// The day is over, and undamaged data ends before it does, so that the recorded amount is a
    /// lower bound.
    case incomplete
    /// The day is over, and an input is damaged, so that the recorded amount bounds nothing.
    case damaged
    /// The day is over, and records of it were rejected.
    case rejected
    /// The day is over and has two figures, between which the operator's configuration does not
    /// choose.
    case twoFigures
    /// The day is over and has no data, and none is expected: it may have been anything.
    case missing
    /// A session of the day lacks a figure that the leaf asks about.
    case unknown
    /// A file that was not read, or a session of unknown sport, may add to the day.
    case unread
  }

  let day: CivilDay
  /// The recorded value; `nil` without data, or where only other figures of the day are known.
  let recorded: Quantity?
  var range: ValueRange
  var doubt: Doubt?
  /// The amount that rejected records of unknown time may add, for a day on which nothing else is
  /// uncertain.
  var undated: Undated?
  /// The sources of the day's two figures, if it is not decided which counts.
  var rivals: FigureRivals?
  /// Whether damage may have changed the day, whether or not it is over.
  var isDamaged = false
  /// The amounts that uncertain recorded sessions may add beyond the least.
  var doubtfulSessions: [AmountBounds] = []
  /// The amount that each of any number of unknown sessions may add; `nil` where there can be none.
  var furtherSession: AmountBounds?
  /// Whether a recorded session certainly counts.
  var hasSession = false
  /// The number of sessions of a fitting kind that miss each requirement of `where`.
  var missed: [ActivityQuantity: Int] = [:]
  /// The gaps in the day's strength training that change the value.
  var gaps: Set<StrengthGap> = []
  /// The terms of a weighted sum that have no data on a day where only data is missing; empty where
  /// the day needs only one of them.
  var lackingTerms: [DayValue] = []
  /// The rows of a log that could not be understood and may be sets of the day; `nil` without any.
  var unreadRows: RowGap?

  /// What is known of rows of a log that could not be understood.
  enum RowGap {
    /// Some are of this day.
    case ofDay
    /// None is known to be of this day, and some may be of any day.
    case ofAnyDay
  }

  /// The amount that rejected records of unknown time may add to a day.
  ///
  /// Each record belongs to one day or two, not to all.
  struct Undated {
    /// The amount that the records of unknown time may add to the day's upper bound; 0 for a day
    /// without one.
    let amount: Int128
    /// The number of the records.
    let records: Int
    /// The possible values of the day without the records of unknown time; `nil` where other data
    /// is uncertain too.
    var range: ValueRange?
  }
}

/// The data of a day that may be missing, whatever value is asked about.
struct DayGap {
  /// Whether the day is not over, incomplete or damaged; `nil` for a day that is over and complete.
  let doubt: DayFact.Doubt?
  /// Whether time or data may still fill the gap; after the proof deadline only time may, for a day
  /// that is not over.
  let isOpen: Bool
  let isDamaged: Bool
}

/// The possible values of the period's days, computed once for each value that leaves use.
struct DayFacts {
  let days: [(day: CivilDay, interval: Interval)]
  let aggregates: SubjectAggregates
  /// Whether days without data are zero and, after the proof deadline, days beyond the end of
  /// undamaged data have the recorded value.
  let readsMissingAsZero: Bool
  let asOf: Instant
  let challenge: Challenge
  /// Whether no more data is awaited for days that are over.
  private let isClosed: Bool
  let isComplete: Bool
  /// Whether recorded figures are taken as if no input were damaged.
  let ignoresDamage: Bool
  /// Whether a day with two figures may be anything between them, instead of the larger one.
  let weighsRivals: Bool
  /// Whether unread data may hold anything, instead of nothing.
  let weighsUnread: Bool
  /// Whether a term of a weighted sum without data is zero on a day on which another term has data.
  var takesPartialSums = false
  private var known: [(value: DayValue, facts: [DayFact])] = []
  /// Whether each day has data of any metric or session.
  private(set) lazy var hasAnything = daysWithAnything()

  init(
    _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
    isComplete: Bool = false, ignoresDamage: Bool = false, weighsRivals: Bool = false,
    weighsUnread: Bool = false
  ) {
    self.init(
      onMissing: rule.onMissing, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete,
      ignoresDamage: ignoresDamage, weighsRivals: weighsRivals, weighsUnread: weighsUnread)
  }

  init(
    onMissing: MissingPolicy, on aggregates: SubjectAggregates, of challenge: Challenge,
    asOf: Instant, isComplete: Bool = false, ignoresDamage: Bool = false,
    weighsRivals: Bool = false, weighsUnread: Bool = false
  ) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    let end = challenge.period.interval(in: calendar).end
    // A day that the period cuts is over when its part of the period is.
    days = challenge.period.days(in: calendar).map { day in
      let interval = calendar.interval(of: day)
      return (day, Interval(interval.start, min(interval.end, end)))
    }
    (self.aggregates, self.challenge) = (aggregates, challenge)
    (self.asOf, self.isComplete) = (asOf, isComplete)
    isClosed = isComplete || asOf >= challenge.deadline(in: calendar)
    readsMissingAsZero = onMissing == .zero
    (self.ignoresDamage, self.weighsRivals) = (ignoresDamage, weighsRivals)
    self.weighsUnread = weighsUnread
  }

  /// The data that was not understood, except what the rule is decided for a second time.
  var openings: [Opening] {
    ignoresDamage ? [] : aggregates.openings.filter { !$0.code.isOfUnreadData }
  }

  /// The unread data for which the rule is decided a second time; empty where it is not weighed.
  var unread: [Opening] {
    weighsUnread ? aggregates.openings.filter(\.code.isOfUnreadData) : []
  }

  /// The number of days that damage may have changed.
  var damagedDays: Int { days.count { isDamaged($0.interval) } }

  /// Returns the possible values of the selected days, in ascending order of days.
  mutating func facts(of value: DayValue, on selection: DaySelection) -> [DayFact] {
    let all = facts(of: value)
    return selection == DaySelection() ? all : all.filter { selection.contains($0.day) }
  }

  /// Sets the value of a day as if it were recorded and certain.
  mutating func replaceValue(_ amount: Int128, of value: DayValue, on day: CivilDay) {
    _ = facts(of: value)
    guard let index = index(of: day), let place = known.firstIndex(where: { $0.value == value })
    else { return }
    known[place].facts[index] = DayFact(
      day: day, recorded: value.quantity(amount), range: ValueRange(amount), doubt: nil)
  }

  /// The first and last day that a leaf may count, leaving its weekdays aside.
  func bounds(of selection: DaySelection) -> ClosedRange<CivilDay>? {
    guard let first = days.first?.day, let last = days.last?.day else { return nil }
    let (from, to) = (max(first, selection.from ?? first), min(last, selection.to ?? last))
    return from <= to ? from...to : nil
  }

  private mutating func facts(of value: DayValue) -> [DayFact] {
    if let facts = known.first(where: { $0.value == value })?.facts { return facts }
    var facts: [DayFact] =
      switch value {
      case .metric(.heartRate): heartRateFacts(.average)
      case .metric(let metric): metricFacts(metric)
      case .heartRate(let statistic): heartRateFacts(statistic)
      case .heartMinutes(let above): heartMinutesFacts(above: above)
      case .activities(let sum, let test): activityFacts(sum, of: test)
      case .strength(let measure): strengthFacts(measure)
      case .lift(let quantity, let exercise): liftFacts(quantity, of: exercise)
      case .feat(let figure, let feat): featFacts(figure, of: feat.id)
      case .weighted(let sum): weightedFacts(sum)
      }
    if weighsUnread { facts = weighUnread(of: value, facts) }
    known.append((value, facts))
    return facts
  }

  /// Returns the data of a day that may be missing.
  ///
  /// - Parameters:
  ///   - interval: The day, or its part in the period.
  ///   - isComplete: Whether the data of the value's own metric is complete; `nil` where that is
  ///     not known.
  ///   - isAllDamaged: Whether every day of the metric counts as damaged.
  func gap(
    of interval: Interval, isComplete: Bool? = nil, isDamaged isAllDamaged: Bool = false
  ) -> DayGap {
    let (isOver, isDamaged) = (interval.end <= asOf, isAllDamaged || isDamaged(interval))
    let isWhole = isComplete ?? aggregates.hasAllData(of: interval)
    let doubt: DayFact.Doubt? =
      !isOver ? .notOver : isDamaged ? .damaged : isWhole || isMended(interval) ? nil : .incomplete
    return DayGap(
      doubt: doubt, isOpen: doubt != nil && (!isOver || !isClosed), isDamaged: isDamaged)
  }

  private func isDamaged(_ interval: Interval) -> Bool {
    !ignoresDamage && aggregates.isDamaged(in: interval)
  }

  /// Whether the day would be complete if the damage that is ignored were not there.
  private func isMended(_ interval: Interval) -> Bool {
    ignoresDamage && aggregates.isDamaged(in: interval)
      && aggregates.dataEnd.map { interval.end <= $0 } ?? false
  }

  /// The range of a day's possible values, with the cause of doubt.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - recorded: The recorded value; `nil` without data.
  ///   - gap: What data may be lacking.
  ///   - possible: Every value that a day can have.
  ///   - bounds: The values that the day can still get where the recorded value is a bound.
  ///   - canBeZero: Whether `onMissing: zero` reads a day without data as zero.
  func fact(
    _ day: CivilDay, _ recorded: Quantity?, _ gap: DayGap, possible: ValueInterval,
    bounds: ValueInterval, canBeZero: Bool
  ) -> DayFact {
    let known = recorded.map { Int128($0.microUnits) }
    let isIncomplete = gap.doubt == .incomplete && !readsMissingAsZero
    var doubt = gap.doubt
    var range: ValueRange
    if gap.isDamaged {
      range =
        gap.isOpen
        ? ValueRange(open: possible.low, possible.high)
        : ValueRange(unsettled: possible.low, possible.high)
    } else if gap.isOpen {
      range = ValueRange(open: bounds.low, bounds.high)
    } else if let known {
      range = isIncomplete ? ValueRange(unsettled: bounds.low, bounds.high) : ValueRange(known)
      doubt = isIncomplete ? .incomplete : nil
    } else if canBeZero && readsMissingAsZero {
      (range, doubt) = (ValueRange(0), nil)
    } else {
      (range, doubt) = (ValueRange(unsettled: possible.low, possible.high), .missing)
    }
    if let known {
      // Until the deadline more data may come, so the recorded value is not shown as the day's.
      let isShown = gap.isDamaged ? gap.doubt == .damaged : !gap.isOpen
      range = isShown ? range.showing(known) : range
      range.recorded = known
    }
    return DayFact(
      day: day, recorded: recorded, range: range, doubt: doubt, isDamaged: gap.isDamaged)
  }

  /// The index of a day in `days`; `nil` for a day outside the period.
  func index(of day: CivilDay) -> Int? {
    guard let first = days.first?.day else { return nil }
    let index = first.distance(to: day)
    return days.indices.contains(index) ? index : nil
  }

  /// For each day, the index of a metric's aggregate; `nil` where there is none.
  func places(of metric: Metric) -> [Int?] {
    var places = [Int?](repeating: nil, count: days.count)
    for place in aggregates.days.indices where aggregates.days[place].metric == metric {
      if let index = index(of: aggregates.days[place].day) { places[index] = place }
    }
    return places
  }

  private func metricFacts(_ metric: Metric) -> [DayFact] {
    let opened = OpenedFacts(of: metric, aggregates, openings, isIgnored: ignoresDamage)
    return zip(days, places(of: metric)).map { day, place in
      let recorded = place.flatMap { aggregates.days[$0].value }
      let gap = gap(
        of: day.interval, isComplete: place.map { aggregates.days[$0].isComplete },
        isDamaged: opened.isDamaged)
      func atLeast(_ least: Int128) -> ValueInterval {
        ValueInterval(low: least, high: nil, step: Int128(metric.dailyStep))
      }
      let bounds = opened.bounds(of: day.day, recorded)
      var fact = fact(
        day.day, recorded, gap, possible: atLeast(0), bounds: atLeast(bounds.low), canBeZero: true)
      guard !gap.isDamaged else { return fact }
      var dated = fact
      open(&dated, to: opened.bounds(of: day.day, recorded, withUndated: false))
      open(&fact, to: bounds)
      fact.undated = opened.undated(without: dated.range, fact.doubt)
      if weighsRivals, let place { weighRivals(of: aggregates.days[place].measure, &fact) }
      return fact
    }
  }

  /// Returns the possible values of a heart rate.
  ///
  /// A missing heart rate never counts as zero, because no person's is zero.
  private func heartRateFacts(_ statistic: HeartRateStatistic) -> [DayFact] {
    let possible = DayValue.heartRate(statistic).possible
    let opened = OpenedFacts(of: .heartRate, aggregates, [], isIgnored: ignoresDamage)
    return zip(days, places(of: .heartRate)).map { day, place in
      let recorded = place.flatMap { statistic.figure(in: aggregates.days[$0]) }
      let gap = gap(
        of: day.interval, isComplete: place.map { aggregates.days[$0].isComplete },
        isDamaged: opened.isDamaged)
      let bounds = statistic.bounds(within: possible, from: recorded)
      var fact = fact(
        day.day, recorded, gap, possible: possible, bounds: bounds, canBeZero: false)
      guard !gap.isDamaged, recorded != nil else { return fact }
      if opened.byDay[day.day] != nil {
        open(&fact, to: bounds)
      } else if opened.hasUndated, statistic != .average {
        let dated = fact.range
        let high = statistic == .max ? opened.highestRate.map { max($0, bounds.low) } : bounds.high
        open(
          &fact, to: ValueInterval(low: bounds.low, high: high ?? bounds.high, step: bounds.step))
        fact.undated = opened.undated(without: dated, fact.doubt)
      }
      return fact
    }
  }

  /// Widens the range of a day by what rejected records may change.
  func open(_ fact: inout DayFact, to bounds: ValueInterval) {
    guard fact.doubt == nil,
      let recorded = fact.recorded.map({ Int128($0.microUnits) }) ?? (readsMissingAsZero ? 0 : nil),
      bounds.low < recorded || bounds.high.map({ $0 > recorded }) ?? true
    else { return }
    fact.range =
      isClosed
      ? ValueRange(unsettled: bounds.low, bounds.high) : ValueRange(open: bounds.low, bounds.high)
    if isClosed { fact.range = fact.range.showing(recorded) }
    fact.range.recorded = recorded
    fact.doubt = .rejected
  }

  /// Lowers the lower bound of a day to the smaller of its two figures.
  ///
  /// More data does not settle this; only an operator who names the source that counts does.
  private func weighRivals(of measure: QualityMeasure, _ fact: inout DayFact) {
    guard let rivals = measure.rivals, let smaller = measure.alternate,
      let larger = fact.recorded, smaller < larger
    else { return }
    let recorded = fact.range.recorded
    fact.range = ValueRange(
      open: min(fact.range.least, Int128(smaller.microUnits)), fact.range.most,
      spread: fact.range.spread)
    fact.range.recorded = recorded
    fact.undated?.range = nil
    (fact.rivals, fact.doubt) = (rivals, fact.doubt ?? .twoFigures)
  }

  private func daysWithAnything() -> [Bool] {
    var hasAnything = [Bool](repeating: false, count: days.count)
    for place in aggregates.days.indices {
      if let index = index(of: aggregates.days[place].day) { hasAnything[index] = true }
    }
    for place in aggregates.sessions.indices {
      if let index = index(of: aggregates.sessions[place].day) { hasAnything[index] = true }
    }
    return hasAnything
  }
}

extension HeartRateStatistic {
  fileprivate func figure(in aggregate: DailyAggregate) -> Quantity? {
    switch self {
    case .average: aggregate.value
    case .min: aggregate.heartRate?.minimum
    case .max: aggregate.heartRate?.maximum
    }
  }

  /// The values that the figure can still get on a day whose undamaged data is not all there.
  func bounds(
    within possible: ValueInterval, from recorded: Quantity?
  ) -> ValueInterval {
    guard let recorded = recorded.map({ Int128($0.microUnits) }) else { return possible }
    return switch self {
    case .average: possible
    case .min:
      ValueInterval(low: Swift.min(possible.low, recorded), high: recorded, step: possible.step)
    case .max:
      ValueInterval(
        low: recorded, high: possible.high.map { Swift.max($0, recorded) }, step: possible.step)
    }
  }
}
