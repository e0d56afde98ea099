import DaymarkModel

/// The days that a period can touch, whatever a subject's zone is.
///
/// A period in days has the same days everywhere. A period in instants touches different days in
/// different zones, so that every offset in use, from -12:00 to +14:00 in steps of 15 minutes, is
/// tried.
struct PossibleDays {
  /// The first and last day, for each zone that gives other ones.
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

  /// The least number of selected days, over all zones.
  func fewest(in selection: DaySelection) -> Int { counts(selection).min() ?? 0 }

  /// The greatest number of selected days, over all zones.
  func most(in selection: DaySelection) -> Int { counts(selection).max() ?? 0 }

  private func counts(_ selection: DaySelection) -> [Int] {
    ranges.map { range in
      (range.lowerBound.ordinal...range.upperBound.ordinal)
        .count { selection.contains(CivilDay(ordinal: $0)) }
    }
  }
}

// Weeks, months and other stretches of days.
extension PossibleDays {
  /// The greatest number of stretches between the first and last day of a selection, over all
  /// zones.
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
