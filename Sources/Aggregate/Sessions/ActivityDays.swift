import DaymarkModel

/// Sums sessions by day and kind.
///
/// - Parameters:
///   - sessions: The sessions.
///   - days: The days at which sessions of logs are cut at midnight.
///   - findings: Gets a finding for each sum beyond what a day may have; the sum is left out.
func dailyActivities(
  _ sessions: [Session], _ days: ClippedDays, _ findings: inout [Finding]
) -> [DailyActivities] {
  struct Key: Hashable {
    var day: CivilDay
    var kind: ActivityKind
  }
  let recorded = sessions.filter { !$0.activity.kind.isLogged }
  let groups = Dictionary(grouping: recorded) { Key(day: $0.day, kind: $0.activity.kind) }
  let ordered = groups.sorted { a, b in
    a.key.day != b.key.day ? a.key.day < b.key.day : a.key.kind.rawValue < b.key.kind.rawValue
  }
  var sums: [DailyActivities] = []
  for (key, group) in ordered {
    func sum(
      _ field: ActivityField, in unit: Unit, divisor: Int128 = 1
    ) -> Quantity? {
      let values = group.compactMap { $0.activity.values[field] }
      guard !values.isEmpty else { return nil }
      let total = values.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
      // Seconds are turned into minutes and rounded in one step.
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
    sums.append(
      DailyActivities(
        day: key.day, kind: key.kind, sessions: group.count,
        minutes: sum(.activeSeconds, in: .minute, divisor: 60) ?? .zero,
        distance: sum(.distanceMeters, in: .meter), energy: sum(.kilocalories, in: .kilocalorie),
        elevationGain: sum(.elevationGainMeters, in: .meter)))
  }
  guard recorded.count < sessions.count else { return sums }
  let logged = loggedActivities(sessions.filter(\.activity.kind.isLogged), days)
  return (sums + logged).sorted { a, b in
    a.day != b.day ? a.day < b.day : a.kind.rawValue < b.kind.rawValue
  }
}

/// Sums sessions that stand in logs alone: overlapping time counts once, and a row counts as a
/// session on the day on which it starts; see Semantics, "Session logs".
private func loggedActivities(_ sessions: [Session], _ days: ClippedDays) -> [DailyActivities] {
  var days = days
  return Dictionary(grouping: sessions, by: \.activity.kind).flatMap { kind, sessions in
    var rows: [CivilDay: Int] = [:]
    for session in sessions where days.contains(session.activity.start) {
      rows[session.day, default: 0] += 1
    }
    var times: [CivilDay: Int64] = [:]
    for time in sessions.map(\.activity.interval).union {
      guard let part = days.part(of: Sample(start: time.start, end: time.end, value: .zero))
      else { continue }
      var start = part.start
      while start < part.end {
        let (day, dayEnd) = days.day(containing: start)
        let end = min(dayEnd, part.end)
        times[day, default: 0] += Interval(start, end).duration
        start = end
      }
    }
    return Set(rows.keys).union(times.keys).map { day in
      DailyActivities(
        day: day, kind: kind, sessions: rows[day] ?? 0,
        minutes: .minutes(ofMilliseconds: times[day] ?? 0))
    }
  }
}
