import DaymarkModel

extension [DayFact] {
  /// Whether sessions that are in doubt, each added or not, and any number of further ones can bring a
  /// sum into an interval.
  ///
  /// A range of sums from least to most has gaps: where every session has 5 km, no sum lies between 0
  /// and 5 km. Amounts are taken to the next 0.01 on either side, so a gap may be seen up to 0.01 for each
  /// session narrower than it is, never wider; and of more than 200 separate ranges of sums (there can be
  /// 2ⁿ for n sessions in doubt) the interval is taken to be within reach. Both only leave an answer open.
  func sumCanReach(_ interval: ValueInterval) -> Bool {
    // Without a bound above, the greatest sum decides alone.
    guard let high = interval.high else { return true }
    let least = sum.least
    var reached = [least...least]
    for session in lazy.flatMap(\.doubtfulSessions) {
      let with = reached.map { $0.lowerBound + session.least...$0.upperBound + session.most }
      reached = merged(reached + with.filter { $0.lowerBound <= high })
      guard reached.count <= 200 else { return true }
    }
    // The same on every day that has one.
    let further = lazy.compactMap(\.furtherSession).first
    return reached.contains { sums in
      let lacking = interval.low - sums.upperBound
      guard lacking > 0 else { return sums.lowerBound <= high }
      guard let further else { return false }
      // The fewest that can be enough are the fewest that can be too much.
      let times = (lacking + further.most - 1) / further.most
      return sums.lowerBound + times * further.least <= high
    }
  }
}

/// The same values in ascending ranges that do not touch.
private func merged(_ ranges: [ClosedRange<Int128>]) -> [ClosedRange<Int128>] {
  var merged: [ClosedRange<Int128>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
    if let last = merged.last, range.lowerBound <= last.upperBound {
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      merged.append(range)
    }
  }
  return merged
}
