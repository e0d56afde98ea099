import DaymarkModel

/// Adds up sets of any number of exercises, session by session.
struct FiguresSum {
  private var figures = StrengthFigures()
  private var lifts: Set<Lift> = []
  private var lastSession: Int?
  private var estimates = 0
  private var sumOfEstimates: Int128 = 0

  /// The figures of all sets so far.
  var total: StrengthFigures {
    var figures = figures
    figures.exercises = lifts.count
    figures.meanEstimate = estimates == 0 ? nil : mean(sumOfEstimates, of: estimates)
    return figures
  }

  /// The figures of several exercises together, without estimates, which mean nothing across
  /// exercises.
  var totalOfExercises: StrengthFigures {
    var figures = total
    (figures.bestEstimate, figures.meanEstimate) = (nil, nil)
    return figures
  }

  mutating func add(_ lifted: LiftedSet) {
    if lifted.session != lastSession { figures.sessions += 1 }
    lastSession = lifted.session
    lifts.insert(lifted.lift)
    figures.add(lifted)
    guard let estimate = lifted.estimate else { return }
    estimates += 1
    sumOfEstimates += Int128(estimate.microUnits)
    figures.bestEstimate = max(figures.bestEstimate ?? estimate, estimate)
  }
}

extension StrengthFigures {
  fileprivate mutating func add(_ lifted: LiftedSet) {
    let set = lifted.set
    sets += 1
    repetitions += set.repetitions ?? 0
    if (set.repetitions ?? 0) > 0, let mass = lifted.mass.kilograms {
      heaviest = max(heaviest ?? mass, mass)
    }
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

/// The sum of two amounts.
///
/// - Returns: `nil` beyond ``Quantity/limit``.
private func sum(_ a: Quantity, _ b: Quantity) -> Quantity? {
  Quantity(exactly: Int128(a.microUnits) + Int128(b.microUnits))
}

/// The mean, rounded to the gram as each estimate is.
private func mean(_ sum: Int128, of count: Int) -> Quantity? {
  Quantity(exactly: dividedRounding(sum, by: Int128(count)))?.rounded(toMultipleOf: 1000)
}
