import DaymarkModel

extension StrengthFigures {
  /// Sums sets of any number of sessions and exercises.
  init(of sets: [LiftedSet]) {
    self.init()
    sessions = Set(sets.map(\.session)).count
    exercises = Set(sets.map(\.lift)).count
    self.sets = sets.count
    for set in sets { add(set) }
    let estimates = sets.compactMap(\.estimate)
    bestEstimate = estimates.max()
    meanEstimate = mean(of: estimates)
    heaviest = sets.filter { ($0.set.repetitions ?? 0) > 0 }.compactMap(\.mass.kilograms).max()
  }

  private mutating func add(_ lifted: LiftedSet) {
    let set = lifted.set
    repetitions += set.repetitions ?? 0
    if lifted.isHard {
      hardSets += 1
      if lifted.reserveTenths == nil { hardSetsOfUnknownEffort += 1 }
    }
    if let rest = set.rest {
      rests += 1
      if rest >= Exercise.fullRest(after: lifted.lift.exercise) { restsKept += 1 }
    }
    if let tempo = set.tempo, let repetitions = set.repetitions {
      let seconds = tempo.seconds.reduce(0) { $0 + ($1 ?? 0) } * repetitions
      timeUnderTension = sum(timeUnderTension ?? .zero, Quantity(seconds))
    }
    addVolume(of: lifted)
  }

  private mutating func addVolume(of lifted: LiftedSet) {
    guard let added = lifted.volume else {
      volume = nil
      if lifted.mass == .bodyWeightUnknown {
        setsOfUnknownBodyWeight += 1
      } else {
        setsOfUnknownUnit += 1
      }
      return
    }
    volume = volume.flatMap { sum($0, added) }
    knownVolume = sum(knownVolume, added) ?? .limit
  }
}

/// - Returns: `nil` beyond ``Quantity/limit``.
private func sum(_ a: Quantity, _ b: Quantity) -> Quantity? {
  Quantity(exactly: Int128(a.microUnits) + Int128(b.microUnits))
}

/// The mean, to the gram as each of them is.
private func mean(of estimates: [Quantity]) -> Quantity? {
  guard !estimates.isEmpty else { return nil }
  let sum = estimates.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
  return Quantity(exactly: dividedRounding(sum, by: Int128(estimates.count)))?
    .rounded(toMultipleOf: 1000)
}
