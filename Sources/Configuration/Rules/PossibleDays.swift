import DaymarkModel

/// The civil days that a period can touch, whatever zone a subject lives in.
///
/// A period in days has one list. A period in instants touches different days in different zones,
/// so every offset in use, -12:00 to +14:00 in steps of 15 minutes, is tried.
struct PossibleDays {
  /// First and last day, of each zone that differs.
  private let ranges: Set<ClosedRange<CivilDay>>

  init(_ period: Period) {
    switch period {
    case .days(let from, let to): ranges = [from...max(from, to)]
    case .instants(let interval):
      let last = max(interval.start, interval.end.advanced(byMilliseconds: -1))
      ranges = Set(
        stride(from: -12 * 3600, through: 14 * 3600, by: 900).map { seconds in
          let calendar = DayCalendar(zone: .fixedOffset(seconds: seconds))
          return calendar.day(containing: interval.start)...calendar.day(containing: last)
        })
    }
  }

  /// The days from the first of any zone to the last of any.
  var span: ClosedRange<CivilDay> {
    let first = ranges.map(\.lowerBound).min() ?? CivilDay(ordinal: 0)
    return first...(ranges.map(\.upperBound).max() ?? first)
  }

  /// How many days are selected at least, in the zone where they are fewest.
  func fewest(in selection: DaySelection) -> Int { counts(selection).min() ?? 0 }

  /// How many days are selected at most, in the zone where they are most.
  func most(in selection: DaySelection) -> Int { counts(selection).max() ?? 0 }

  private func counts(_ selection: DaySelection) -> [Int] {
    ranges.map { range in
      (range.lowerBound.ordinal...range.upperBound.ordinal)
        .count { selection.contains(CivilDay(ordinal: $0)) }
    }
  }
}

// Weeks, months and stretches of days.
extension PossibleDays {
  /// How many stretches there are at most between the first and last day of a selection.
  func most(_ recurrence: Recurrence, in selection: DaySelection) -> Int {
    ranges.map { range in
      let first = max(range.lowerBound, selection.from ?? range.lowerBound)
      let last = min(range.upperBound, selection.to ?? range.upperBound)
      guard first <= last else { return 0 }
      let stretches = recurrence.stretches(within: first...last).map { (days: $0, element: ()) }
      return recurrence.counted(stretches) { true }.count
    }.max() ?? 0
  }
}
