import DaymarkModel

/// Returns the time zone that divides a subject's days; see Semantics, "Time".
///
/// - Returns: The zone, with a finding if it is only an offset or an assumption.
func resolveZone(
  _ inputs: [InputFacts], subject: Zone?, challenge: Zone?
) -> (zone: ResolvedZone, finding: Finding?) {
  if let subject { return (ResolvedZone(subject, by: .subject), nil) }
  if let challenge { return (ResolvedZone(challenge, by: .challenge), nil) }
  if let name = mostFrequentZone(inputs), let zone = Zone(name: name) {
    return (ResolvedZone(zone, by: .inferred), nil)
  }
  if let seconds = statedOffset(inputs) {
    let zone = Zone.fixedOffset(seconds: seconds)
    return (
      ResolvedZone(zone, by: .fixedOffset),
      Finding(.timezoneFixedOffset) { $0.zone = zone.id }
    )
  }
  return (ResolvedZone(.utc, by: .assumedUTC), Finding(.timezoneAssumedUTC))
}

/// Returns the most frequent zone name.
///
/// If each record names a zone, only a name that agrees with the export date counts.
private func mostFrequentZone(_ inputs: [InputFacts]) -> String? {
  var votes: [String: Int] = [:]
  for input in inputs {
    for (name, count) in input.zoneVotes where input.agrees(with: name) {
      votes[name, default: 0] += count
    }
  }
  return votes.max { a, b in a.value != b.value ? a.value < b.value : a.key > b.key }?.key
}

extension InputFacts {
  /// Whether a zone name can be that of the input's last day.
  ///
  /// If each record names a zone, a name that cannot be tested does not count.
  fileprivate func agrees(with name: String) -> Bool {
    guard let zone = Zone(name: name) else { return false }
    guard let exportDate, let exportOffsetSeconds else { return zoneNaming == .ofSubject }
    return zone.offsetSeconds(at: exportDate) == exportOffsetSeconds
  }
}

/// Returns the offset of the latest export date.
///
/// If no input has one, it is that of the earliest record.
private func statedOffset(_ inputs: [InputFacts]) -> Int? {
  let exports = inputs.compactMap { input -> InputFacts.StatedOffset? in
    guard let at = input.exportDate, let seconds = input.exportOffsetSeconds else { return nil }
    return InputFacts.StatedOffset(at: at, seconds: seconds)
  }
  let latest = exports.max { a, b in a.at != b.at ? a.at < b.at : a.seconds > b.seconds }
  if let latest { return latest.seconds }
  return inputs.compactMap(\.earliestOffset).min { a, b in
    a.at != b.at ? a.at < b.at : a.seconds < b.seconds
  }?.seconds
}
