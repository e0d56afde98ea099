import DaymarkModel

/// Flags strength training: loads above the records, jumps of the best estimate, and a session that
/// is logged on several days.
///
/// - Parameters:
///   - aggregates: The subject's strength training.
///   - limits: The limits.
///   - logs: The subject's sex, and the body weight for sessions that do not state it.
func strengthFlags(
  _ aggregates: SubjectAggregates, _ limits: Limits, _ logs: LogSettings
) -> [QualityFlag] {
  // Evidence of earlier versions has no days of strength training, and no such flags.
  if aggregates.strengthDays.isEmpty { return [] }
  return loadFlags(aggregates, limits, logs) + jumpFlags(aggregates.strengthDays, limits)
    + repetitionFlags(aggregates.strength, limits)
}

/// Flags loads above the record: one flag for each day and lift.
private func loadFlags(
  _ aggregates: SubjectAggregates, _ limits: Limits, _ logs: LogSettings
) -> [QualityFlag] {
  guard !limits.liftRecords.isEmpty else { return [] }
  let weights = Dictionary(
    aggregates.strength.compactMap { session in session.bodyWeight.map { (session.day, $0) } },
    uniquingKeysWith: max)
  return aggregates.strengthDays.flatMap { day in
    day.lifts.compactMap { lift -> QualityFlag? in
      let weight = weights[day.day] ?? logs.bodyWeight
      guard let heaviest = lift.heaviest,
        let record = limits.liftRecords.most(
          of: lift.exercise, sex: logs.sex, bodyWeight: weight),
        let limit = record.adding(percent: limits.liftMargin), heaviest > limit
      else { return nil }
      return QualityFlag(.liftLoad, .flagged, day: day.day, measured: heaviest, limit: limit)
    }
  }
}

extension Quantity {
  /// The quantity increased by a percentage, rounded to 0.01; `nil` beyond what a quantity holds.
  fileprivate func adding(percent: Quantity) -> Quantity? {
    let hundred = Int128(Quantity(100).microUnits)
    let (sum, overflow) = Int128(microUnits).multipliedReportingOverflow(
      by: hundred + Int128(percent.microUnits))
    guard !overflow else { return nil }
    return Quantity(exactly: dividedRounding(sum, by: hundred))?
      .rounded(toMultipleOf: Quantity.hundredth)
  }
}

/// Flags jumps: one flag for each ISO week in which the best estimate of a lift is far above that
/// of all earlier weeks, for the lift with the greatest jump.
///
/// Estimates are compared and not volumes, because after a light week the volume rises by a third
/// in any good plan.
private func jumpFlags(_ days: [DailyStrength], _ limits: Limits) -> [QualityFlag] {
  guard let limit = limits.limits[.liftJump] else { return [] }
  var bestBefore: [String: Quantity] = [:]
  var flags: [QualityFlag] = []
  let weeks = Dictionary(grouping: days) { $0.day.monday }.sorted { $0.key < $1.key }
  for (_, days) in weeks {
    var jumps: [(percent: Quantity, day: CivilDay)] = []
    var best = bestBefore
    for day in days {
      for lift in day.lifts {
        guard let estimate = lift.bestEstimate, estimate > .zero else { continue }
        best[lift.exercise] = max(best[lift.exercise] ?? estimate, estimate)
        guard let before = bestBefore[lift.exercise], estimate > before else { continue }
        jumps.append((estimate.percentAbove(before), day.day))
      }
    }
    bestBefore = best
    guard let jump = jumps.max(by: { ($0.percent, $1.day) < ($1.percent, $0.day) }),
      let (level, bound) = limit.passed(by: jump.percent)
    else { continue }
    flags.append(
      QualityFlag(.liftJump, level, day: jump.day, measured: jump.percent, limit: bound))
  }
  return flags
}

extension Quantity {
  /// Returns the percentage by which the quantity is above another, rounded to 0.01.
  fileprivate func percentAbove(_ other: Quantity) -> Quantity {
    let more = Int128(microUnits) - Int128(other.microUnits)
    let step = Int128(Quantity.hundredth)
    let hundredths = dividedRounding(more * 10_000, by: Int128(other.microUnits))
    return Quantity(exactly: hundredths * step) ?? .limit
  }
}

/// Flags repeated sessions: one flag for each day with a session that an earlier day has, too, with
/// the number of such days.
private func repetitionFlags(_ sessions: [StrengthSession], _ limits: Limits) -> [QualityFlag] {
  guard let limit = limits.limits[.repeatedLifting] else { return [] }
  var known: [StrengthSets: Set<CivilDay>] = [:]
  var earlier: [CivilDay: Int] = [:]
  for session in sessions where session.isLogged && session.sets.count >= fewestRepeatedSets {
    let content = StrengthSets(
      session.sets.lazy.map { set in
        var set = set
        set.start = nil
        return set
      })
    let days = known[content, default: []].filter { $0 < session.day }
    if !days.isEmpty { earlier[session.day] = max(earlier[session.day] ?? 0, days.count) }
    known[content, default: []].insert(session.day)
  }
  return earlier.sorted { $0.key < $1.key }.compactMap { day, count in
    limit.passed(by: Quantity(count)).map { level, bound in
      QualityFlag(.repeatedLifting, level, day: day, measured: Quantity(count), limit: bound)
    }
  }
}

/// The fewest sets of a session that counts as repeated; a shorter one may well be done twice.
private let fewestRepeatedSets = 6
