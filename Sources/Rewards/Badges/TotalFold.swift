import DaymarkModel

/// The value of a leaf over all settled days, after each of the days.
struct TotalFold {
  let leaf: Leaf
  /// The amount at which the leaf holds.
  let target: Int64
  /// The value after each day, for the days before the first unsettled one.
  private(set) var days: [Day] = []

  /// A day, with the leaf's value after it.
  struct Day {
    var date: CivilDay
    /// The amount of the day itself.
    var amount: Int64
    /// The amount of the window that ends on the day; for leaves without a window, the same as
    /// ``reached``.
    var window: Int64
    /// The greatest value of the leaf so far.
    var reached: Int64
  }

  init(_ leaf: Leaf) {
    self.leaf = leaf
    target =
      if case .days(.atLeast(let count)) = leaf.measure {
        Int64(count)
      } else {
        leaf.comparison.lower.map(leaf.value.leastAmount) ?? .max
      }
  }

  /// The greatest value of the leaf.
  var reached: Int64 { days.last?.reached ?? 0 }

  /// Computes the values of some days again, and drops those of later days.
  mutating func fold(_ places: Range<Int>, _ known: KnownDays) {
    days.removeSubrange(places.lowerBound...)
    for place in places {
      let date = known[place].date
      let isLookedAt = known.programme(of: place) != nil && leaf.days.contains(date)
      add(date, isLookedAt ? known.figure(of: leaf.value, at: place) : nil)
    }
  }

  private mutating func add(_ date: CivilDay, _ figure: RewardFigure?) {
    let amount = figure?.least ?? 0
    switch leaf.measure {
    case .days:
      let passes = figure.map(DayTest(leaf.value, leaf.comparison).isSurelyPassed) ?? false
      append(date, passes ? 1 : 0, reached + (passes ? 1 : 0))
    case .best: append(date, amount, max(reached, amount))
    case .window(let length):
      let first = date.advanced(by: 1 - length)
      let window = days.reversed().prefix { $0.date >= first }
        .reduce(amount) { $0.addingClamped($1.amount) }
      days.append(Day(date: date, amount: amount, window: window, reached: max(reached, window)))
    default: append(date, amount, reached.addingClamped(amount))
    }
  }

  private mutating func append(_ date: CivilDay, _ amount: Int64, _ reached: Int64) {
    days.append(Day(date: date, amount: amount, window: reached, reached: reached))
  }

  /// The first day on which the leaf reached its target, with the days that prove it; `nil` before
  /// that.
  var first: (day: CivilDay, span: ClosedRange<CivilDay>)? {
    guard let day = days.first(where: { $0.reached >= target }), let from = days.first else {
      return nil
    }
    return (day.date, span(endingOn: day.date, notBefore: from.date))
  }

  /// Windows that reach the target and do not overlap, the earliest first.
  var windows: [ClosedRange<CivilDay>] {
    var windows: [ClosedRange<CivilDay>] = []
    guard case .window(let length) = leaf.measure, var next = days.first?.date else { return [] }
    for (place, day) in days.enumerated() where day.window >= target {
      let first = max(next, day.date.advanced(by: 1 - length))
      let amounts = days[...place].reversed().prefix { $0.date >= first }
      guard amounts.reduce(0, { $0.addingClamped($1.amount) }) >= target else { continue }
      windows.append(first...day.date)
      next = day.date.advanced(by: 1)
    }
    return windows
  }

  private func span(endingOn day: CivilDay, notBefore first: CivilDay) -> ClosedRange<CivilDay> {
    switch leaf.measure {
    case .window(let length): max(first, day.advanced(by: 1 - length))...day
    case .best: day...day
    default: first...day
    }
  }
}
