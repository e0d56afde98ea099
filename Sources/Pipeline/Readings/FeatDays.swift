import DaymarkAggregate
import DaymarkConfiguration
import DaymarkModel
import DaymarkNormalize

extension SubjectAggregates {
  /// Sums the attempts at the operator's feats by day, from attempts that name a feat and from the
  /// sets of workout logs.
  ///
  /// - Throws: `ConfigurationError` for a file of feats that is not valid.
  mutating func sumFeats(_ parameters: ReadingParameters) throws {
    defer { attempts = [] }
    guard let file = parameters.operatorFiles[.feats] else {
      featsEnd = nil
      return
    }
    let list = try loadFeats(in: file)
    featNames = list.names
    if attempts.isEmpty, strength.isEmpty { return }
    let names = ExerciseNames(try loadExercises(settledIn: parameters.operatorFiles[.exercises]))
    // A device that counts repetitions names no exercise, so its sessions never show that nothing
    // more was lifted.
    let logged = strength.filter(\.isLogged)
    feats = dailyFeats(
      of: attempts.flatMap(\.featAttempts)
        + names.featAttempts(of: logged, at: list.feats, by: ""), list.feats,
      DayCalendar(zone: zone.zone))
  }
}

extension StrengthSession {
  /// The sets of a session as attempts, for exercises that are feats.
  fileprivate var featAttempts: [FeatAttempt] {
    sets.map { set in
      FeatAttempt(
        set, at: set.exercise ?? "", by: "", on: day, instant: set.start ?? start,
        bodyWeight: bodyWeight, origin: .attempts)
    }
  }
}
