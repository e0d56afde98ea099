import DaymarkModel

extension SampleSet {
  /// Takes out the records of cumulative metrics that last four hours or more, which count only in
  /// time that shorter ones leave; see Semantics, "Long records".
  ///
  /// Samples that a session gives are not taken out, however long the session.
  mutating func takeLongRecords() -> [Metric: [Sample]] {
    var long: [Metric: [Sample]] = [:]
    for metric in Metric.allCases where metric.isCumulative && !metric.isOfNights {
      guard var list = samples.removeValue(forKey: metric) else { continue }
      long[metric] = list.takeOut { $0.duration >= Record.shortestLong }
      samples[metric] = list
    }
    return long
  }
}

extension Sample {
  /// Whether a long record is its source's total for the day on which its middle lies.
  func isDayLongTotal(_ sources: [Source]) -> Bool {
    let deviceClass = sources[Int(source)].deviceClass
    return duration >= Record.shortestTotal && (deviceClass == .app || deviceClass == .tracker)
  }

  /// The instant halfway between the sample's start and end.
  var middle: Instant { start.advanced(byMilliseconds: duration / 2) }
}

extension [Sample] {
  /// The long records in the order in which they take free time: the shortest first, and of equally
  /// long ones that of the better source.
  var byLength: [Sample] {
    sorted { a, b in
      if a.duration != b.duration { return a.duration < b.duration }
      if a.source != b.source { return a.source < b.source }
      if a.start != b.start { return a.start < b.start }
      return a.value < b.value
    }
  }
}

/// Time that records may take, divided into cells between all instants at which anything begins or
/// ends.
struct FreeTime {
  private var bounds: [Instant]
  /// For each cell, the next cell from it on that may be free.
  ///
  /// A free cell has its own index.
  private var next: [Int]

  /// Makes the free time: the time of the records without the covered time.
  init(of records: [Interval], _ covered: CoveredTime) {
    let wanted = records.disjoint
    var (taken, index): ([Interval], Int) = ([], 0)
    covered.visit { interval in
      while index < wanted.count, wanted[index].end <= interval.start { index += 1 }
      var at = index
      while at < wanted.count, wanted[at].start < interval.end {
        taken.append(
          Interval(max(interval.start, wanted[at].start), min(interval.end, wanted[at].end)))
        at += 1
      }
    }
    var bounds: [Instant] = []
    for instant in (records + taken).flatMap({ [$0.start, $0.end] }).sorted()
    where bounds.last != instant {
      bounds.append(instant)
    }
    (self.bounds, next) = (bounds, Array(0...bounds.count))
    for interval in taken { take(interval) }
  }

  /// The free pieces of a record's time, in ascending order.
  mutating func pieces(of record: Interval) -> [Interval] {
    let end = cell(of: record.end)
    var pieces: [Interval] = []
    var free = firstFree(from: cell(of: record.start))
    while free < end {
      if let last = pieces.last, last.end == bounds[free] {
        pieces[pieces.count - 1].end = bounds[free + 1]
      } else {
        pieces.append(Interval(bounds[free], bounds[free + 1]))
      }
      free = firstFree(from: free + 1)
    }
    return pieces
  }

  /// Marks the time of a record as taken.
  mutating func take(_ record: Interval) {
    let end = cell(of: record.end)
    var free = firstFree(from: cell(of: record.start))
    while free < end {
      next[free] = free + 1
      free = firstFree(from: free + 1)
    }
  }

  private mutating func firstFree(from cell: Int) -> Int {
    var cell = cell
    while next[cell] != cell {
      // Each lookup shortens the path of later ones.
      next[cell] = next[next[cell]]
      cell = next[cell]
    }
    return cell
  }

  /// The cell that begins at an instant.
  ///
  /// - Precondition: A record begins or ends at the instant.
  private func cell(of instant: Instant) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
