import DaymarkModel

extension ValueInterval {
  /// The answer on a value of which a range is known.
  func answer(on range: ValueRange) -> Outcome {
    if holdsAll(range.least, range.most) { return .pass }
    return holdsNone(range.least, range.most) ? .fail : .undetermined
  }

  /// Whether settling what is open can make the answer pass, whatever the rest of the doubt is.
  func canBeSettledToPass(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsAll(range.least, range.most) }
    let least = max(range.least, low)
    let most = range.spread.map { least + $0 }
    // What is open reaches no further than `range.most`.
    return holdsAll(least, most) && (range.most.map { most ?? least <= $0 } ?? true)
  }

  /// Whether settling what is open can make the answer fail, whatever the rest of the doubt is.
  func canBeSettledToFail(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsNone(range.least, range.most) }
    if holdsNone(range.least, range.spread.map { range.least + $0 }) { return true }
    guard let high else { return false }
    guard let most = range.most, let spread = range.spread else { return range.most == nil }
    return most - spread > high
  }

  private func holdsAll(_ least: Int128, _ most: Int128?) -> Bool {
    contains(ValueInterval(low: least, high: most, step: step))
  }

  private func holdsNone(_ least: Int128, _ most: Int128?) -> Bool {
    isEmpty || !overlaps(ValueInterval(low: least, high: most, step: step))
  }
}
