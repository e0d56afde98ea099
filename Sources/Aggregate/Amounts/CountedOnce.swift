import DaymarkModel

extension SampleList {
  /// Makes each instant of a source's time count in one sample alone; see Semantics, "Sleep".
  ///
  /// Of samples that overlap the one with the least sleep for its time counts, so that somebody who
  /// was awake within a night was awake. A sample of no time holds none.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func countOnceBySource() {
    var bySource: [UInt16: [Sample]] = [:]
    for sample in takeOut(where: { _ in true }) where !sample.isInstant {
      bySource[sample.source, default: []].append(sample.limitedToItsTime)
    }
    for samples in bySource.values {
      var free = FreeTime(of: samples.map(\.interval), CoveredTime())
      for sample in samples.sorted(by: { $0.hasLessSleep(than: $1) }) {
        for piece in free.pieces(of: sample.interval) { append(sample.part(piece)) }
        free.take(sample.interval)
      }
    }
  }
}

extension Sample {
  fileprivate var interval: Interval { Interval(start, end) }

  /// The sample with no more minutes than it lasts.
  fileprivate var limitedToItsTime: Sample {
    var limited = self
    limited.value = min(value, Quantity(microUnits: duration * 1000 / 60))
    return limited
  }

  fileprivate func hasLessSleep(than other: Sample) -> Bool {
    let (own, others) = (
      Int128(value.microUnits) * Int128(other.duration),
      Int128(other.value.microUnits) * Int128(duration)
    )
    if own != others { return own < others }
    return (start, end) < (other.start, other.end)
  }

  fileprivate func part(_ time: Interval) -> Sample {
    var part = self
    part.value = Quantity(microUnits: Int64(amount(from: time.start, to: time.end)))
    (part.start, part.end) = (time.start, time.end)
    return part
  }
}
