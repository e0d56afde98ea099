/// Stretches of days, such as weeks, and how many of them must satisfy a requirement; see Rules,
/// "Weeks and months".
package struct Recurrence: Hashable, Sendable {
  /// The division of a period into stretches.
  package enum Stretch: Hashable, Sendable {
    /// Seven days that begin on this weekday.
    case week(from: CivilDay.Weekday)
    /// A calendar month.
    case month
    /// This many consecutive days, beginning on any day.
    case days(Int)
  }

  /// The kind of stretch.
  package var stretch: Stretch
  /// The least number of stretches.
  ///
  /// Stretches that may begin on any day must not overlap.
  package var count: Int
  /// Whether the stretches must follow each other without a gap.
  package var isInARow: Bool
  /// Whether weeks and months count that lie partly outside the leaf's days.
  package var countsPartial: Bool

  package init(
    _ count: Int, of stretch: Stretch = .week(from: .monday), isInARow: Bool = false,
    countsPartial: Bool = false
  ) {
    self.stretch = stretch
    self.count = count
    self.isInARow = isInARow
    self.countsPartial = countsPartial
  }
}

extension Recurrence {
  /// The greatest number of days of a stretch.
  package var mostDays: Int {
    switch stretch {
    case .week: 7
    case .month: 31
    case .days(let days): days
    }
  }

  /// The stretches within a first and last day that count, ascending; partial ones are cut to these
  /// days.
  package func stretches(within bounds: ClosedRange<CivilDay>) -> [ClosedRange<CivilDay>] {
    if case .days(let length) = stretch {
      let starts = bounds.lowerBound.distance(to: bounds.upperBound) + 2 - length
      return (0..<max(0, starts)).map { start in
        let first = bounds.lowerBound.advanced(by: start)
        return first...first.advanced(by: length - 1)
      }
    }
    var stretches: [ClosedRange<CivilDay>] = []
    var next = bounds.lowerBound
    while next <= bounds.upperBound {
      let whole = stretch(containing: next)
      let part = whole.clamped(to: bounds)
      if part == whole || countsPartial { stretches.append(part) }
      next = whole.upperBound.advanced(by: 1)
    }
    return stretches
  }

  /// The week or month to which a day belongs.
  private func stretch(containing day: CivilDay) -> ClosedRange<CivilDay> {
    switch stretch {
    case .week(let weekday):
      let since = (day.weekday.rawValue - weekday.rawValue + 7) % 7
      return day.advanced(by: -since)...day.advanced(by: 6 - since)
    case .month:
      let (year, month, number) = day.yearMonthDay
      let first = day.advanced(by: 1 - number)
      return first...first.advanced(by: CivilDay.length(ofMonth: month, year: year) - 1)
    case .days: return day...day
    }
  }

  /// Chooses the stretches to count.
  ///
  /// - Parameters:
  ///   - stretches: The stretches, ascending, each with an element that tells whether it qualifies.
  ///   - isAsked: Whether the element's stretch satisfies the requirement.
  /// - Returns: The indices of all stretches that qualify; of the longest run of them, where they
  ///   must follow each other; or, where stretches can overlap, of as many as possible that do not.
  package func counted<Element>(
    _ stretches: [(days: ClosedRange<CivilDay>, element: Element)],
    where isAsked: (Element) -> Bool
  ) -> [Int] {
    var (longest, run) = ([Int](), [Int]())
    for (index, (days, element)) in stretches.enumerated() {
      if isAsked(element) {
        if let last = run.last, stretches[last].days.upperBound >= days.lowerBound { continue }
        run.append(index)
      } else if isInARow {
        run = []
      }
      if run.count > longest.count { longest = run }
    }
    return longest
  }
}
