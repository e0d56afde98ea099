import DaymarkModel

/// Every week from the first with sets to that of the last day; weeks without sets are filled in.
///
/// - Parameter weeks: The weeks with sets, ascending.
func everyWeek(
  of weeks: [StrengthWeek], through lastDay: CivilDay, _ terms: StrengthTerms
) -> [StrengthWeek] {
  guard let first = weeks.first?.monday else { return [] }
  var trained = weeks[...]
  return stride(from: 0, through: first.distance(to: lastDay), by: 7).map { days in
    let monday = first.advanced(by: days)
    if let next = trained.first, next.monday == monday { return trained.removeFirst() }
    return WeekSum(monday: monday, terms).total(through: lastDay, terms)
  }
}

/// Adds up the sets of one week.
struct WeekSum {
  let monday: CivilDay
  private let landmarks: [Landmark]
  private var all = FiguresSum()
  private var work: [String: MuscleWork] = [:]
  /// The halves of sets for each landmark, in the order of the landmarks.
  private var halves: [Int]
  private var isWorked: [Bool]
  private var (unmatchedHardSets, unmatchedSets) = (0, 0)

  init(monday: CivilDay, _ terms: StrengthTerms) {
    (self.monday, landmarks) = (monday, terms.landmarks)
    halves = landmarks.map { _ in 0 }
    isWorked = landmarks.map { _ in false }
  }

  mutating func add(_ lifted: LiftedSet) {
    all.add(lifted)
    work.add(lifted)
    if lifted.lift.exercise == nil {
      unmatchedSets += 1
      if lifted.isHard { unmatchedHardSets += 1 }
    }
    for (index, landmark) in landmarks.enumerated() {
      let part = landmark.halves(of: lifted)
      if part > 0 { isWorked[index] = true }
      if lifted.isHard { halves[index] += part }
    }
  }

  func total(through lastDay: CivilDay, _ terms: StrengthTerms) -> StrengthWeek {
    let effort = perMille(
      terms.muscles.map { ($0.name, Quantity(work[$0.name]?.sharesOfHardSets ?? 0)) })
    let muscles = zip(terms.muscles, effort).map { muscle, share in
      (work[muscle.name] ?? MuscleWork()).volume(of: muscle.name, shareOfEffort: share.perMille)
    }
    return StrengthWeek(
      monday: monday, isComplete: monday.advanced(by: 6) <= lastDay,
      figures: all.totalOfExercises, muscles: muscles,
      landmarkSets: landmarks.enumerated().map { index, landmark in
        LandmarkSets(
          landmark: landmark, sets: Quantity(microUnits: Int64(halves[index]) * 500_000),
          isWorked: isWorked[index])
      },
      unmatchedHardSets: unmatchedHardSets, unmatchedSets: unmatchedSets)
  }
}

/// The work of one muscle in a week, before it is rounded.
private struct MuscleWork {
  /// The sum of the muscle's shares in the effort of hard sets.
  ///
  /// - Units: per mille.
  var sharesOfHardSets = 0
  var halfSets = 0
  /// The sum over sets of volume times the muscle's share; `nil` where a load is unknown.
  ///
  /// - Units: micro-kilograms times per mille.
  var volume: Int128? = 0
  /// The sum over sets of effective repetitions times the muscle's share.
  ///
  /// - Units: billionths of a repetition times per mille.
  var repetitions: Int128 = 0

  mutating func add(_ lifted: LiftedSet, share: Int) {
    volume = volume.flatMap { volume in
      lifted.volume.map { volume + Int128($0.microUnits) * Int128(share) }
    }
    repetitions += lifted.effectiveRepetitions * Int128(share)
    if lifted.isHard { sharesOfHardSets += share }
  }

  func volume(of muscle: String, shareOfEffort: Int) -> MuscleVolume {
    MuscleVolume(
      muscle: muscle, shareOfEffort: shareOfEffort,
      volumeByShare: volume.flatMap { Quantity(exactly: dividedRounding($0, by: 1000)) },
      fractionalSets: Quantity(microUnits: Int64(halfSets) * 500_000),
      effectiveRepetitions: Quantity(
        exactly: dividedRounding(repetitions, by: 1_000_000)) ?? Quantity.limit)
  }
}

extension [String: MuscleWork] {
  /// Gives each muscle of the set's exercise its part.
  fileprivate mutating func add(_ lifted: LiftedSet) {
    guard let exercise = lifted.lift.exercise else { return }
    for (muscle, share) in exercise.shares {
      self[muscle, default: MuscleWork()].add(lifted, share: share)
    }
    guard lifted.isHard else { return }
    for (muscle, halves) in exercise.halves {
      self[muscle, default: MuscleWork()].halfSets += halves
    }
  }
}

extension Landmark {
  /// The halves of a hard set for the landmark's muscles: those of the most involved muscle, once.
  fileprivate func halves(of lifted: LiftedSet) -> Int {
    let parts = lifted.lift.exercise?.halves.filter { muscles.contains($0.muscle) } ?? []
    return parts.map(\.halves).max() ?? 0
  }
}

extension LiftedSet {
  /// The set's effective repetitions × 10⁹, which are fewer for an easy or hurried set or one that
  /// moves several joints; see Strength, "Three methods".
  fileprivate var effectiveRepetitions: Int128 {
    let effort: Int128 =
      switch reserveTenths ?? 0 {
      case ...30: 1000
      case ..<60: 650
      default: 300
      }
    let joints: Int128 = lift.exercise?.isCompound == false ? 1000 : 850
    return Int128(set.repetitions ?? 0) * effort * joints * restPerMille
  }

  /// The factor for the rest before the set, in per mille: 1000 after a full rest or where none is
  /// stated, 700 after none, and in proportion between.
  private var restPerMille: Int128 {
    let full = Exercise.fullRest(after: lift.exercise)
    guard let rest = restBefore, rest < full else { return 1000 }
    return 700 + dividedRounding(300 * Int128(rest.microUnits), by: Int128(full.microUnits))
  }
}
