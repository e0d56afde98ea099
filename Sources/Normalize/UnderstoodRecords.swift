import DaymarkModel

/// The records that were understood of the sources and times of rejected ones, by the part of the inputs that has them.
///
/// They heal rejected records; see Semantics, "What rejected records leave open".
struct UnderstoodRecords {
  private struct Key: Hashable {
    var metric: Metric
    var device: UInt16
    var time: Interval
  }

  /// The amounts of each part that has some.
  private var amounts: [Key: [Int: Set<Quantity>]] = [:]
  /// By rank of source.
  private let sameDevices: [UInt16: UInt16]

  /// - Parameters:
  ///   - samples: Of all metrics, before duplicates and older exports are taken out.
  ///   - ranks: Of sources, by the subject's table.
  ///   - sameDevices: The rank that stands for each of those that are a device under several names.
  init(
    of parts: [InputPart], _ samples: [CollectedSamples], _ ranks: [UInt16],
    _ sameDevices: [UInt16: UInt16]
  ) {
    self.sameDevices = sameDevices
    for record in parts.lazy.flatMap(\.rejectedRecords) {
      if let key = key(record.metric, ranks[Int(record.source)], record.time) { amounts[key] = [:] }
    }
    let metrics = Set(amounts.keys.map(\.metric))
    for samples in samples where metrics.contains(samples.metric) {
      func add(_ sample: Sample) {
        let time = Interval(sample.start, sample.end)
        if let key = key(samples.metric, ranks[Int(sample.source)], time),
          let index = amounts.index(forKey: key)
        {
          amounts.values[index][sample.input, default: []].insert(sample.value)
        }
      }
      samples.accepted.visit(add)
      // What was typed in is known, too.
      samples.manual.visit(add)
    }
  }

  /// What the rejected records of a part leave open.
  ///
  /// One of a known amount is healed where that amount is understood of its source and time. Of those of an unknown
  /// amount as many are as another part has understood more than this one.
  ///
  /// - Parameter records: By rank of source; each with the number of times that the part has it.
  func open(_ records: [RejectedRecord: Int], ofPart part: Int) -> [RejectedRecord: Int] {
    var open = records
    var unknown: [Key: [RejectedRecord]] = [:]
    for record in records.keys {
      guard let key = key(record.metric, record.source, record.time) else { continue }
      if let amount = record.amount {
        if amounts[key]?.values.contains(where: { $0.contains(amount) }) == true {
          open[record] = nil
        }
      } else {
        unknown[key, default: []].append(record)
      }
    }
    for (key, records) in unknown {
      let understood = amounts[key] ?? [:]
      // Samples know the parts from a certain one on as one part, which may have more than each of them.
      let own = understood[min(part, Sample.lastInput)]?.count ?? 0
      let most = understood.filter { $0.key < Sample.lastInput }.map(\.value.count).max() ?? 0
      for record in records.sorted(by: { $0.order < $1.order }).prefix(max(0, most - own)) {
        open[record] = nil
      }
    }
    return open
  }

  /// - Returns: `nil` without a time.
  private func key(_ metric: Metric, _ source: UInt16, _ time: Interval?) -> Key? {
    time.map { Key(metric: metric, device: sameDevices[source, default: source], time: $0) }
  }
}

extension RejectedRecord {
  /// The order in which records of one time are healed.
  fileprivate var order: (UInt16, Int64, String) {
    (source, created?.milliseconds ?? .max, code.rawValue)
  }
}
