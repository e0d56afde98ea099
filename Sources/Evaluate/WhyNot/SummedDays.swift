import DaymarkModel

// The smallest change for measures of a sum of days' values.

/// Days whose values are added up.
struct SummedDays {
  let days: [ChangeableDay]
  let interval: ValueInterval
  let wanted: WantedAnswer

  private var least: Int128 { days.reduce(0) { $0 + $1.fact.range.least } }
  private var isUnbounded: Bool { days.contains { $0.fact.range.most == nil } }
  private var unsettled: [ChangeableDay] { days.filter(\.isUnsettled) }

  var change: DayEdits? {
    wanted.holds
      ? brought(into: interval)
      : .lightest([interval.below.flatMap(brought), interval.above.flatMap(brought)])
  }

  /// The edits that bring the sum into an interval: with certainty, or so that it may be there.
  private func brought(into interval: ValueInterval) -> DayEdits? {
    guard !interval.isEmpty else { return nil }
    let (low, high) = (interval.low, interval.high)
    // Only settled days can be certain to stay below an upper bound.
    let settled =
      wanted.isSure && high != nil ? unsettled.map { DayEdit($0, to: $0.fact.range.least) } : []
    if least < low {
      if !wanted.isSure, isUnbounded { return DayEdits([]) }
      return raised(by: low - least, after: settled)
    }
    if let high, least > high { return lowered(by: least - high, after: settled) }
    return DayEdits(settled)
  }

  /// The edits that raise the sum, all on one day: an open one, one that must be settled anyway, or
  /// the last.
  private func raised(by amount: Int128, after settled: [DayEdit]) -> DayEdits? {
    let able = days.filter { day in
      day.most.map { day.fact.range.least + amount <= $0 } ?? true
    }
    let chosen =
      able.first { $0.isOpen && $0.isUnsettled } ?? able.first(where: \.isOpen)
      ?? able.first(where: \.isUnsettled) ?? able.last
    return chosen.map { day in
      DayEdits(settled).followed(by: [DayEdit(day, to: day.fact.range.least + amount)])
    }
  }

  /// The edits that lower the sum, from the greatest day down.
  private func lowered(by amount: Int128, after settled: [DayEdit]) -> DayEdits? {
    var (rest, edits) = (amount, [DayEdit]())
    let ordered = days.sorted { a, b in
      (b.fact.range.least - b.least, a.fact.day.ordinal)
        < (a.fact.range.least - a.least, b.fact.day.ordinal)
    }
    for day in ordered where rest > 0 && day.fact.range.least > day.least {
      let part = min(rest, day.fact.range.least - day.least)
      edits.append(DayEdit(day, to: day.fact.range.least - part))
      rest -= part
    }
    return rest > 0 ? nil : DayEdits(settled).followed(by: edits)
  }

  /// The fewest edits after which some window of days in a row has a sum in the interval or, if the
  /// wanted answer is that the leaf does not hold, no window has.
  ///
  /// - Parameter length: The number of days of a window.
  func change(inWindowsOf length: Int) -> DayEdits? {
    guard length > 0, length <= days.count else { return nil }
    let starts = 0...days.count - length
    if wanted.holds {
      return .lightest(
        starts.map { start in
          SummedDays(days: Array(days[start..<start + length]), interval: interval, wanted: wanted)
            .change
        })
    }
    func below(_ sum: Int128) -> Int128? {
      interval.below?.high.map { min(0, $0 - sum) }
    }
    func above(_ sum: Int128) -> Int128? { interval.above.map { max(0, $0.low - sum) } }
    func nearer(_ sum: Int128) -> Int128? {
      [below(sum), above(sum)].compactMap { $0 }.min { abs($0) < abs($1) }
    }
    // All windows are moved to one side, or only those that do not lie beside the interval already.
    return .lightest(
      [
        everyWindow(starts, length, by: below), everyWindow(starts, length, by: above),
        oneDay(starts, length),
      ]
        + [below, above, nearer].map { needed in
          everyWindow(starts, length) { isOutside($0) ? 0 : needed($0) }
        })
  }

  private func isOutside(_ sum: Int128) -> Bool { !interval.contains(sum) }

  /// Changes each window as needed, from the left, on its last days, because most later windows
  /// contain them.
  ///
  /// If more than one day is changed, the result need not be the smallest one.
  private func everyWindow(
    _ starts: ClosedRange<Int>, _ length: Int, by needed: (Int128) -> Int128?
  ) -> DayEdits? {
    var values = days.map(\.fact.range.least)
    for start in starts {
      let window = start..<start + length
      guard var rest = needed(values[window].reduce(0, +)) else { return nil }
      for index in window.reversed() where rest != 0 {
        let day = days[index]
        let moved = values[index] + rest
        let value = max(day.least, day.most.map { min($0, moved) } ?? moved)
        rest -= value - values[index]
        values[index] = value
      }
      if rest != 0 { return nil }
    }
    return edits(to: values, starts, length)
  }

  /// The smallest edit of one day that all windows contain that must be changed.
  private func oneDay(_ starts: ClosedRange<Int>, _ length: Int) -> DayEdits? {
    var values = days.map(\.fact.range.least)
    let sums = starts.map { values[$0..<$0 + length].reduce(0, +) }
    let inside = starts.filter { !isOutside(sums[$0]) }
    guard let first = inside.first, let last = inside.last, last < first + length else {
      return nil
    }
    let single = (last..<first + length).flatMap { index -> [DayEdit] in
      let around = sums[max(0, index - length + 1)...min(index, starts.upperBound)].sorted()
      // The amount grows until it takes the window, and every later one, past the interval.
      let more = interval.high.map { high in
        around.reversed().reduce(Int128(0)) { isOutside($1 + $0) ? $0 : high + interval.step - $1 }
      }
      let less = around.reduce(Int128(0)) {
        isOutside($1 + $0) ? $0 : interval.low - interval.step - $1
      }
      let day = days[index]
      return [more, less].compactMap { $0 }.map { values[index] + $0 }
        .filter { $0 >= day.least && $0 <= day.most ?? $0 }
        .map { DayEdit(day, to: $0) }
    }
    guard let edit = DayEdits.lightest(1, of: single)?.edits.first,
      let index = days.firstIndex(where: { $0.fact.day == edit.day })
    else { return nil }
    values[index] = edit.value
    return edits(to: values, starts, length)
  }

  /// The edits that give the days some values, if afterwards every window lies outside the
  /// interval.
  private func edits(
    to values: [Int128], _ starts: ClosedRange<Int>, _ length: Int
  ) -> DayEdits? {
    var edited = Set(values.indices.filter { values[$0] != days[$0].fact.range.least })
    for start in starts {
      let window = start..<start + length
      let sum = values[window].reduce(0, +)
      guard isOutside(sum) else { return nil }
      // Only settled days can be certain to stay below a bound.
      if wanted.isSure, sum < interval.low {
        edited.formUnion(window.filter { days[$0].isUnsettled })
      }
    }
    return DayEdits(edited.sorted().map { DayEdit(days[$0], to: values[$0]) })
  }
}
