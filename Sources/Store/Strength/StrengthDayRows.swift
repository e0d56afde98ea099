import DaymarkModel
import GRDB

extension Database {
  func put(_ day: DailyStrength, of key: SubjectKey) throws {
    try put(
      "daily_strength",
      [
        "challenge": key.challenge, "subject": key.subject, "day": "\(day.day)",
        "sessions": day.sessions, "unmet_sessions": day.unmetSessions,
        "exercises": day.exercises, "unmatched_exercises": day.unmatchedExercises,
        "sets": day.sets, "hard_sets": day.hardSets, "repetitions": day.repetitions,
        "volume": day.volume.microUnits, "sets_of_unknown_unit": day.setsOfUnknownUnit,
        "sets_of_unknown_body_weight": day.setsOfUnknownBodyWeight,
        "sets_by_body_weight": day.setsByBodyWeight.json?.canonicalText,
        "time_under_tension": day.timeUnderTension?.microUnits, "rests": day.rests,
        "rests_kept": day.restsKept,
      ])
    for lift in day.lifts {
      try put(
        "daily_lift",
        [
          "challenge": key.challenge, "subject": key.subject, "day": "\(day.day)",
          "exercise": lift.exercise, "sets": lift.sets, "repetitions": lift.repetitions,
          "most_repetitions": lift.mostRepetitions,
          "sets_of_unknown_unit": lift.setsOfUnknownUnit,
          "sets_of_unknown_body_weight": lift.setsOfUnknownBodyWeight,
          "heaviest": lift.heaviest?.microUnits, "best_estimate": lift.bestEstimate?.microUnits,
          "mean_estimate": lift.meanEstimate?.microUnits,
        ])
    }
  }

  func strengthDays(of key: SubjectKey) throws -> [DailyStrength] {
    var lifts: [CivilDay: [DailyLift]] = [:]
    try rows(of: "daily_lift", key, by: "day, exercise") { row in
      lifts[try row.day(), default: []].append(try row.dailyLift())
    }
    var days: [DailyStrength] = []
    try rows(of: "daily_strength", key, by: "day") { row in
      let day = try row.day()
      days.append(
        DailyStrength(
          day: day, sessions: try row.count("sessions"),
          unmetSessions: try row.count("unmet_sessions"), exercises: try row.count("exercises"),
          unmatchedExercises: try row.count("unmatched_exercises"), sets: try row.count("sets"),
          hardSets: try row.count("hard_sets"), repetitions: try row.count("repetitions"),
          volume: try row.quantity("volume"),
          setsOfUnknownUnit: try row.count("sets_of_unknown_unit"),
          setsOfUnknownBodyWeight: try row.count("sets_of_unknown_body_weight"),
          setsByBodyWeight: try row.counts("sets_by_body_weight"),
          timeUnderTension: try row.optional("time_under_tension", row.quantity),
          rests: try row.count("rests"), restsKept: try row.count("rests_kept"),
          lifts: lifts[day] ?? []))
    }
    return days
  }
}

extension RowReader {
  fileprivate func dailyLift() throws -> DailyLift {
    DailyLift(
      exercise: try text("exercise"), sets: try count("sets"),
      repetitions: try count("repetitions"), mostRepetitions: try count("most_repetitions"),
      setsOfUnknownUnit: try count("sets_of_unknown_unit"),
      setsOfUnknownBodyWeight: try count("sets_of_unknown_body_weight"),
      heaviest: try optional("heaviest", quantity),
      bestEstimate: try optional("best_estimate", quantity),
      meanEstimate: try optional("mean_estimate", quantity))
  }
}
