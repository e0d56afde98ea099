import DaymarkModel

/// The kinds of sessions that rules tell apart: one of each group that all of them treat alike.
struct SessionKinds {
  let kinds: [ActivityKind]

  init(_ asked: AskedData) {
    let ways: Set<ActivityQuantity> = [.distance, .pace, .speed]
    let looksAtWay =
      asked.sums.contains(.distance)
      || asked.tests.contains { !ways.isDisjoint(with: $0.requirements.keys) }
    let looksAtClimb =
      asked.sums.contains(.elevationGain)
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

/// A session of which a solver chooses everything; one that does not exist has nothing.
struct SessionUnknowns {
  /// 1 where there is one.
  let exists: LinearSum
  let isIndoor: LinearSum
  /// By kind, 1 for the one that it is of.
  let kinds: [ActivityKind: LinearSum]
  /// In steps of ``step``; absent where no rule looks at them.
  let fields: [ActivityField: DataUnknowns.Figure]

  /// The figures of sessions that are told apart are as far apart as those of days: 0.01 m, kcal, bpm and minutes.
  ///
  /// - Units: micro-units, of time of a second.
  static func step(of field: ActivityField) -> Int128 {
    field == .activeSeconds ? 600_000 : Int128(Quantity.hundredth)
  }

  init(_ kinds: SessionKinds, _ asked: AskedData, lacksNothing: Bool, in problem: Problem) {
    exists = problem.choice()
    let own = kinds.kinds.map { ($0, problem.choice()) }
    self.kinds = Dictionary(uniqueKeysWithValues: own)
    problem.require(own.map(\.1).total.equals(exists))
    isIndoor = problem.choice()
    problem.require(isIndoor <= exists)
    var fields: [ActivityField: DataUnknowns.Figure] = [:]
    let asksPace = asked.tests.contains(where: \.asksPace)
    for field in asked.fields {
      let isWay = field == .distanceMeters || field == .activeSeconds
      let isKnown = lacksNothing || asksPace && isWay ? exists : problem.choice()
      let recorded = problem.unknown(0, DataUnknowns.mostMicroUnits / Self.step(of: field))
      problem.require(isKnown <= exists)
      problem.require(isKnown.isOne || recorded <= 0)
      if asksPace, field == .activeSeconds { problem.require(recorded >= exists) }
      fields[field] = DataUnknowns.Figure(exists: isKnown, recorded: recorded)
    }
    if let average = fields[.averageBPM], let most = fields[.maximumBPM] {
      problem.require(
        .any([average.exists <= 0, most.exists <= 0, average.recorded <= most.recorded]))
    }
    self.fields = fields
  }

  /// Whether a figure is known, by what was recorded or by the nature of the kind.
  func knows(_ field: ActivityField) -> Formula {
    let recorded = fields[field]?.exists.isOne ?? .holds(false)
    let ofNature: [LinearSum] =
      switch field {
      // At most one of them is 1.
      case .distanceMeters: [kinds.filter { $0.key.staysInPlace }.map(\.value).total]
      case .elevationGainMeters: [isIndoor, kinds.filter { $0.key.staysLevel }.map(\.value).total]
      default: []
      }
    return recorded || .any(ofNature.map(\.isOne))
  }

  func recorded(_ field: ActivityField) -> LinearSum { fields[field]?.recorded ?? LinearSum() }
}

extension ActivityTest {
  var asksPace: Bool { requirements[.pace] != nil || requirements[.speed] != nil }
}

extension ActivitySum {
  /// The figure of a session that is summed; `nil` where sessions are counted.
  var field: ActivityField? {
    switch self {
    case .distance: .distanceMeters
    case .duration: .activeSeconds
    case .energy: .kilocalories
    case .elevationGain: .elevationGainMeters
    case .sessions: nil
    }
  }
}

extension ActivityQuantity {
  /// The figures of a session that it is made of.
  var fields: [ActivityField] {
    switch self {
    case .distance: [.distanceMeters]
    case .duration: [.activeSeconds]
    case .energy: [.kilocalories]
    case .elevationGain: [.elevationGainMeters]
    case .averageHeartRate: [.averageBPM]
    case .maximumHeartRate: [.maximumBPM]
    case .pace, .speed: [.distanceMeters, .activeSeconds]
    }
  }
}

extension AskedData {
  /// The figures of sessions that rules look at, in their order.
  var fields: [ActivityField] {
    let asked = Set(
      tests.flatMap { $0.requirements.keys.flatMap(\.fields) } + sums.compactMap(\.field))
    return ActivityField.allCases.filter(asked.contains)
  }
}
