import DaymarkModel

/// A lift whose best estimate of the last complete weeks is no better than that of as many before.
func plateau(of lift: LiftHistory, in weeks: [StrengthWeek]) -> StrengthSign? {
  guard let last = weeks.last?.monday else { return nil }
  let days = 7 * SignRule.weeksOfPlateau
  let end = last.advanced(by: 6)
  let recent = lift.estimates(from: end.advanced(by: 1 - days), through: end)
  let before = lift.estimates(
    from: end.advanced(by: 1 - 2 * days), through: end.advanced(by: -days))
  guard min(recent.count, before.count) >= SignRule.sessionsOfPlateau, let now = recent.max(),
    let then = before.max(),
    Int128(now.microUnits) * 1000 <= Int128(then.microUnits) * SignRule.plateauPerMille
  else { return nil }
  return StrengthSign(
    .plateau, of: lift.lift.name,
    weeks: (0..<2 * SignRule.weeksOfPlateau).reversed().map { last.advanced(by: -7 * $0) },
    [.best: [now], .bestBefore: [then]])
}

extension LiftHistory {
  /// The best estimate of each session between two days that has one.
  fileprivate func estimates(from first: CivilDay, through last: CivilDay) -> [Quantity] {
    sessions.filter { first <= $0.day && $0.day <= last }.compactMap(\.figures.bestEstimate)
  }
}
