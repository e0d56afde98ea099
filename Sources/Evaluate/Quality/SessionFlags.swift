import DaymarkModel

/// Flags sessions: runs faster than a record, and sessions that overlap each other.
///
/// Speeds and minutes are rounded before they are compared, so that no flag shows a figure equal to
/// its limit.
func sessionFlags(_ sessions: [Session], _ limits: Limits) -> [QualityFlag] {
  let recorded = sessions.filter { !$0.activity.kind.isLogged }
  return recorded.compactMap { runningFlag($0, limits) } + overlapFlags(recorded, limits)
}

private func runningFlag(_ session: Session, _ limits: Limits) -> QualityFlag? {
  let values = session.activity.values
  guard session.activity.kind == .run, let distance = values[.distanceMeters],
    let seconds = values[.activeSeconds], seconds > .zero,
    let record = limits.runningRecords.last(where: { $0.distanceMeters <= distance }),
    let measured = speed(distance, in: seconds),
    let fastest = speed(
      record.distanceMeters, in: record.seconds, addingPercent: limits.recordMargin),
    measured > fastest
  else { return nil }
  return QualityFlag(
    .runningSpeed, .flagged, day: session.day, kind: .run, measured: measured, limit: fastest)
}

/// The speed in meters per second, or `nil` beyond what a quantity holds.
private func speed(
  _ distance: Quantity, in seconds: Quantity, addingPercent percent: Quantity = .zero
) -> Quantity? {
  let hundred = Int128(Quantity(100).microUnits)
  // At most 9e18 × 1e6, which fits; the percentage may make it larger than 128 bits.
  let (scaled, overflow) = (Int128(distance.microUnits) * 1_000_000)
    .multipliedReportingOverflow(by: hundred + Int128(percent.microUnits))
  guard !overflow else { return nil }
  return Quantity(exactly: dividedRounding(scaled, by: Int128(seconds.microUnits) * hundred))?
    .rounded(toMultipleOf: Quantity.hundredth)
}

/// Flags sessions that began while others went on: one flag for each, with the time that it shares
/// with them.
///
/// A session of kind `other` may be the same workout as the one that overlaps it, so it is only
/// noted.
private func overlapFlags(_ sessions: [Session], _ limits: Limits) -> [QualityFlag] {
  guard let limit = limits.limits[.overlappingSessions] else { return [] }
  let ordered = sessions.sorted { a, b in
    let (x, y) = (a.activity, b.activity)
    return (x.start, x.end, x.kind.rawValue) < (y.start, y.end, y.kind.rawValue)
  }
  var flags: [QualityFlag] = []
  // Sessions are ordered by start, so everything up to the latest end so far overlaps a session
  // that starts before that end.
  var (latestEnd, latestKnownEnd) = (Instant?.none, Instant?.none)
  for session in ordered {
    let activity = session.activity
    let shared = minutes(of: activity, before: latestEnd)
    let sharedWithKnown =
      activity.kind == .other ? .zero : minutes(of: activity, before: latestKnownEnd)
    let passed: (QualityFlag.Level, Quantity)?
    let measured: Quantity
    if let flagged = limit.passed(by: sharedWithKnown), flagged.0 == .flagged {
      (passed, measured) = (flagged, sharedWithKnown)
    } else {
      passed = limit.notedAbove.flatMap { shared > $0 ? (.noted, $0) : nil }
      measured = shared
    }
    if let (level, bound) = passed {
      flags.append(
        QualityFlag(
          .overlappingSessions, level, day: session.day, kind: activity.kind, measured: measured,
          limit: bound))
    }
    latestEnd = max(latestEnd ?? activity.end, activity.end)
    if activity.kind != .other {
      latestKnownEnd = max(latestKnownEnd ?? activity.end, activity.end)
    }
  }
  return flags
}

/// Returns the duration of a session before `end`, in minutes.
private func minutes(of activity: Activity, before end: Instant?) -> Quantity {
  guard let end else { return .zero }
  let milliseconds =
    Int128(min(end, activity.end).milliseconds) - Int128(activity.start.milliseconds)
  guard milliseconds > 0 else { return .zero }
  return (Quantity(exactly: dividedRounding(milliseconds * 1000, by: 60)) ?? .limit)
    .rounded(toMultipleOf: Quantity.hundredth)
}
