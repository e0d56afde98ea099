import DaymarkModel

/// Sums sessions by day and kind.
///
/// - Parameter findings: Gains one for each sum beyond what a day may have; the sum is left out.
func dailyActivities(_ sessions: [Session], _ findings: inout [Finding]) -> [DailyActivities] {
  struct Key: Hashable {
    var day: CivilDay
    var kind: ActivityKind
  }
  let groups = Dictionary(grouping: sessions) { Key(day: $0.day, kind: $0.activity.kind) }
  let ordered = groups.sorted { a, b in
    a.key.day != b.key.day ? a.key.day < b.key.day : a.key.kind.rawValue < b.key.kind.rawValue
  }
  var days: [DailyActivities] = []
  for (key, group) in ordered {
    func sum(
      _ field: ActivityField, in unit: Unit, divisor: Int128 = 1
    ) -> Quantity? {
      let values = group.compactMap { $0.activity.values[field] }
      guard !values.isEmpty else { return nil }
      let total = values.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
      // One rounding does all, seconds to minutes included.
      let step = Int128(unit.dailyStep)
      let rounded = dividedRounding(total, by: divisor * step) * step
      guard let quantity = Quantity(exactly: rounded) else {
        findings.append(
          Finding(
            .valueOverflow, facts: .init { ($0.kind, $0.day) = (key.kind, key.day) }))
        return nil
      }
      return quantity
    }
    days.append(
      DailyActivities(
        day: key.day, kind: key.kind, sessions: group.count,
        minutes: sum(.activeSeconds, in: .minute, divisor: 60) ?? .zero,
        distance: sum(.distanceMeters, in: .meter), energy: sum(.kilocalories, in: .kilocalorie),
        elevationGain: sum(.elevationGainMeters, in: .meter)))
  }
  return days
}
