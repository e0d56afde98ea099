import DaymarkModel

/// A leaf over all settled days: how near it is to what it asks for, after each day.
struct TotalFold {
  let leaf: Leaf
  /// What the leaf asks for.
  let target: Int64
  /// For each day of the settled prefix.
  private(set) var days: [Day] = []

  /// A day, and what the leaf comes to with it.
  struct Day {
    var date: CivilDay
    /// What the day itself has.
    var amount: Int64
    /// What the window has that ends on the day; of another leaf the same as ``reached``.
    var window: Int64
    /// The most that the leaf has come to.
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

  /// What the leaf has come to.
  var reached: Int64 { days.last?.reached ?? 0 }

  /// Works days of the settled prefix out anew.
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

  /// The first day on which the leaf has come to its target, and the days that prove it.
  var first: (day: CivilDay, span: ClosedRange<CivilDay>)? {
    guard let day = days.first(where: { $0.reached >= target }), let from = days.first else {
      return nil
    }
    return (day.date, span(endingOn: day.date, notBefore: from.date))
  }

  /// Windows that share no day and reach the target, the earliest first.
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
