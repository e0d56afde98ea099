import DaymarkModel

/// The newest known figures of each day.
struct Figures {
  private var newest: [Stretch: DayVersion] = [:]

  /// A date with the stretch of time that it was in a zone.
  private struct Stretch: Hashable {
    var day: CivilDay
    var interval: Interval
  }

  /// Takes versions that became known at the same time.
  ///
  /// - Returns: The newest version of each day whose figures have changed.
  mutating func take(_ versions: ArraySlice<DayVersion>) -> [DayVersion] {
    var former: [Stretch: [DayValue: RewardFigure]] = [:]
    for version in versions {
      let stretch = Stretch(day: version.day, interval: version.stretch)
      let known = newest[stretch]
      if let known, !version.isNewer(than: known) { continue }
      if former[stretch] == nil { former[stretch] = known?.figures ?? [:] }
      newest[stretch] = version
    }
    return former.compactMap { stretch, figures in
      newest[stretch].flatMap { $0.figures == figures ? nil : $0 }
    }
  }

  /// Returns the possible range of a value on a day.
  func figure(of value: DayValue, _ day: ProgrammeDay) -> RewardFigure {
    newest[Stretch(day: day.date, interval: day.interval)]?.figures[value] ?? .unknown
  }
}

/// The settled days that must be booked at an instant.
struct DayChanges {
  /// The indices of the days that are newly settled, and of settled days with changed figures.
  private(set) var places: Set<Int>
  /// The causes that changed the figures of settled days, by index.
  private var causes: [Int: LedgerLine.Cause] = [:]

  /// Collects the changes.
  ///
  /// - Parameters:
  ///   - versions: The days with changed figures, settled or not.
  ///   - settled: The indices of newly settled days.
  ///   - timeline: The days.
  init(_ versions: [DayVersion], _ settled: [Int], _ timeline: Timeline) {
    places = Set(settled)
    for version in versions {
      guard let place = timeline[version.day], !places.contains(place) else { continue }
      let day = timeline.days[place]
      guard day.isSettled, day.interval == version.stretch else { continue }
      causes[place] = LedgerLine.Cause(input: version.input, day: version.day)
    }
    places.formUnion(causes.keys)
  }

  /// The first day that was settled before and has changed figures.
  var firstChanged: Int? { causes.keys.min() }

  /// Returns the cause that changed the figures of a day; `nil` where nothing did.
  func cause(of place: Int) -> LedgerLine.Cause? { causes[place] }

  /// Returns the cause of the first changed day in a range.
  func firstCause(among places: ClosedRange<Int>) -> LedgerLine.Cause? {
    causes.keys.filter(places.contains).min().flatMap { causes[$0] }
  }
}
