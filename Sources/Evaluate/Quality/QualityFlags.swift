package import DaymarkModel

/// The flags of a subject's data: measures that lie past a limit.
///
/// What was not measured is not flagged: a missing sensor never counts as cheating.
///
/// - Parameters:
///   - aggregates: The subject's days and sessions, with their measures.
///   - challenge: Only days of its period are looked at.
///   - limits: The bounds that measures are compared with.
///   - logs: What is said of the subject's lifting.
///   - sharing: Flags that only a look at other subjects gives; `nil` before that look, which a rule's
///     gates may have to wait for.
/// - Returns: The flags in the order of their days, those of the whole period last.
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

/// One flag for each metric, of the source that has the gravest: a watch or a phone is flagged, any other noted.
///
/// Apps are known to write what they have several times over.
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
  /// The flags, each with the source of the limit that its figure is beyond.
  func sourced(in limits: Limits) -> [QualityFlag] {
    map { flag in
      var flag = flag
      flag.source = limits.limits[flag.code]?.source
      return flag
    }
  }
}

extension Limit {
  /// The gravest bound that a figure lies past.
  func passed(by measured: Quantity) -> (QualityFlag.Level, Quantity)? {
    if let flaggedAbove, measured > flaggedAbove { return (.flagged, flaggedAbove) }
    if let flaggedBelow, measured < flaggedBelow { return (.flagged, flaggedBelow) }
    if let notedAbove, measured > notedAbove { return (.noted, notedAbove) }
    return nil
  }
}

/// By day, those of the whole period last; then by everything else that a flag says, so that the order
/// is one whatever order they were found in.
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
