import DaymarkModel

extension ExportContents {
  /// The minimum number of common record times at which two devices are taken to be the same.
  private static let leastShared = 20

  /// Returns the export with the device names of an earlier one, where they differ.
  ///
  /// Two watches or phones, or apps on them, never have records that begin and end at the same
  /// instants. So if a device that only one export names shares most of its record times with a
  /// device that only the other names, they are the same.
  func withDevices(of earlier: ExportContents, _ ranked: [Source]) -> ExportContents {
    let (own, former) = (
      devices(among: ranked, withApps: true), earlier.devices(among: ranked, withApps: true)
    )
    let (new, gone) = (own.subtracting(earlier.sources), former.subtracting(sources))
    if new.isEmpty || gone.isEmpty { return self }
    let (times, formerTimes) = (self.times(of: new), earlier.times(of: gone))
    var names: [UInt16: UInt16] = [:]
    for device in new.sorted() {
      let known = gone.subtracting(names.values).sorted().max {
        shared(times[device], formerTimes[$0]) < shared(times[device], formerTimes[$1])
      }
      guard let known, let time = times[device], let formerTime = formerTimes[known] else {
        continue
      }
      let count = shared(time, formerTime)
      if count >= Self.leastShared, 2 * count > min(time.count, formerTime.count) {
        names[device] = known
      }
    }
    return names.isEmpty ? self : renamed(names)
  }

  private struct RecordTime: Hashable {
    var metric: Metric
    var start: Instant
    var end: Instant
  }

  private func times(of sources: Set<UInt16>) -> [UInt16: Set<RecordTime>] {
    var times: [UInt16: Set<RecordTime>] = [:]
    for (metric, list) in records {
      for record in list where sources.contains(record.source) {
        times[record.source, default: []].insert(
          RecordTime(metric: metric, start: record.start, end: record.end))
      }
    }
    return times
  }

  private func shared(_ times: Set<RecordTime>?, _ others: Set<RecordTime>?) -> Int {
    guard let times, let others else { return 0 }
    return times.count < others.count
      ? times.count(where: others.contains) : others.count(where: times.contains)
  }

  private func renamed(_ names: [UInt16: UInt16]) -> ExportContents {
    var export = self
    func name(_ source: UInt16) -> UInt16 { names[source, default: source] }
    export.records = records.mapValues { list in
      list.map { record in
        var record = record
        record.source = name(record.source)
        return record
      }
    }
    for index in export.sessions.indices {
      export.sessions[index].activity.source = name(export.sessions[index].activity.source)
    }
    export.sources = Set(sources.map(name))
    export.beginnings = Dictionary(
      beginnings.map { (name($0.key), $0.value) }, uniquingKeysWith: min)
    return export
  }
}
