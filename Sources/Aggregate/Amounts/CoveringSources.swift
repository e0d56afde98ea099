import DaymarkModel

/// Tells which source covers each time of one day.
///
/// The sweep only needs to know that time is covered; an explanation of a day also says by which
/// source.
struct CoveringSources {
  private struct Stretch {
    var interval: Interval
    var source: UInt16
  }

  /// The covered stretches, disjoint and ascending.
  private var stretches: [Stretch] = []

  /// The amounts of a part of a sample that other sources cover, by source.
  func covered(of sample: Sample, in part: Interval) -> [UInt16: Int128] {
    guard !sample.isInstant else {
      guard let covering = source(at: sample.start) else { return [:] }
      return [covering: Int128(sample.value.microUnits)]
    }
    var covered: [UInt16: Int128] = [:]
    for stretch in stretches[firstIndex(endingAfter: part.start)...] {
      guard stretch.interval.start < part.end else { break }
      let (start, end) = (
        max(stretch.interval.start, part.start), min(stretch.interval.end, part.end)
      )
      covered[stretch.source, default: 0] += sample.amount(from: start, to: end)
    }
    return covered
  }

  /// Gives a source that part of its intervals that no earlier source covers.
  mutating func add(_ intervals: [Interval], of source: UInt16) {
    guard !intervals.isEmpty else { return }
    var own = CoveredTime()
    for interval in intervals.sorted(by: { $0.start < $1.start }) { own.add(interval) }
    own.endSource()
    var taken = CoveredTime()
    for stretch in stretches { taken.add(stretch.interval) }
    taken.endSource()
    own.visit { interval in
      var index = taken.firstIndex(endingAfter: interval.start)
      taken.forEachPiece(of: interval, from: &index) {
        stretches.append(Stretch(interval: $0, source: source))
      }
    }
    stretches.sort { $0.interval.start < $1.interval.start }
  }

  private func source(at instant: Instant) -> UInt16? {
    let index = firstIndex(endingAfter: instant)
    guard index < stretches.count, stretches[index].interval.start <= instant else { return nil }
    return stretches[index].source
  }

  private func firstIndex(endingAfter instant: Instant) -> Int {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].interval.end <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
