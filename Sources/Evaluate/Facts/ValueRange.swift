import DaymarkModel

/// The values that are still possible: every value of the grid within a closed range.
///
/// There are two kinds of doubt. What is *open* will be settled by time or by data that is still
/// awaited; the rest, such as a day without data or a session without the figure in question, never
/// will.
///
/// - Units: micro-units, or ``DayValue/partsOfMicroUnit`` of them.
struct ValueRange {
  var least: Int128
  /// The greatest possible value; `nil` where nothing bounds it.
  var most: Int128?
  var isOpen: Bool
  /// The width that the range still has when everything open is settled; `nil` where nothing bounds
  /// it.
  var spread: Int128?
  /// The recorded value, which is shown; the least value where nothing is recorded.
  ///
  /// On a damaged day it may lie outside of the range.
  var recorded: Int128
  /// Whether the recorded value is shown as the day's, because only a cut archive speaks against
  /// it.
  var showsRecorded: Bool

  /// The range of a value that is known.
  init(_ value: Int128) {
    self.init(value, value, isOpen: false, spread: 0)
    showsRecorded = true
  }

  /// A range that neither time nor data will settle.
  init(unsettled least: Int128, _ most: Int128?) {
    self.init(least, most, isOpen: false, spread: most.map { $0 - least })
  }

  /// A range that will be settled to one of width `spread` within it.
  init(open least: Int128, _ most: Int128?, spread: Int128? = 0) {
    self.init(least, most, isOpen: true, spread: spread)
  }

  private init(_ least: Int128, _ most: Int128?, isOpen: Bool, spread: Int128?) {
    (self.least, self.most, self.isOpen, self.spread) = (least, most, isOpen, spread)
    (recorded, showsRecorded) = (least, false)
  }

  /// The range with a recorded value to show, for a day on which an archive is cut or ends too
  /// early.
  func showing(_ recorded: Int128) -> ValueRange {
    var range = self
    (range.recorded, range.showsRecorded) = (recorded, true)
    return range
  }

  /// The range of the sum of two values.
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
  /// The range of the sum of the days' values.
  ///
  /// A rejected record without a time belongs to one of the days, so it is added only once.
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

  /// The range of the greatest of the days' values.
  var greatest: ValueRange {
    let least = map(\.range.least).max() ?? 0
    var greatest =
      if contains(where: { $0.range.isOpen }) {
        // A day that is never bounded keeps the greatest from being settled.
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
