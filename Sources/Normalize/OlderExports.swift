import DaymarkModel

/// The samples of older exports for times that newer ones cover with samples of the same source.
///
/// They do not count, so that two exports of one person are never added up; see Semantics, "Several
/// exports".
struct OlderExports {
  private struct Series: Hashable {
    var source: UInt16
    var age: Int
  }

  /// The times that samples of newer exports cover, for each series that overlaps any.
  private var newer: [Series: [TimeSet]] = [:]
  private let age: (Sample) -> Int
  private let sameDevices: [UInt16: UInt16]

  /// Finds the times that newer exports cover, for each source that several exports have.
  ///
  /// - Parameters:
  ///   - samples: The samples of one metric.
  ///   - sameDevices: For each renamed device, the source that stands for it, by each of its
  ///     sources.
  ///   - age: Returns the age of the export that a sample is from; 0 is the newest.
  init(
    of samples: borrowing SampleList, sameDevices: [UInt16: UInt16], age: @escaping (Sample) -> Int
  ) {
    (self.sameDevices, self.age) = (sameDevices, age)
    func device(_ sample: Sample) -> UInt16 {
      sameDevices.isEmpty ? sample.source : sameDevices[sample.source, default: sample.source]
    }
    // This is an array by source, because a lookup in a dictionary for every sample is slow.
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
      // Of thousands of small exports only a few overlap.
      let met = counted[series.source]?.filter { $0.span.overlaps(first...last) } ?? []
      newer[series] = met.isEmpty ? nil : met
      let free = met.isEmpty ? own : own.filter { time in !met.contains { $0.meets(time) } }
      if let set = TimeSet(free) { counted[series.source, default: []].append(set) }
    }
  }

  /// Whether a newer export covers the time of a sample.
  func isOutdated(_ sample: Sample) -> Bool {
    guard !newer.isEmpty else { return false }
    let time = sample.meetingTime
    let source = sameDevices[sample.source, default: sample.source]
    return newer[Series(source: source, age: age(sample))]?.contains { $0.meets(time) } ?? false
  }
}

/// A set of at least one time range, ascending and separate.
private struct TimeSet {
  private let times: [ClosedRange<Int64>]
  /// The range from the start of the first to the end of the last.
  let span: ClosedRange<Int64>

  /// Joins time ranges that meet; `nil` for an empty list.
  init?(_ all: [ClosedRange<Int64>]) {
    var times: [ClosedRange<Int64>] = []
    for time in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // Adjacent ranges are joined too, because nothing fits between them.
      if let last = times.last, time.lowerBound <= last.upperBound + 2 {
        times[times.count - 1] = last.lowerBound...max(last.upperBound, time.upperBound)
      } else {
        times.append(time)
      }
    }
    guard let first = times.first, let last = times.last else { return nil }
    (self.times, span) = (times, first.lowerBound...last.upperBound)
  }

  /// Whether a time range touches one of the set.
  ///
  /// - Complexity: O(log *n*) in the number of ranges.
  func meets(_ time: ClosedRange<Int64>) -> Bool {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle].upperBound < time.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low].lowerBound <= time.upperBound
  }
}
