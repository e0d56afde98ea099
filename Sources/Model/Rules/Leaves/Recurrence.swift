/// Stretches of days of which each must have the same, and how many of them must; see Rules, "Weeks and
/// months".
package struct Recurrence: Hashable, Sendable {
  /// The ways in which days are cut into stretches.
  package enum Stretch: Hashable, Sendable {
    /// Seven days, by the first of them.
    case week(from: CivilDay.Weekday)
    /// A calendar month.
    case month
    /// So many days that follow each other, whichever the first is.
    case days(Int)
  }

  /// The stretch that is asked about.
  package var stretch: Stretch
  /// The number of stretches that there must be at least; those that may start on any day must not share one.
  package var count: Int
  /// Whether the stretches must follow each other.
  package var isInARow: Bool
  /// Whether weeks or months count of which some days lie outside the leaf's days from first to last.
  package var countsPartial: Bool

  /// Makes the requirement of a number of stretches.
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
  /// The most days that one stretch has.
  package var mostDays: Int {
    switch stretch {
    case .week: 7
    case .month: 31
    case .days(let days): days
    }
  }

  /// The stretches from a first to a last day that count, ascending; of partial ones the part inside.
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

  /// The week or month that a day lies in.
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

  /// The most that can be reached of some stretches.
  ///
  /// - Parameters:
  ///   - stretches: Ascending, each with whether it qualifies.
  ///   - isAsked: Whether a stretch has what is asked for.
  /// - Returns: The stretches to count: all that qualify, the longest run of them or, where they overlap, as many as
  ///   share no day.
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
