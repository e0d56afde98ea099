import DaymarkModel

/// The values that are still possible: every grid value of a closed range.
///
/// Two kinds of doubt differ. What is *open* will be settled by time or by data that is still
/// awaited; the rest (a day without data, a session without what is asked about) never will.
///
/// - Units: micro-units, or ``DayValue/partsOfMicroUnit`` of them.
struct ValueRange {
  var least: Int128
  /// Unbounded when `nil`.
  var most: Int128?
  var isOpen: Bool
  /// How wide the range still is when all that is open is settled; unbounded when `nil`.
  var spread: Int128?
  /// What is recorded, and shown; where nothing is, the least.
  ///
  /// Damage leaves it outside of every bound.
  var recorded: Int128
  /// Nothing stands against what is recorded but what an archive lacks: it is shown as if it were whole.
  var showsRecorded: Bool

  /// A value that is known.
  init(_ value: Int128) {
    self.init(value, value, isOpen: false, spread: 0)
    showsRecorded = true
  }

  /// A value that nothing will settle.
  init(unsettled least: Int128, _ most: Int128?) {
    self.init(least, most, isOpen: false, spread: most.map { $0 - least })
  }

  /// A value that can still become anything in a range, of which no more than `spread` is left then.
  init(open least: Int128, _ most: Int128?, spread: Int128? = 0) {
    self.init(least, most, isOpen: true, spread: spread)
  }

  private init(_ least: Int128, _ most: Int128?, isOpen: Bool, spread: Int128?) {
    (self.least, self.most, self.isOpen, self.spread) = (least, most, isOpen, spread)
    (recorded, showsRecorded) = (least, false)
  }

  /// The range with what is recorded where an archive is cut or ends too early.
  func showing(_ recorded: Int128) -> ValueRange {
    var range = self
    (range.recorded, range.showsRecorded) = (recorded, true)
    return range
  }

  /// The sum of two values.
  static func + (a: ValueRange, b: ValueRange) -> ValueRange {
    var sum = a
    sum.least += b.least
    sum.most = added(a.most, b.most)
    sum.spread = added(a.spread, b.spread)
    sum.isOpen = a.isOpen || b.isOpen
    sum.recorded += b.recorded
    sum.showsRecorded = a.showsRecorded && b.showsRecorded
    return sum
  }
}

private func added(_ a: Int128?, _ b: Int128?) -> Int128? {
  guard let a, let b else { return nil }
  return a + b
}

extension Sequence<DayFact> {
  /// The values that the sum of the days' values can still have.
  ///
  /// A rejected record without a time is of one of the days, so it is added once.
  var sum: ValueRange {
    var (sum, undated, settled) = (ValueRange(0), 0, 0)
    var amount: Int128 = 0
    for fact in self {
      sum = sum + fact.range
      guard let more = fact.undated?.amount, more > 0 else { continue }
      amount = more
      undated += 1
      if !fact.range.isOpen { settled += 1 }
    }
    sum.most = sum.most.map { $0 - Int128(Swift.max(undated - 1, 0)) * amount }
    sum.spread = sum.spread.map { $0 - Int128(Swift.max(settled - 1, 0)) * amount }
    return sum
  }

  /// The values that the greatest of the days' values can still have.
  var greatest: ValueRange {
    let least = map(\.range.least).max() ?? 0
    var greatest =
      if contains(where: { $0.range.isOpen }) {
        // A day that stays without a bound keeps the greatest from being settled.
        ValueRange(open: least, nil, spread: allSatisfy { $0.range.spread != nil } ? 0 : nil)
      } else if allSatisfy({ $0.range.most != nil }) {
        ValueRange(unsettled: least, compactMap(\.range.most).max() ?? 0)
      } else {
        ValueRange(unsettled: least, nil)
      }
    greatest.recorded = map(\.range.recorded).max() ?? 0
    greatest.showsRecorded = allSatisfy(\.range.showsRecorded)
    return greatest
  }
}
