import DaymarkModel

/// The kinds of sessions that rules distinguish, one from each group that all rules treat alike.
struct SessionKinds {
  let kinds: [ActivityKind]

  init(_ asked: AskedSessions) {
    let ways: Set<ActivityQuantity> = [.distance, .pace, .speed]
    let looksAtWay =
      asked.summed.contains(.distanceMeters)
      || asked.tests.contains { !ways.isDisjoint(with: $0.requirements.keys) }
    let looksAtClimb =
      asked.summed.contains(.elevationGainMeters)
      || asked.tests.contains { $0.requirements[.elevationGain] != nil }
    let tests = asked.tests.map(\.kinds)
    var groups: [[Bool]: ActivityKind] = [:]
    var kinds: [ActivityKind] = []
    for kind in ActivityKind.sports {
      let group =
        tests.map { $0?.contains(kind) ?? true } + [
          looksAtWay && kind.staysInPlace, looksAtClimb && kind.staysLevel,
        ]
      if groups.updateValue(kind, forKey: group) == nil { kinds.append(kind) }
    }
    self.kinds = kinds
  }
}

/// A session whose data a solver chooses.
///
/// A session that does not exist has no data.
struct SessionUnknowns {
  /// The number 1 where the session exists, else 0.
  let exists: LinearSum
  let isIndoor: LinearSum
  /// For each kind, an expression that is 1 where the session is of this kind, else 0.
  let kinds: [ActivityKind: LinearSum]
  /// The figures, in steps of ``AskedData/steps``.
  ///
  /// A figure that no rule uses is absent.
  let fields: [ActivityField: DataUnknowns.Figure]

  init(_ kinds: SessionKinds, _ asked: AskedData, lacksNothing: Bool, in problem: Problem) {
    exists = problem.choice()
    let own = kinds.kinds.map { ($0, problem.choice()) }
    self.kinds = Dictionary(uniqueKeysWithValues: own)
    problem.require(own.map(\.1).total.equals(exists))
    isIndoor = problem.choice()
    problem.require(isIndoor <= exists)
    var fields: [ActivityField: DataUnknowns.Figure] = [:]
    for field in asked.sessions.fields {
      let isKnown = lacksNothing ? exists : problem.choice()
      let recorded = problem.unknown(0, DataUnknowns.mostMicroUnits / asked.steps.step(of: field))
      problem.require(isKnown <= exists)
      problem.require(isKnown.isOne || recorded <= 0)
      if asked.sessions.paced.contains(field), field == .activeSeconds {
        problem.require(recorded >= isKnown)
      }
      fields[field] = DataUnknowns.Figure(exists: isKnown, recorded: recorded)
    }
    self.fields = fields
  }

  /// Whether a figure is known, because it was recorded or because its kind implies it.
  func knows(_ field: ActivityField) -> Formula {
    let recorded = fields[field]?.exists.isOne ?? .holds(false)
    let ofNature: [LinearSum] =
      switch field {
      // At most one of these numbers is 1.
      case .distanceMeters: [kinds.filter { $0.key.staysInPlace }.map(\.value).total]
      case .elevationGainMeters: [isIndoor, kinds.filter { $0.key.staysLevel }.map(\.value).total]
      default: []
      }
    return recorded || .any(ofNature.map(\.isOne))
  }

  func recorded(_ field: ActivityField) -> LinearSum { fields[field]?.recorded ?? LinearSum() }
}
