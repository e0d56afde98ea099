import DaymarkModel

// How the records of a Health export stand in the document, and when they were written. See Examine, "The checks".

extension ExaminedExport {
  /// A phone writes all records of a type together.
  ///
  /// What was put in elsewhere stands apart.
  var scattered: CheckResult? {
    var tally = CheckTally()
    tally.looked = written.values.reduce(0) { $0 + $1.count }
    let bytes = written.mapValues { $0.map(\.byte) }
    for (metric, records) in written.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let others = bytes.filter { $0.key != metric }.map(\.value) + [workouts]
      for record in outsideLongestRun(records, others) { tally.add(record, metric) }
    }
    // So few may be cut by hand.
    return tally.result(.scattered, tally.looked < 200 ? .noted : .question, in: self)
  }

  /// The records that something else parts from most of their own.
  ///
  /// - Parameter others: The bytes of other metrics' records, and of workouts, each list ascending.
  private func outsideLongestRun(_ records: [Sample], _ others: [[Int]]) -> [Sample] {
    guard let first = records.first?.byte, let last = records.last?.byte else { return [] }
    // Mostly no other metric has anything between the first and the last of this one.
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

  /// Within a type, the records of a source follow one another in time, but for what came late.
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

  /// A device writes a record when it has begun.
  var writtenEarly: CheckResult? {
    var tally = CheckTally()
    var days: Set<CivilDay> = []
    var dayEarly = 0
    for series in series {
      for record in series.records {
        guard let created = record.creation else { continue }
        tally.looked += 1
        // Creation dates have whole seconds.
        guard created.advanced(byMilliseconds: 1000) < record.start else { continue }
        tally.add(record, series.metric)
        days.insert(calendar.day(containing: record.start))
        if created < record.start.advanced(byDays: -1) { dayEarly += 1 }
      }
    }
    // A clock that was wrong explains some days, and not more than some hours.
    let isQuestion = days.count > 3 || dayEarly > 3
    return tally.result(.writtenEarly, isQuestion ? .question : .noted, in: self)
  }

  /// A restored backup, or an import, writes old days in one night.
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
  /// The first index from which on something holds; the list is parted by it.
  fileprivate func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
