import DaymarkModel

/// The sessions that two apps have for one training; see Semantics, "Workout logs".
struct TwinSessions {
  /// The positions of sessions by day.
  private var byDay: [CivilDay: [Int]] = [:]
  /// The first day with sessions that count once, and the number of such sessions; `nil` where
  /// there are none.
  private(set) var same: (day: CivilDay, count: Int)?
  /// The first day with similar sessions that each count, and the number of such sessions; `nil`
  /// where there are none.
  private(set) var alike: (day: CivilDay, count: Int)?

  /// The maximum number of sessions of one day that are compared, more than anybody has.
  private static let mostOfDay = 50

  mutating func add(_ position: Int, on day: CivilDay) {
    byDay[day, default: []].append(position)
  }

  /// Returns the positions of other apps' sessions that are the same training.
  ///
  /// - Parameter standing: Returns the session at a position.
  mutating func find(
    _ session: StrengthSession, among standing: (Int) -> StrengthSession
  ) -> [Int] {
    // A session may extend past midnight.
    let days = [session.day.advanced(by: -1), session.day, session.day.advanced(by: 1)]
    var found: [Int] = []
    var isAlike = false
    for position in days.flatMap({ byDay[$0]?.prefix(Self.mostOfDay) ?? [] }) {
      let other = standing(position)
      guard other.source != session.source else { continue }
      if session.overlaps(other) {
        found.append(position)
      } else if other.day == session.day {
        let shared = session.sharedSets(with: other)
        if shared * 2 > max(session.worked.count, other.worked.count) { found.append(position) }
        isAlike = isAlike || shared > 0
      }
    }
    if !found.isEmpty {
      same = (min(same?.day ?? session.day, session.day), (same?.count ?? 0) + 1)
    } else if isAlike {
      alike = (min(alike?.day ?? session.day, session.day), (alike?.count ?? 0) + 1)
    }
    return found
  }

  /// The findings about the same and similar sessions.
  var findings: [Finding] {
    [(FindingCode.sessionsSame, same), (.sessionsAlike, alike)].compactMap { code, found in
      found.map { found in Finding(code, count: found.count) { $0.day = found.day } }
    }
  }
}

extension StrengthSession {
  /// The number of sets with a load of unknown amount.
  var setsOfUnknownLoad: Int { sets.count { $0.load != nil && $0.load?.mass == nil } }

  /// Whether both take place at the same time: at least half of the shorter one overlaps the other.
  ///
  /// A session without a duration must lie within the other.
  fileprivate func overlaps(_ other: StrengthSession) -> Bool {
    guard let start, let second = other.start else { return false }
    let (end, secondEnd) = (max(end ?? start, start), max(other.end ?? second, second))
    let common = min(end, secondEnd).milliseconds - max(start, second).milliseconds
    let shorter = min(
      end.milliseconds - start.milliseconds, secondEnd.milliseconds - second.milliseconds)
    return shorter == 0 ? common == 0 : common > 0 && common * 2 >= shorter
  }

  /// The sets other than warm-ups, at most ``mostCompared``.
  ///
  /// Warm-ups are left out because many people log them in only one of their apps. Nobody does as
  /// many sets in a session, so the bound only limits the time for a hostile log.
  fileprivate var worked: [StrengthSet] {
    Array(sets.lazy.filter { $0.kind != .warmUp }.prefix(Self.mostCompared))
  }

  private static let mostCompared = 300

  /// The number of sets that both apps have, each counted once.
  fileprivate func sharedSets(with other: StrengthSession) -> Int {
    var others = other.worked
    return worked.count { set in
      guard let index = others.firstIndex(where: { $0.isAlike(set) }) else { return false }
      others.remove(at: index)
      return true
    }
  }
}

extension Quantity {
  /// Whether two quantities differ only by rounding, for example after a conversion from pounds to
  /// kilograms.
  fileprivate func isNear(_ other: Quantity) -> Bool {
    abs(microUnits - other.microUnits) * 100 <= max(self, other).microUnits
  }
}

extension StrengthSet {
  /// Whether two apps may have logged the same set.
  ///
  /// Names are hardly comparable, because each app has its own. For sets without a load the names
  /// must share a word, because otherwise only the repetitions could distinguish them.
  fileprivate func isAlike(_ other: StrengthSet) -> Bool {
    guard repetitions == other.repetitions else { return false }
    switch (load, other.load) {
    case (let load?, let second?):
      guard let mass = load.mass, let secondMass = second.mass else { return true }
      let (less, more) = (min(mass, secondMass), max(mass, secondMass))
      // An app may not state its unit, so that the operator may have stated the wrong one.
      return less.isNear(more)
        || less.isNear(Quantity(microUnits: more.microUnits * 45359 / 100_000))
    case (nil, nil):
      guard duration == other.duration || repetitions != nil else { return false }
      return ExerciseNames.sharesWord(exercise ?? "", other.exercise ?? "")
    default: return false
    }
  }
}
