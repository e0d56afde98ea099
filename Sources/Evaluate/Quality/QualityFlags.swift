package import DaymarkModel

/// Raises the flags of a subject's data: measures that exceed a limit.
///
/// What was not measured is not flagged, so a missing sensor never counts as cheating.
///
/// - Parameters:
///   - aggregates: The subject's days and sessions, with their measures.
///   - challenge: The challenge; only days of its period are examined.
///   - limits: The limits.
///   - logs: What the operator states about the subject's lifting.
///   - sharing: The flags that follow from comparing subjects; `nil` before that comparison, for
///     which a rule's gates may have to wait.
/// - Returns: The flags in the order of their days, those on the whole period last.
package func qualityFlags(
  of aggregates: SubjectAggregates, in challenge: Challenge, limits: Limits,
  logs: LogSettings = LogSettings(), sharing: [QualityFlag]? = []
) -> QualityFlags {
  let days = Set(challenge.period.days(in: DayCalendar(zone: aggregates.zone.zone)))
  var flags = sharing ?? []
  for aggregate in aggregates.days where days.contains(aggregate.day) {
    for (code, measured) in aggregate.measure.figures {
      guard let (level, limit) = limits.limits[code]?.passed(by: measured) else { continue }
      flags.append(
        QualityFlag(
          code, level, day: aggregate.day, metric: aggregate.metric, measured: measured,
          limit: limit))
    }
  }
  flags += overlapFlags(aggregates, limits)
  for edit in aggregates.sessionEdits where days.contains(edit.day) {
    for (code, measured) in edit.figures {
      guard let (level, limit) = limits.limits[code]?.passed(by: measured) else { continue }
      flags.append(
        QualityFlag(
          code, level, day: edit.day, kind: edit.kind, measured: measured, limit: limit))
    }
  }
  let others = sessionFlags(aggregates.sessions, limits) + strengthFlags(aggregates, limits, logs)
  flags += others.filter { $0.day.map(days.contains) ?? false }
  return QualityFlags(
    flags.sorted(by: precedes).sourced(in: limits), limits: limits.identity,
    isSharingPending: sharing == nil)
}

/// Flags records that overlap others of their own source: one flag for each metric, of the source
/// with the most overlaps.
///
/// For a watch or phone the data is flagged. Otherwise it is only noted, because apps are known to
/// write their records several times.
private func overlapFlags(_ aggregates: SubjectAggregates, _ limits: Limits) -> [QualityFlag] {
  guard let limit = limits.limits[.ownOverlaps] else { return [] }
  var gravest: [Metric: QualityFlag] = [:]
  for overlap in aggregates.overlaps {
    var limit = limit
    let deviceClass = aggregates.sources[overlap.source].deviceClass
    if deviceClass != .watch, deviceClass != .phone { limit.flaggedAbove = nil }
    guard let (level, bound) = limit.passed(by: overlap.share) else { continue }
    let flag = QualityFlag(
      .ownOverlaps, level, metric: overlap.metric, measured: overlap.share, limit: bound)
    let known = gravest[overlap.metric]
    let isGraver = known.map {
      $0.level == level ? $0.measured < flag.measured : level == .flagged
    }
    if isGraver ?? true { gravest[overlap.metric] = flag }
  }
  return Array(gravest.values)
}

extension [QualityFlag] {
  /// The flags, each with the source of the limit that it exceeds.
  func sourced(in limits: Limits) -> [QualityFlag] {
    map { flag in
      var flag = flag
      flag.source = limits.limits[flag.code]?.source
      return flag
    }
  }
}

extension Limit {
  /// The most serious bound that a figure exceeds, with its level; `nil` where it exceeds none.
  func passed(by measured: Quantity) -> (QualityFlag.Level, Quantity)? {
    if let flaggedAbove, measured > flaggedAbove { return (.flagged, flaggedAbove) }
    if let flaggedBelow, measured < flaggedBelow { return (.flagged, flaggedBelow) }
    if let notedAbove, measured > notedAbove { return (.noted, notedAbove) }
    return nil
  }
}

/// Orders flags by day, those on the whole period last, and then by all other members, so that the
/// order does not depend on how they were found.
private func precedes(_ a: QualityFlag, _ b: QualityFlag) -> Bool {
  if a.day != b.day {
    guard let x = a.day, let y = b.day else { return a.day != nil }
    return x < y
  }
  if a.code != b.code { return place(of: a.code) < place(of: b.code) }
  if a.metric != b.metric { return (a.metric?.rawValue ?? 0) < (b.metric?.rawValue ?? 0) }
  if a.kind != b.kind { return (a.kind?.rawValue ?? "") < (b.kind?.rawValue ?? "") }
  if a.measured != b.measured { return a.measured < b.measured }
  return (a.limit, a.level.rawValue) < (b.limit, b.level.rawValue)
}

private let places = Dictionary(uniqueKeysWithValues: zip(FlagCode.allCases, 0...))

private func place(of code: FlagCode) -> Int { places[code] ?? 0 }
