import DaymarkModel

/// The records that were understood and have the source and the time of a rejected one, in the same input.
///
/// They are other records: what a rejected record was is known only where an input has more of them than its own.
struct RecordNeighbours {
  private struct Key: Hashable {
    var part: Int
    var metric: Metric
    var source: UInt16
    var time: Interval
  }

  private var amounts: [Key: Set<Quantity>] = [:]

  /// - Parameters:
  ///   - samples: Of all metrics, before duplicates are taken out.
  ///   - ranks: Of sources, by the subject's table.
  init(of parts: [InputPart], _ samples: [CollectedSamples], _ ranks: [UInt16]) {
    for (index, part) in parts.enumerated() {
      for record in part.rejectedRecords where record.amount == nil {
        guard let time = record.time else { continue }
        amounts[key(index, record.metric, ranks[Int(record.source)], time)] = []
      }
    }
    let metrics = Set(amounts.keys.map(\.metric))
    for samples in samples where metrics.contains(samples.metric) {
      samples.accepted.visit { sample in
        let key = key(
          sample.input, samples.metric, ranks[Int(sample.source)],
          Interval(sample.start, sample.end))
        if let index = amounts.index(forKey: key) { amounts.values[index].insert(sample.value) }
      }
    }
  }

  /// - Parameter record: With the rank of its source.
  func count(of record: RejectedRecord, inPart part: Int) -> Int {
    guard let time = record.time else { return 0 }
    return amounts[key(part, record.metric, record.source, time)]?.count ?? 0
  }

  /// Samples know the parts from a certain one on as one part.
  private func key(_ part: Int, _ metric: Metric, _ source: UInt16, _ time: Interval) -> Key {
    Key(part: min(part, Sample.lastInput), metric: metric, source: source, time: time)
  }
}
