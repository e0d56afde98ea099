import DaymarkModel

// The order of a Health export's records in the document, and their creation dates. See Examine,
// "The checks".

extension ExaminedExport {
  /// The check that all records of a type stand together, as a phone writes them.
  ///
  /// Records that were inserted elsewhere stand apart.
  var scattered: CheckResult? {
    var tally = CheckTally()
    tally.looked = written.values.reduce(0) { $0 + $1.count }
    let bytes = written.mapValues { $0.map(\.byte) }
    for (metric, records) in written.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let others = bytes.filter { $0.key != metric }.map(\.value) + [workouts]
      for record in outsideLongestRun(records, others) { tally.add(record, metric) }
    }
    // An export with so few records may be an excerpt that somebody made by hand, so this is only
    // noted.
    return tally.result(.scattered, tally.looked < 200 ? .noted : .question, in: self)
  }

  /// Returns the records that other data separates from the longest run of their metric.
  ///
  /// - Parameter others: The byte offsets of other metrics' records and of workouts, each list
  ///   ascending.
  private func outsideLongestRun(_ records: [Sample], _ others: [[Int]]) -> [Sample] {
    guard let first = records.first?.byte, let last = records.last?.byte else { return [] }
    // Usually nothing else stands between the first and the last record of a metric.
    let between = others.flatMap { other in
      other[other.firstPlace { $0 > first }..<other.firstPlace { $0 > last }]
    }
    if between.isEmpty { return [] }
    var runs: [[Sample]] = []
    var next = between.sorted()[...]
    for record in records {
      let isApart = next.first.map { $0 < record.byte } ?? false
      while let byte = next.first, byte < record.byte { next.removeFirst() }
      if isApart || runs.isEmpty { runs.append([]) }
      runs[runs.count - 1].append(record)
    }
    let longest = runs.indices.max { runs[$0].count < runs[$1].count }
    return runs.indices.filter { $0 != longest }.flatMap { runs[$0] }
  }

  /// The check that the records of a type and source are in chronological order, except for late
  /// ones.
  var backwards: CheckResult? {
    var tally = CheckTally()
    for (metric, records) in written.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var latest: [UInt16: Instant] = [:]
      for record in records {
        tally.looked += 1
        if let last = latest[record.source], record.start < last.advanced(byDays: -1) {
          tally.add(record, metric)
        }
        latest[record.source] = record.start
      }
    }
    return tally.result(.backwards, .noted, in: self)
  }

  /// The check that no record was written before its start.
  var writtenEarly: CheckResult? {
    var tally = CheckTally()
    var days: Set<CivilDay> = []
    var dayEarly = 0
    for series in series {
      for record in series.records {
        guard let created = record.creation else { continue }
        tally.looked += 1
        // Creation dates have whole seconds, while starts may have fractions.
        guard created.advanced(byMilliseconds: 1000) < record.start else { continue }
        tally.add(record, series.metric)
        days.insert(calendar.day(containing: record.start))
        if created < record.start.advanced(byDays: -1) { dayEarly += 1 }
      }
    }
    // A wrong clock explains this on a few days and by a few hours, but not more.
    let isQuestion = days.count > 3 || dayEarly > 3
    return tally.result(.writtenEarly, isQuestion ? .question : .noted, in: self)
  }

  /// The check for records of many days that were written within one hour, as by a restored backup
  /// or an import.
  var writtenAtOnce: CheckResult? {
    struct Hour {
      var days: Set<CivilDay> = []
      var count = 0
      var first: Sample
      var metric: Metric
    }
    var tally = CheckTally()
    var hours: [Int64: Hour] = [:]
    let late = Int64(QualityMeasure.lateAfterHours) * 3600
    for series in series {
      for record in series.records {
        guard let created = record.creation?.secondsSince1970 else { continue }
        tally.looked += 1
        guard created - record.end.secondsSince1970 > late else { continue }
        let hour = Hour(first: record, metric: series.metric)
        hours[created / 3600, default: hour].days.insert(calendar.day(containing: record.start))
        hours[created / 3600]?.count += 1
      }
    }
    for (_, hour) in hours.sorted(by: { $0.key < $1.key }) where hour.days.count > 10 {
      tally.add(hour.first, hour.metric, count: hour.count)
    }
    return tally.result(.writtenAtOnce, .noted, in: self)
  }
}

extension Array {
  /// Returns the first index at which a condition holds.
  ///
  /// It must hold for all later elements, too.
  fileprivate func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
