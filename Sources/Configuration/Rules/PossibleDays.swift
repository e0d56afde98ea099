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

// Weeks.
extension PossibleDays {
  /// How many weeks there are at most between the first and last day of a selection.
  ///
  /// - Parameter partial: Those that lie in it only in part count, too.
  func mostWeeks(
    in selection: DaySelection, startingOn weekday: CivilDay.Weekday, partial: Bool
  ) -> Int {
    ranges.map { range in
      let first = max(range.lowerBound, selection.from ?? range.lowerBound)
      let last = min(range.upperBound, selection.to ?? range.upperBound)
      guard first <= last else { return 0 }
      // Days from the start of the week that `first` lies in.
      let into = (first.weekday.rawValue - weekday.rawValue + 7) % 7
      let days = into + first.distance(to: last) + 1
      return partial ? (days + 6) / 7 : days / 7 - (into == 0 ? 0 : days >= 7 ? 1 : 0)
    }.max() ?? 0
  }
}
