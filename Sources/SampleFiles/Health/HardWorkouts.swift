import DaymarkModel

extension HardExportBuilder {
  /// Workouts with totals in either place, copies by a second source, repeats, and typed ones.
  mutating func addWorkouts() {
    for index in 0..<12 {
      let workout = plainWorkout()
      export.workouts.append(workout)
      switch index % 4 {
      case 0: export.workouts.append(copied(workout))
      case 1: export.workouts.append(workout)
      case 2: export.workouts[export.workouts.count - 1].metadata.append(.userEntered)
      default: break
      }
    }
  }

  private mutating func plainWorkout() -> HealthWorkout {
    let start = moment()
    let minutes = random.number(in: 5...200)
    let end = start.advanced(byMilliseconds: Int64(minutes) * 60_000)
    let activity = random.pick([
      "Running", "Walking", "Hiking", "Cycling", "Swimming", "Rowing", "Yoga", "Other",
      "TraditionalStrengthTraining", "HighIntensityIntervalTraining", "Curling",
    ])
    var workout = HealthWorkout(
      activity, by: pickSource(), duration: "\(minutes - random.number(in: 0...3))", .at(start),
      .at(end), metadata: [HealthMetadata("HKElevationAscended", "\(minutes * 10) cm")])
    let (distance, distanceUnit) = amount(of: .distanceCycling)
    let (energy, energyUnit) = amount(of: .activeEnergy)
    if random.chance(percent: 50) {
      workout.totalDistance = HealthAmount(distance, distanceUnit)
      workout.totalEnergy = HealthAmount(energy, energyUnit)
    } else {
      workout.statistics = [
        WorkoutStatistics(Metric.activeEnergy.healthType, sum: energy, unit: energyUnit),
        WorkoutStatistics(
          Metric.distanceCycling.healthType, sum: distance, unit: distanceUnit),
        WorkoutStatistics(
          Metric.heartRate.healthType, average: "131.5", minimum: "90", maximum: "170",
          unit: "count/min"),
      ]
    }
    return workout
  }

  /// The same session by another app, cut at its end: 80 % of the shorter one is easily reached.
  private mutating func copied(_ workout: HealthWorkout) -> HealthWorkout {
    var copy = workout
    copy.source = .app("Strava")
    copy.totalDistance = nil
    copy.totalEnergy = nil
    copy.statistics = []
    if case .at(let end)? = workout.end {
      copy.end = .at(end.advanced(byMilliseconds: -60_000))
    }
    copy.activity = random.pick([workout.activity, "Other"])
    return copy
  }
}
