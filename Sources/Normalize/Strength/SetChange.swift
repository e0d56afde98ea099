import DaymarkModel

/// The sets of one exercise of a session that a newer export changed.
struct SetChange: Hashable, Comparable {
  var day: CivilDay
  /// Its number in the session, from 1.
  var exercise: Int

  static func < (a: SetChange, b: SetChange) -> Bool {
    (a.day, a.exercise) < (b.day, b.exercise)
  }

  /// Findings that are named one by one; an export in another unit changes every set.
  private static let mostNamed = 20

  /// A finding for each exercise of a session, and one for those beyond what anybody reads.
  ///
  /// - Parameter counts: The number of changed sets.
  static func findings(of counts: [SetChange: Int]) -> [Finding] {
    let ordered = counts.sorted { $0.key < $1.key }
    var findings = ordered.prefix(mostNamed).map { change, count in
      Finding(.logRevised, count: count) { ($0.day, $0.exercise) = (change.day, change.exercise) }
    }
    let rest = ordered.dropFirst(mostNamed).reduce(0) { $0 + $1.value }
    if rest > 0 { findings.append(Finding(.logRevised, count: rest)) }
    return findings
  }
}

extension StrengthSession {
  /// The exercises of which an older export holds other sets, by number, and how many sets differ.
  ///
  /// Those that only the older one has are numbered behind the others.
  func changes(since older: StrengthSession) -> [(exercise: Int, count: Int)] {
    // Mostly nothing has changed.
    if sets == older.sets { return [] }
    let (new, old) = (setsByExercise, older.setsByExercise)
    let names = new.names + old.names.filter { new.sets[$0] == nil }
    return names.enumerated().compactMap { index, name in
      let (a, b) = (new.sets[name] ?? [], old.sets[name] ?? [])
      let count = zip(a, b).count { $0 != $1 } + abs(a.count - b.count)
      return count == 0 ? nil : (index + 1, count)
    }
  }

  private var setsByExercise: (names: [String?], sets: [String?: [StrengthSet]]) {
    var names: [String?] = []
    var sets: [String?: [StrengthSet]] = [:]
    for set in self.sets {
      if sets[set.exercise] == nil { names.append(set.exercise) }
      sets[set.exercise, default: []].append(set)
    }
    return (names, sets)
  }
}
