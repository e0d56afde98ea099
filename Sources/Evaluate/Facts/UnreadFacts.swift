import DaymarkModel

// What a day can be with what was not read; see Rules, "What was not read".

extension DayFacts {
  /// Opens what the content of something that was not read would settle.
  func weighUnread(of value: DayValue, _ facts: [DayFact]) -> [DayFact] {
    let unread = unread
    return facts.map { fact in
      var more: Int128? = 0
      for opening in unread where opening.mayHold(fact.day) {
        let most = opening.most(of: value)
        more = more.flatMap { more in most.map { more + $0 } }
      }
      guard more != 0 else { return fact }
      var fact = fact
      let known = fact.range
      // Nobody waits for a day without data, but what was not read may have it.
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
  /// The values that a day can have with what was not read.
  ///
  /// - Parameters:
  ///   - known: Those that it can have without.
  ///   - more: What may be added to it; `nil` where nothing bounds it.
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
  /// The most that it may add to a day, in micro-units; `nil` where nothing bounds it.
  ///
  /// Of sessions the facts are made with what it may have, and of weighted sums of facts that are.
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
