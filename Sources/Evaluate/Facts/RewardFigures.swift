package import DaymarkModel

/// Returns the possible values of a subject's days, for programmes of rewards; see Rewards, "Time".
///
/// - Parameters:
///   - values: The values that the programme needs.
///   - aggregates: The subject's days.
///   - challenge: The challenge, whose period has the days.
///   - asOf: The instant of evaluation; days that begin later are left out.
/// - Returns: The figures by date, each with the interval of the day; values of which nothing is
///   known are left out.
package func rewardFigures(
  of values: Set<DayValue>, on aggregates: SubjectAggregates, of challenge: Challenge,
  asOf: Instant
) -> [CivilDay: (stretch: Interval, figures: [DayValue: RewardFigure])] {
  var facts = DayFacts(onMissing: .undetermined, on: aggregates, of: challenge, asOf: asOf)
  var days: [CivilDay: (stretch: Interval, figures: [DayValue: RewardFigure])] = [:]
  for value in values {
    for (day, fact) in zip(facts.days, facts.facts(of: value, on: DaySelection()))
    where day.interval.start < asOf {
      let figure = RewardFigure(fact.range, of: value)
      guard figure != .unknown else { continue }
      days[day.day, default: (day.interval, [:])].figures[value] = figure
    }
  }
  return days
}

extension RewardFigure {
  fileprivate init(_ range: ValueRange, of value: DayValue) {
    // Minutes are rounded to 0.01, which is less than a second.
    func parts(_ amount: Int128) -> Int64 {
      Int64(clamping: value.unit == .minute ? dividedRounding(amount * 60, by: 1_000_000) : amount)
    }
    self.init(least: parts(range.least), most: range.most.map(parts))
  }
}
