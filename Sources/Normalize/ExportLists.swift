import DaymarkModel

/// What some parts of a subject's inputs say by themselves: every sample and session that was understood, duplicates and
/// what newer exports repeat included.
///
/// - Parameters:
///   - kept: The indices of these parts.
///   - time: Only samples and sessions that begin in it are kept; all when `nil`.
///   - ranks: The rank of each source of the subject's table.
///   - sameDevices: The rank that stands for each of those that are a device under several names.
/// - Returns: In the order of `kept`.
func exportContents(
  of parts: [InputPart], _ kept: [Int], during time: Interval?, _ samples: [CollectedSamples],
  _ activities: [PlacedActivity], ranks: [UInt16], sameDevices: [UInt16: UInt16]
) -> [ExportContents] {
  func device(_ source: UInt16) -> UInt16 {
    let rank = ranks[Int(source)]
    return sameDevices[rank, default: rank]
  }
  func isKept(_ start: Instant) -> Bool { time?.contains(start) ?? true }
  var places = [Int?](repeating: nil, count: parts.count)
  for (place, part) in kept.enumerated() { places[part] = place }
  var exports = kept.map { index in
    var export = ExportContents(facts: parts[index].facts, end: parts[index].end)
    (export.sources, export.statedDays) = (
      Set(parts[index].sources.map(device)), parts[index].statedDays
    )
    return export
  }
  for collected in samples {
    var lists = [[Sample]](repeating: [], count: kept.count)
    func add(_ sample: Sample, isTypedIn: Bool) {
      guard isKept(sample.start), let place = places[sample.input] else { return }
      var record = sample
      record.source = device(sample.source)
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
    guard isKept(placed.activity.start), let place = places[placed.activity.input] else { continue }
    var activity = placed.activity
    activity.source = device(activity.source)
    // No track and no set is compared.
    (activity.track, activity.sets) = ([], [])
    exports[place].sessions.append(
      ExportedSession(
        activity: activity, created: placed.created, line: placed.place.line,
        byte: placed.place.byte))
  }
  return exports
}
