import DaymarkModel

/// Returns the complete contents of some parts of a subject's inputs, including duplicates and data
/// that newer exports repeat.
///
/// - Parameters:
///   - numbers: The number by which samples name each part.
///   - kept: The indices of these parts.
///   - time: The period in which samples and sessions must begin; `nil` for all time.
///   - devices: For each source of the subject's table, the rank of the source that stands for its
///     device.
/// - Returns: The contents, in the order of `kept`.
func exportContents(
  of parts: [InputPart], _ numbers: PartNumbers, _ kept: [Int], during time: Interval?,
  by calendar: DayCalendar, _ samples: [CollectedSamples], _ activities: [PlacedActivity],
  devices: [UInt16]
) -> [ExportContents] {
  func device(_ source: UInt16) -> UInt16 { devices[Int(source)] }
  func isKept(_ start: Instant) -> Bool { time?.contains(start) ?? true }
  var places = [Int?](repeating: nil, count: parts.count)
  for (place, part) in kept.enumerated() { places[part] = place }
  let apps = ranksOfApps(in: parts, device)
  var exports = kept.map { index in
    var export = ExportContents(of: parts[index], by: calendar, device)
    export.apps = apps
    return export
  }
  for collected in samples {
    var lists = [[Sample]](repeating: [], count: kept.count)
    func add(_ sample: Sample, isTypedIn: Bool) {
      guard let place = places[numbers.part(of: sample)] else { return }
      let source = device(sample.source)
      exports[place].begin(source, sample.start)
      guard isKept(sample.start) else { return }
      var record = sample
      record.source = source
      record.isUserEntered = isTypedIn || sample.isUserEntered
      lists[place].append(record)
    }
    collected.accepted.visit { add($0, isTypedIn: false) }
    collected.manual.visit { add($0, isTypedIn: true) }
    for (place, list) in lists.enumerated() where !list.isEmpty {
      exports[place].records[collected.metric] = list
    }
  }
  for placed in activities {
    guard let place = places[placed.activity.input] else { continue }
    var activity = placed.activity
    activity.source = device(activity.source)
    exports[place].begin(activity.source, activity.start)
    guard isKept(activity.start) else { continue }
    // Tracks and sets are removed, because the comparison does not use them.
    (activity.track, activity.sets) = ([], [])
    exports[place].sessions.append(
      ExportedSession(
        activity: activity, created: placed.created, line: placed.place.line,
        byte: placed.place.byte))
  }
  return exports
}

extension ExportContents {
  /// Makes the contents of a part without its records and sessions.
  ///
  /// - Parameters:
  ///   - calendar: The calendar of the subject's days.
  ///   - device: Returns the rank that stands for a source of the subject's table.
  fileprivate init(
    of part: InputPart, by calendar: DayCalendar, _ device: (UInt16) -> UInt16
  ) {
    self.init(facts: part.facts, end: part.end(by: calendar))
    (sources, statedDays) = (Set(part.sources.map(device)), part.statedDays)
    for source in part.passedSources {
      begin(device(part.sources[Int(source)]), Instant(milliseconds: .min))
    }
    rejected = part.rejectedRecords.map { record in
      var record = record
      record.source = device(record.source)
      return record
    }
    rejectedSessions = part.rejectedSessions.map(\.start)
    // After an accepted loss, the lost records are unknown.
    if !part.acceptedLoss.isEmpty { mayLackRecords = true }
  }

  fileprivate mutating func begin(_ source: UInt16, _ start: Instant) {
    if let known = beginnings[source], known <= start { return }
    beginnings[source] = start
  }
}

/// Returns the sources with the name of a watch or a phone that are apps in every part that has
/// them.
///
/// - Parameter device: Returns the rank of the source that stands for the device of a source.
/// - Returns: The sources, as these ranks.
private func ranksOfApps(in parts: [InputPart], _ device: (UInt16) -> UInt16) -> Set<UInt16> {
  var (apps, devices): (Set<UInt16>, Set<UInt16>) = ([], [])
  for part in parts {
    for (number, source) in part.facts.sources.enumerated()
    where source.deviceClass == .watch || source.deviceClass == .phone {
      let rank = device(part.sources[number])
      if part.facts.apps.contains(UInt16(clamping: number)) {
        apps.insert(rank)
      } else {
        devices.insert(rank)
      }
    }
  }
  return apps.subtracting(devices)
}
