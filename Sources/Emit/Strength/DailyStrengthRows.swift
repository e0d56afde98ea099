import DaymarkModel

// The rows of `dailyStrength` in the evidence; the schema is in EvidenceSchema.swift.

func strengthRow(_ day: DailyStrength) -> JSONValue {
  .object(present: [
    "date": .string("\(day.day)"), "sessions": .number(day.sessions),
    "unmetSessions": .number(day.unmetSessions), "exercises": .number(day.exercises),
    "unmatchedExercises": .number(day.unmatchedExercises), "sets": .number(day.sets),
    "hardSets": .number(day.hardSets), "repetitions": .number(day.repetitions),
    "volumeKilograms": .number(day.volume), "setsOfUnknownUnit": .number(day.setsOfUnknownUnit),
    "setsOfUnknownBodyWeight": .number(day.setsOfUnknownBodyWeight),
    "setsByBodyWeight": day.setsByBodyWeight.json,
    "secondsUnderTension": day.timeUnderTension.map(JSONValue.number),
    "rests": .number(day.rests), "restsKept": .number(day.restsKept),
    "lifts": .array(day.lifts.map(liftRow)),
  ])
}

extension DailyStrength {
  /// Reads a ``strengthRow(_:)``; `nil` of one that lacks a figure.
  init?(row: JSONValue) {
    guard let day = row.day("date"), let volume = row.quantity("volumeKilograms") else {
      return nil
    }
    let counts = [
      "sessions", "unmetSessions", "exercises", "unmatchedExercises", "sets", "hardSets",
      "repetitions", "setsOfUnknownUnit", "setsOfUnknownBodyWeight", "rests", "restsKept",
    ].compactMap(row.count)
    let lifts = row.elements("lifts").compactMap(DailyLift.init(row:))
    guard counts.count == 11, lifts.count == row.elements("lifts").count,
      let weights = [BodyWeightOrigin: Int](json: row["setsByBodyWeight"])
    else { return nil }
    self.init(
      day: day, sessions: counts[0], unmetSessions: counts[1], exercises: counts[2],
      unmatchedExercises: counts[3], sets: counts[4], hardSets: counts[5], repetitions: counts[6],
      volume: volume, setsOfUnknownUnit: counts[7], setsOfUnknownBodyWeight: counts[8],
      setsByBodyWeight: weights, timeUnderTension: row.quantity("secondsUnderTension"),
      rests: counts[9],
      restsKept: counts[10], lifts: lifts)
  }
}

private func liftRow(_ lift: DailyLift) -> JSONValue {
  .object(present: [
    "exercise": .string(lift.exercise), "sets": .number(lift.sets),
    "repetitions": .number(lift.repetitions), "mostRepetitions": .number(lift.mostRepetitions),
    "setsOfUnknownUnit": .number(lift.setsOfUnknownUnit),
    "setsOfUnknownBodyWeight": .number(lift.setsOfUnknownBodyWeight),
    "heaviestKilograms": lift.heaviest.map(JSONValue.number),
    "bestEstimateKilograms": lift.bestEstimate.map(JSONValue.number),
    "meanEstimateKilograms": lift.meanEstimate.map(JSONValue.number),
  ])
}

extension DailyLift {
  /// Reads a ``liftRow(_:)``.
  fileprivate init?(row: JSONValue) {
    guard let exercise = row.string("exercise"), let sets = row.count("sets"),
      let repetitions = row.count("repetitions"), let most = row.count("mostRepetitions"),
      let unknownUnit = row.count("setsOfUnknownUnit"),
      let unknownWeight = row.count("setsOfUnknownBodyWeight")
    else { return nil }
    self.init(
      exercise: exercise, sets: sets, repetitions: repetitions, mostRepetitions: most,
      setsOfUnknownUnit: unknownUnit, setsOfUnknownBodyWeight: unknownWeight,
      heaviest: row.quantity("heaviestKilograms"),
      bestEstimate: row.quantity("bestEstimateKilograms"),
      meanEstimate: row.quantity("meanEstimateKilograms"))
  }
}
