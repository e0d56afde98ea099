import DaymarkModel

/// The samples that an older export has in time for which a newer one has samples of the same source: they do not
/// count, so two exports of one person never add up; see Semantics, "Several exports".
struct OlderExports {
  private struct Series: Hashable {
    var source: UInt16
    var age: Int
  }

  /// The times of the samples of newer exports that count, of those series that have some.
  private var newer: [Series: [TimeSet]] = [:]
  private let age: (Sample) -> Int
  private let sameDevices: [UInt16: UInt16]

  /// - Parameters:
  ///   - samples: Those of one metric.
  ///   - sameDevices: The source that stands for each of those that are a device under several names.
  ///   - age: The age of the export that a sample is from; 0 of the newest.
  init(
    of samples: borrowing SampleList, sameDevices: [UInt16: UInt16], age: @escaping (Sample) -> Int
  ) {
    (self.sameDevices, self.age) = (sameDevices, age)
    func device(_ sample: Sample) -> UInt16 {
      sameDevices.isEmpty ? sample.source : sameDevices[sample.source, default: sample.source]
    }
    // By source, for a dictionary would be asked for every sample.
    var ages = [Int?](repeating: nil, count: Int(UInt16.max) + 1)
    var repeated: Set<UInt16> = []
    samples.visit { sample in
      let (source, own) = (device(sample), age(sample))
      let known = ages[Int(source)]
      if known == nil { ages[Int(source)] = own }
      if let known, known != own { repeated.insert(source) }
    }
    if repeated.isEmpty { return }
    var times: [Series: [ClosedRange<Int64>]] = [:]
    samples.visit { sample in
      let source = device(sample)
      guard repeated.contains(source) else { return }
      times[Series(source: source, age: age(sample)), default: []].append(sample.meetingTime)
    }
    var counted: [UInt16: [TimeSet]] = [:]
    for series in times.keys.sorted(by: { $0.age < $1.age }) {
      let own = times.removeValue(forKey: series) ?? []
      let first = own.lazy.map(\.lowerBound).min() ?? 0
      let last = own.lazy.map(\.upperBound).max() ?? first
      // Of thousands of small exports few are of the same days.
      let met = counted[series.source]?.filter { $0.span.overlaps(first...last) } ?? []
      newer[series] = met.isEmpty ? nil : met
      let free = met.isEmpty ? own : own.filter { time in !met.contains { $0.meets(time) } }
      if let set = TimeSet(free) { counted[series.source, default: []].append(set) }
    }
  }

  /// Whether a newer export has the time of a sample.
  func isOutdated(_ sample: Sample) -> Bool {
    guard !newer.isEmpty else { return false }
    let time = sample.meetingTime
    let source = sameDevices[sample.source, default: sample.source]
    return newer[Series(source: source, age: age(sample))]?.contains { $0.meets(time) } ?? false
  }
}

/// Times, ascending and apart; at least one.
private struct TimeSet {
  private let times: [ClosedRange<Int64>]
  /// From the first to the last.
  let span: ClosedRange<Int64>

  /// - Returns: `nil` without any.
  init?(_ all: [ClosedRange<Int64>]) {
    var times: [ClosedRange<Int64>] = []
    for time in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // What touches at an end is joined, too: nothing fits between.
      if let last = times.last, time.lowerBound <= last.upperBound + 2 {
        times[times.count - 1] = last.lowerBound...max(last.upperBound, time.upperBound)
      } else {
        times.append(time)
      }
    }
    guard let first = times.first, let last = times.last else { return nil }
    (self.times, span) = (times, first.lowerBound...last.upperBound)
  }

  /// - Complexity: O(log *n*).
  func meets(_ time: ClosedRange<Int64>) -> Bool {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle].upperBound < time.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low].lowerBound <= time.upperBound
  }
}
