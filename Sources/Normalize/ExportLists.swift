import DaymarkModel

/// What each part of a subject's inputs says by itself: every sample and session that was understood, duplicates and
/// what newer exports repeat included.
///
/// - Parameters:
///   - ranks: The rank of each source of the subject's table.
///   - sameDevices: The rank that stands for each of those that are a device under several names.
/// - Returns: In the order of the parts.
func exportContents(
  of parts: [InputPart], _ samples: [CollectedSamples], _ activities: [PlacedActivity],
  ranks: [UInt16], sameDevices: [UInt16: UInt16]
) -> [ExportContents] {
  func device(_ source: UInt16) -> UInt16 {
    let rank = ranks[Int(source)]
    return sameDevices[rank, default: rank]
  }
  var exports = parts.map { ExportContents(facts: $0.facts, end: $0.end) }
  for collected in samples {
    var lists = [[Sample]](repeating: [], count: parts.count)
    func add(_ sample: Sample, isTypedIn: Bool) {
      var record = sample
      record.source = device(sample.source)
      record.isUserEntered = isTypedIn || sample.isUserEntered
      lists[sample.input].append(record)
    }
    collected.accepted.visit { add($0, isTypedIn: false) }
    collected.manual.visit { add($0, isTypedIn: true) }
    for part in parts.indices where !lists[part].isEmpty {
      exports[part].records[collected.metric] = lists[part]
    }
  }
  for placed in activities {
    var activity = placed.activity
    activity.source = device(activity.source)
    // No track and no set is compared.
    (activity.track, activity.sets) = ([], [])
    exports[activity.input].sessions.append(
      ExportedSession(
        activity: activity, created: placed.created, line: placed.place.line,
        byte: placed.place.byte))
  }
  return exports
}
