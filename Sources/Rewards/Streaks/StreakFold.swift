import DaymarkModel

/// A streak over all settled days, with where it stood after each.
struct StreakFold {
  let name: String
  /// For each day of the settled prefix.
  private(set) var outcomes: [Day] = []

  /// What a day brought a streak.
  struct Day {
    var date: CivilDay
    var isActive: Bool
    var step: StreakState.Step
    var state: StreakState
  }

  init(name: String) { self.name = name }

  /// Where it stands after the settled prefix.
  var state: StreakState { outcomes.last?.state ?? StreakState() }

  /// Works days out anew, from one of them on.
  ///
  /// - Returns: The former outcomes from there on.
  mutating func fold(from place: Int, _ days: some Sequence<StreakDay>) -> ArraySlice<Day> {
    let former = outcomes[place...]
    outcomes.removeSubrange(place...)
    for day in days { outcomes.append(state.outcome(of: day)) }
    return former
  }

  /// The run as it stood when a day ended.
  func run(at place: Int) -> StreakBook.Run? { outcomes[place].state.run }

  /// The length of the run that a day's multiplier goes by.
  ///
  /// - Returns: `nil` of a day without a streak part.
  func count(at place: Int) -> Int? {
    outcomes[place].isActive ? run(at: place)?.count ?? 0 : nil
  }

  /// The days that are active now and were not, or the other way round.
  func turned(_ former: ArraySlice<Day>) -> [Int] {
    former.indices.filter { former[$0].isActive != outcomes[$0].isActive }
  }
}

extension StreakState {
  /// What a day brings, and where the streak stands after it.
  func outcome(of day: StreakDay) -> StreakFold.Day {
    var state = self
    let step = state.take(day)
    return StreakFold.Day(date: day.date, isActive: day.isActive, step: step, state: state)
  }
}
