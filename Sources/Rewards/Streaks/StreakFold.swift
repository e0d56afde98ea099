import DaymarkModel

/// A streak over all settled days, with its state after each of them.
struct StreakFold {
  let name: String
  /// The outcome of each day before the first unsettled one.
  private(set) var outcomes: [Day] = []

  /// The change that one day made in a streak.
  struct Day {
    var date: CivilDay
    var isActive: Bool
    var step: StreakState.Step
    var state: StreakState
  }

  init(name: String) { self.name = name }

  /// The state after the last day that was computed; the state at the beginning where there is
  /// none.
  var state: StreakState { outcomes.last?.state ?? StreakState() }

  /// Computes days again, from one of them on.
  ///
  /// - Parameters:
  ///   - place: The index of the first day.
  ///   - days: The days from there on.
  /// - Returns: The former outcomes of these days.
  mutating func fold(from place: Int, _ days: some Sequence<StreakDay>) -> ArraySlice<Day> {
    let former = outcomes[place...]
    outcomes.removeSubrange(place...)
    for day in days { outcomes.append(state.outcome(of: day)) }
    return former
  }

  /// The run as it was at the end of a day.
  func run(at place: Int) -> StreakBook.Run? { outcomes[place].state.run }

  /// The length of the run by which a day's multiplier is computed.
  ///
  /// - Returns: `nil` for a day that earns no points of the streak.
  func count(at place: Int) -> Int? {
    outcomes[place].isActive ? run(at: place)?.count ?? 0 : nil
  }

  /// Returns the indices of the days that are active now and were not before, or the reverse.
  func turned(_ former: ArraySlice<Day>) -> [Int] {
    former.indices.filter { former[$0].isActive != outcomes[$0].isActive }
  }
}

extension StreakState {
  /// Returns the change that a day makes, with the state after it.
  func outcome(of day: StreakDay) -> StreakFold.Day {
    var state = self
    let step = state.take(day)
    return StreakFold.Day(date: day.date, isActive: day.isActive, step: step, state: state)
  }
}
