public import DaymarkModel

/// What is noticed of a subject's data: measures that lie past a limit.
///
/// - Parameters:
///   - challenge: Only days of its period are looked at.
///   - sharing: Flags that only a look at other subjects gives.
public func qualityFlags(
  of aggregates: SubjectAggregates, in challenge: Challenge, limits: Limits,
  sharing: [QualityFlag] = []
) -> QualityFlags {
  let days = Set(challenge.period.days(in: DayCalendar(zone: aggregates.zone.zone)))
  var flags = sharing
  for aggregate in aggregates.days where days.contains(aggregate.day) {
    for (code, measured) in aggregate.measure.figures {
      guard let (level, limit) = limits.limits[code]?.passed(by: measured) else { continue }
      flags.append(
        QualityFlag(
          code, level, day: aggregate.day, metric: aggregate.metric, measured: measured,
          limit: limit))
    }
  }
  let codes = Dictionary(uniqueKeysWithValues: zip(FlagCode.allCases, 0...))
  flags.sort { a, b in
    if a.day != b.day {
      guard let x = a.day, let y = b.day else { return a.day != nil }
      return x < y
    }
    return (codes[a.code] ?? 0, a.metric?.rawValue ?? 0)
      < (codes[b.code] ?? 0, b.metric?.rawValue ?? 0)
  }
  return QualityFlags(flags, limits: limits.identity)
}

extension Limit {
  /// The gravest bound that a figure lies past.
  fileprivate func passed(by measured: Quantity) -> (QualityFlag.Level, Quantity)? {
    if let flaggedAbove, measured > flaggedAbove { return (.flagged, flaggedAbove) }
    if let flaggedBelow, measured < flaggedBelow { return (.flagged, flaggedBelow) }
    if let notedAbove, measured > notedAbove { return (.noted, notedAbove) }
    return nil
  }
}
