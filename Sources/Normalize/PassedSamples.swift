import DaymarkModel

/// The samples that ended so long before a period that they cannot matter to its days, and of which nothing
/// is kept but what else they decide.
///
/// They still decide which sources are used, when the data ends, and which input has data at all. A digest
/// of eight bytes tells whether two of them may be one measurement. If so nobody can say any more which of
/// the two is set aside, and the archives are to be read again with all samples kept.
struct PassedSamples {
  private struct Series: Hashable {
    var metric: Metric
    var source: UInt16
  }

  private var digests: [Series: Digests] = [:]
  /// The time from the first start to the last end.
  private(set) var span: Interval?

  var isEmpty: Bool { span == nil }

  /// The sources of the samples, as they are numbered here.
  var sources: Set<UInt16> { Set(digests.keys.map(\.source)) }

  mutating func add(_ sample: Sample, of metric: Metric) {
    digests[Series(metric: metric, source: sample.source), default: Digests()].add(sample.digest)
    include(Interval(sample.start, sample.end))
  }

  /// Adds those of an input.
  ///
  /// - Parameter table: The number here of each source of the input.
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

  /// Whether two samples of one source and metric may be equal in time and value.
  ///
  /// - Parameter ranks: The source that each is, now that devices are known.
  /// - Complexity: O(*n* log *n*).
  func mayRepeat(_ ranks: [UInt16]) -> Bool {
    var ranked = PassedSamples()
    ranked.add(self, sources: ranks)
    return ranked.digests.values.contains { $0.mayRepeat() }
  }
}

/// Digests in lists of a bounded length: a long one would be copied whenever it grows.
private struct Digests {
  private var lists: [[UInt64]] = []

  private static let longest = 1 << 16
  /// As many parts are sorted one after the other, each in a copy.
  private static let parts: UInt64 = 8

  mutating func add(_ digest: UInt64) {
    if lists.last?.count ?? Self.longest == Self.longest {
      lists.append([])
      if lists.count > 1 { lists[lists.count - 1].reserveCapacity(Self.longest) }
    }
    lists[lists.count - 1].append(digest)
  }

  mutating func add(_ other: Digests) { lists += other.lists }

  /// Whether one is there twice.
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
  /// A mixture of what makes two samples of one source one measurement; the same of equal ones.
  fileprivate var digest: UInt64 {
    // Two others with the same would cost another reading, and nothing else.
    [start.milliseconds, end.milliseconds, value.microUnits].reduce(0) { mixed, field in
      let sum = (mixed ^ UInt64(bitPattern: field)) &* 0x9E37_79B9_7F4A_7C15
      return (sum ^ sum >> 29) &* 0xBF58_476D_1CE4_E5B9 ^ sum >> 32
    }
  }
}
