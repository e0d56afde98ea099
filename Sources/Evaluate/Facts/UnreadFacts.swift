import DaymarkModel

// What a day can be if unread data is taken into account; see Rules, "What was not read".

extension DayFacts {
  /// Widens the ranges of days by what unread data may hold.
  func weighUnread(of value: DayValue, _ facts: [DayFact]) -> [DayFact] {
    let unread = unread
    return facts.map { fact in
      var more: Int128? = 0
      for opening in unread where opening.mayHold(fact.day, of: value) {
        let most = opening.most(of: value)
        more = more.flatMap { more in most.map { more + $0 } }
      }
      guard more != 0 else { return fact }
      var fact = fact
      let known = fact.range
      // A day without data is otherwise settled, but unread data may belong to it.
      let settles = fact.doubt == .missing
      let bounds = value.bounds(of: known, upTo: more, whenRecorded: fact.recorded)
      fact.range = ValueRange(open: bounds.low, bounds.high, spread: settles ? 0 : known.spread)
      fact.range.recorded = known.recorded
      fact.undated?.range = nil
      fact.doubt = fact.doubt ?? .unread
      return fact
    }
  }
}

extension DayValue {
  /// The values that a day can have together with unread data.
  ///
  /// - Parameters:
  ///   - known: The values that the day can have without it.
  ///   - more: The most that may be added; `nil` where nothing bounds it.
  ///   - recorded: The recorded value.
  fileprivate func bounds(
    of known: ValueRange, upTo more: Int128?, whenRecorded recorded: Quantity?
  ) -> ValueInterval {
    let rate: HeartRateStatistic? =
      switch self {
      case .metric(.heartRate): .average
      case .heartRate(let statistic): statistic
      default: nil
      }
    guard let rate else {
      let most = more.flatMap { more in known.most.map { $0 + more } }
      return ValueInterval(low: known.least, high: most, step: Int128(step))
    }
    let bounds = rate.bounds(within: possible, from: recorded)
    return ValueInterval(
      low: min(bounds.low, known.least),
      high: known.most.flatMap { most in bounds.high.map { max($0, most) } }, step: bounds.step)
  }
}

extension Opening {
  /// Whether the unread data may be about a day of a value.
  fileprivate func mayHold(_ day: CivilDay, of value: DayValue) -> Bool {
    if case .metric(let metric) = value { return mayHold(day, of: metric) }
    return mayHold(day)
  }

  /// The most that the unread data may add to a day, in micro-units; `nil` where nothing bounds it.
  ///
  /// It is zero for sums over sessions and for weighted sums, because these are widened where their
  /// parts are computed.
  fileprivate func most(of value: DayValue) -> Int128? {
    switch value {
    case .metric(let metric):
      most(of: metric).map { roundedUp(Int128($0.microUnits), to: Int128(metric.dailyStep)) }
    case .heartRate, .heartMinutes: most(of: .heartRate).map { Int128($0.microUnits) }
    case .activities, .weighted: 0
    case .strength, .lift, .feat: mayHaveSets ? nil : 0
    }
  }
}
