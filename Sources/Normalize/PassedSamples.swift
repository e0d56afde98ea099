import DaymarkModel

/// The samples that ended so long before a period that they are irrelevant to its days.
///
/// Only their other effects are kept: they decide which sources are used, when the data ends, and
/// which input has data. A digest of eight bytes for each shows whether two of them may be the same
/// measurement. In that case nobody can tell which of the two is rejected, and the archives must be
/// read again with all samples.
struct PassedSamples {
  private struct Series: Hashable {
    var metric: Metric
    var source: UInt16
  }

  private var digests: [Series: Digests] = [:]
  /// The time from the first start to the last end; `nil` where there are no samples.
  private(set) var span: Interval?

  var isEmpty: Bool { span == nil }

  /// The sources of the samples that were passed over.
  var sources: Set<UInt16> { Set(digests.keys.map(\.source)) }

  mutating func add(_ sample: Sample, of metric: Metric) {
    digests[Series(metric: metric, source: sample.source), default: Digests()].add(sample.digest)
    include(Interval(sample.start, sample.end))
  }

  /// Adds the samples of an input that were passed over.
  ///
  /// - Parameter table: The number, in this numbering, of each source of the input.
  mutating func add(_ other: PassedSamples, sources table: [UInt16]) {
    for (series, more) in other.digests {
      let series = Series(metric: series.metric, source: table[Int(series.source)])
      digests[series, default: Digests()].add(more)
    }
    if let span = other.span { include(span) }
  }

  private mutating func include(_ time: Interval) {
    let known = span ?? time
    span = Interval(min(known.start, time.start), max(known.end, time.end))
  }

  /// Whether two samples of one source and metric may have the same time and value.
  ///
  /// - Parameter ranks: The rank of each source, after devices are resolved.
  /// - Complexity: O(*n* log *n*).
  func mayRepeat(_ ranks: [UInt16]) -> Bool {
    var ranked = PassedSamples()
    ranked.add(self, sources: ranks)
    return ranked.digests.values.contains { $0.mayRepeat() }
  }
}

/// Digests in lists of limited length, because a long list would be copied whenever it grows.
private struct Digests {
  private var lists: [[UInt64]] = []

  private static let longest = 1 << 16
  /// The number of parts that are sorted one after another, to limit the size of the copy.
  private static let parts: UInt64 = 8

  mutating func add(_ digest: UInt64) {
    if lists.last?.count ?? Self.longest == Self.longest {
      lists.append([])
      if lists.count > 1 { lists[lists.count - 1].reserveCapacity(Self.longest) }
    }
    lists[lists.count - 1].append(digest)
  }

  mutating func add(_ other: Digests) { lists += other.lists }

  /// Whether any digest occurs twice.
  func mayRepeat() -> Bool {
    (0..<Self.parts).contains { part in
      var digests: [UInt64] = []
      for list in lists { digests += list.lazy.filter { $0 % Self.parts == part } }
      digests.sort()
      return zip(digests, digests.dropFirst()).contains(where: ==)
    }
  }
}

extension Sample {
  /// A hash of the sample's times and value, which is equal for equal measurements.
  fileprivate var digest: UInt64 {
    // A collision costs another reading of the archives, but causes no error.
    [start.milliseconds, end.milliseconds, value.microUnits].reduce(0) { mixed, field in
      let sum = (mixed ^ UInt64(bitPattern: field)) &* 0x9E37_79B9_7F4A_7C15
      return (sum ^ sum >> 29) &* 0xBF58_476D_1CE4_E5B9 ^ sum >> 32
    }
  }
}
