import DaymarkModel

/// The knowledge of one value on one day at the instant of evaluation; see Rules, "Three answers".
struct DayFact {
  /// The reason why a value is not settled.
  enum Doubt {
    /// The day is not over.
    case notOver
    /// Past, and undamaged data ends before the day does: what is recorded is a lower bound.
    case incomplete
    /// Past, and an input is damaged: nothing recorded is a bound.
    case damaged
    /// Past, and rejected records leave open what it was.
    case rejected
    /// Past, with two figures of which nobody chose one.
    case twoFigures
    /// Past and without data, which nobody waits for: it may have been anything.
    case missing
    /// A session of the day lacks what is asked about.
    case unknown
    /// A file that was not read, or a session without a sport, may hold more.
    case unread
  }

  let day: CivilDay
  /// What is recorded; `nil` without data, or where only other figures of the day are known.
  let recorded: Quantity?
  var range: ValueRange
  var doubt: Doubt?
  /// What rejected records of unknown time leave open, of the days on which nothing else is in doubt.
  var undated: Undated?
  /// The sources of the day's two figures, where nobody chose one of them.
  var rivals: FigureRivals?
  /// Damage may have taken something of the day, whether it is over or not.
  var isDamaged = false
  /// What recorded sessions each add beyond the least, if anything.
  var doubtfulSessions: [AmountBounds] = []
  /// What each of any number of sessions would add that are not known.
  var furtherSession: AmountBounds?
  /// Whether a recorded session surely is one of those asked for.
  var hasSession = false
  /// How many sessions of a fitting kind are not as each requirement asks.
  var missed: [ActivityQuantity: Int] = [:]
  /// What is not known of the day's strength training that the value depends on.
  var gaps: Set<StrengthGap> = []

  /// What rejected records of unknown time leave open of a day; each of them is of one day or two, not of all.
  struct Undated {
    /// What they add to the most that the day can be; 0 where nothing bounds it.
    let amount: Int128
    /// How many there are.
    let records: Int
    /// What the day can be without them; `nil` where more than they is in doubt.
    var range: ValueRange?
  }
}

/// What a day may still lack, whatever value is asked about.
struct DayGap {
  /// Not over, incomplete or damaged; `nil` of a day that is over and whole.
  let doubt: DayFact.Doubt?
  /// Time or data may still fill it: from the proof deadline on only that of a day that is not over.
  let isOpen: Bool
  let isDamaged: Bool
}

/// The facts of the period's days, made once for each value that leaves look at.
struct DayFacts {
  let days: [(day: CivilDay, interval: Interval)]
  let aggregates: SubjectAggregates
  /// Days without data are zero and, from the proof deadline on, days past the end of undamaged data are
  /// what they are recorded to be.
  let readsMissingAsZero: Bool
  let asOf: Instant
  let challenge: Challenge
  /// Days that are over no longer wait for data.
  private let isClosed: Bool
  let isComplete: Bool
  /// What is recorded is taken to be all that undamaged inputs would give.
  let ignoresDamage: Bool
  /// A day of two figures may be anything between them, and not the larger alone.
  let weighsRivals: Bool
  /// What was not read may hold anything, and not nothing.
  let weighsUnread: Bool
  /// Of several amounts that are added up, one without data is zero on a day that has another.
  var takesPartialSums = false
  private var known: [(value: DayValue, facts: [DayFact])] = []
  /// Whether any metric or session has anything on the day.
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
    // A clipped day is over when its part of the period is.
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

  /// What is open whatever was not read holds.
  var openings: [Opening] {
    ignoresDamage ? [] : aggregates.openings.filter { !$0.code.isDecidedTwice }
  }

  /// What was not read, where that is weighed.
  var unread: [Opening] {
    weighsUnread ? aggregates.openings.filter(\.code.isDecidedTwice) : []
  }

  /// How many days damage may have taken something of.
  var damagedDays: Int { days.count { isDamaged($0.interval) } }

  /// The facts of the days that are looked at, ascending.
  mutating func facts(of value: DayValue, on selection: DaySelection) -> [DayFact] {
    let all = facts(of: value)
    return selection == DaySelection() ? all : all.filter { selection.contains($0.day) }
  }

  /// Gives a day another value, as if it were recorded and certain.
  mutating func replaceValue(_ amount: Int128, of value: DayValue, on day: CivilDay) {
    _ = facts(of: value)
    guard let index = index(of: day), let place = known.firstIndex(where: { $0.value == value })
    else { return }
    known[place].facts[index] = DayFact(
      day: day, recorded: value.quantity(amount), range: ValueRange(amount), doubt: nil)
  }

  /// The first and last day that may be looked at, whatever weekdays are.
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
      case .feat(let figure, let id): featFacts(figure, of: id)
      case .weighted(let sum): weightedFacts(sum)
      }
    if weighsUnread { facts = weighUnread(of: value, facts) }
    known.append((value, facts))
    return facts
  }

  /// What a day may still lack.
  ///
  /// - Parameters:
  ///   - isComplete: What is known of it for the value's own metric.
  ///   - isDamaged: Whether every day of that metric counts as damaged.
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

  /// Only damage that is ignored makes the day incomplete.
  private func isMended(_ interval: Interval) -> Bool {
    ignoresDamage && aggregates.isDamaged(in: interval)
      && aggregates.dataEnd.map { interval.end <= $0 } ?? false
  }

  /// The range and doubt of a day's value.
  ///
  /// - Parameters:
  ///   - recorded: `nil` without data.
  ///   - possible: Every value that there can be.
  ///   - bounds: What the value can still become where what is recorded is a bound.
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
      // Until the deadline more may come, and then it is not what is recorded.
      let isShown = gap.isDamaged ? gap.doubt == .damaged : !gap.isOpen
      range = isShown ? range.showing(known) : range
      range.recorded = known
    }
    return DayFact(
      day: day, recorded: recorded, range: range, doubt: doubt, isDamaged: gap.isDamaged)
  }

  /// The place of a day in `days`.
  func index(of day: CivilDay) -> Int? {
    guard let first = days.first?.day else { return nil }
    let index = first.distance(to: day)
    return days.indices.contains(index) ? index : nil
  }

  /// For each day the place of a metric's aggregate.
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

  /// A missing heart rate is never read as zero: nobody's is.
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

  /// Widens what is known of a day to what rejected records leave open.
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

  /// Lowers the least that a day can be to the smaller of its two figures.
  ///
  /// It stays open whatever else is known: only who names a source settles it.
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

  /// The values that the figure can become on a day whose undamaged data is not all there.
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
