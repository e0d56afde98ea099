import DaymarkModel

/// The valid records with the sources and times of rejected ones, by part of the inputs.
///
/// They heal rejected records; see Semantics, "What rejected records leave open".
struct UnderstoodRecords {
  private struct Key: Hashable {
    var metric: Metric
    var device: UInt16
    var time: Interval
  }

  /// The amounts of the valid records of one metric, device and time, by the number of their part.
  private var amounts: [Key: [Int: Set<Quantity>]] = [:]
  private let numbers: PartNumbers
  /// For each renamed device, the rank that stands for it, by the rank of each of its sources.
  private let sameDevices: [UInt16: UInt16]

  /// Finds the valid records that have a metric, a device and a time in common with a rejected one.
  ///
  /// - Parameters:
  ///   - parts: The parts of all inputs, with their rejected records.
  ///   - numbers: The number by which samples name each part.
  ///   - samples: The samples of all metrics, before duplicates and samples of older exports are
  ///     removed.
  ///   - ranks: The rank of each source, by its index in the subject's ``SourceTable``.
  ///   - sameDevices: For each renamed device, the rank that stands for it, by the rank of each of
  ///     its sources.
  init(
    of parts: [InputPart], _ numbers: PartNumbers, _ samples: [CollectedSamples],
    _ ranks: [UInt16], _ sameDevices: [UInt16: UInt16]
  ) {
    (self.numbers, self.sameDevices) = (numbers, sameDevices)
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
      // Typed-in records are valid too.
      samples.manual.visit(add)
    }
  }

  /// Returns the rejected records of a part that are not healed.
  ///
  /// A record of a known amount is healed if another record has this amount, source and time.
  /// Records of unknown amount are healed in the number by which another part has more valid
  /// records than this one.
  ///
  /// - Parameter records: The records, with ranks of sources, each with its number in the part.
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
      // Beyond a certain number samples do not distinguish parts. These then count together, and
      // may have more records than each part.
      let own = understood[numbers.numbers[part]]?.count ?? 0
      let most = understood.filter { $0.key < Sample.lastInput }.map(\.value.count).max() ?? 0
      for record in records.sorted(by: { $0.order < $1.order }).prefix(max(0, most - own)) {
        open[record] = nil
      }
    }
    return open
  }

  /// Returns the key under which records of one device, metric and time are compared; `nil` for a
  /// record without a time.
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
