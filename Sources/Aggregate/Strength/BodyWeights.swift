import DaymarkModel

/// The weights of one body by day.
struct BodyWeights {
  /// Ascending, each day once.
  private let days: [(day: CivilDay, mass: Quantity)]

  /// - Parameter weights: In any order; of a day the last stands.
  init(_ weights: [BodyWeight], _ calendar: DayCalendar) {
    var masses: [CivilDay: Quantity] = [:]
    for weight in weights.sorted() { masses[calendar.day(containing: weight.at)] = weight.mass }
    days = masses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The weight on a day: that of the nearest day at or before it that has one, else that of the first.
  func mass(on day: CivilDay) -> Quantity? {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? days[low - 1].mass : days.first?.mass
  }
}

extension StrengthSession {
  /// Takes the weight that a Health export says, which goes before that of the log.
  mutating func takeWeight(of weights: BodyWeights) {
    guard let mass = weights.mass(on: day) else { return }
    (bodyWeight, bodyWeightOrigin) = (mass, .health)
  }
}
