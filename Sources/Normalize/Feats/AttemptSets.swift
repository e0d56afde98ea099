package import DaymarkModel

/// Returns the attempts in a file, whose sets name a feat in the place of an exercise.
///
/// - Parameters:
///   - sets: The sets of the file.
///   - facts: The facts of the file.
///   - person: The person of rows without a name.
///   - calendar: The calendar that divides days and reads times without a zone.
/// - Returns: One attempt for each set, in the same order.
package func featAttempts(
  of sets: [LoggedSet], _ facts: InputFacts, by person: String, _ calendar: DayCalendar
) -> [FeatAttempt] {
  sets.map { set in
    let placed = set.placed { _ in }
    let number = Int(set.exercise)
    let feat = facts.exercises.indices.contains(number) ? facts.exercises[number] : ""
    let source = facts.sources[Int(set.source)]
    let instant = (placed.start ?? placed.session).instant(by: calendar)
    return FeatAttempt(
      placed.set, at: feat,
      by: source.provider == .person ? source.name : person,
      on: instant.map(calendar.day(containing:)) ?? placed.session.day(by: calendar),
      instant: instant, bodyWeight: placed.bodyWeight, origin: .attempts, line: set.line)
  }
}

extension ExerciseNames {
  /// Returns the attempts in workout logs: sets other than warm-ups, of exercises that are a feat's
  /// movement.
  ///
  /// Unknown exercise names match if their words are equal.
  package func featAttempts(
    of sessions: [StrengthSession], at feats: [Feat], by person: String
  ) -> [FeatAttempt] {
    let movements = feats.map { ($0.id, key(of: $0.movement)) }
    var keys: [String: String] = [:]
    return sessions.flatMap { session in
      session.sets.flatMap { set -> [FeatAttempt] in
        guard set.kind != .warmUp, let name = set.exercise else { return [] }
        let key = keys[name] ?? self.key(of: name)
        keys[name] = key
        return movements.filter { $0.1 == key }.map { id, _ in
          FeatAttempt(
            set, at: id, by: person, on: session.day, instant: set.start ?? session.start,
            bodyWeight: session.bodyWeight, origin: .log)
        }
      }
    }
  }
}
