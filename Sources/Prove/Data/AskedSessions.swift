import DaymarkModel

/// What some rules ask of recorded sessions; rows of logs are not among them.
struct AskedSessions {
  /// What is summed of a day's sessions, and of which.
  struct Value: Hashable {
    let sum: ActivitySum
    let test: ActivityTest
  }

  /// Each once.
  let values: [Value]
  /// The figures that rules look at, in their order.
  let fields: [ActivityField]
  /// The figures that are added up.
  let summed: Set<ActivityField>
  /// The figures of which a pace or a speed is made.
  let paced: Set<ActivityField>

  init(of leaves: [Leaf]) {
    values = leaves.reduce(into: []) { values, leaf in
      guard let value = leaf.sessionValue, !values.contains(value) else { return }
      values.append(value)
    }
    summed = Set(values.compactMap(\.sum.field))
    let tests = values.map(\.test)
    paced = Set(tests.contains(where: \.asksPace) ? ActivityQuantity.pace.fields : [])
    let asked = tests.flatMap { $0.requirements.keys.flatMap(\.fields) }
    fields = ActivityField.allCases.filter(summed.union(asked).contains)
  }

  var tests: [ActivityTest] { values.map(\.test) }

  /// What a figure is compared with, as sessions have it.
  func thresholds(of field: ActivityField) -> [Int128] {
    tests.flatMap { test in
      test.requirements.filter { $0.key.fields == [field] }.flatMap { quantity, comparison in
        comparison.thresholds.map { Int128($0.microUnits) * Int128(quantity.perUnit) }
      }
    }
  }

  /// Whether a finer step tells more sessions apart than that of days does.
  var hasFinerFigures: Bool { !paced.isSubset(of: summed) }

  /// Whether sums of figures that no step divides are left out: what is rounded once in a sum may be on either side of a
  /// threshold before.
  ///
  /// Where a figure is added up and nothing else is asked of it, some whole steps add up to each rounded sum. Of sessions
  /// that may count or not there are two sums, which have that beside no other.
  ///
  /// - Parameter sums: How many sums of one figure have that, at most.
  func leavesOutFinerSums(of sums: Int) -> Bool {
    summed.contains { field in
      let own = values.filter { $0.sum.field == field }
      let mayCount = own.contains { !$0.test.requirements.isEmpty }
      let gains = sums == 1 && own.contains { $0.test.gainsByLoss(of: $0.sum) }
      return paced.contains(field) || !thresholds(of: field).isEmpty || gains
        || own.count > (mayCount ? 1 : sums)
    }
  }
}

extension Leaf {
  /// What the leaf sums of recorded sessions; `nil` where it looks at anything else.
  var sessionValue: AskedSessions.Value? {
    guard case .activities(let sum, let test) = value, !test.looksAtLogs else { return nil }
    return AskedSessions.Value(sum: sum, test: test)
  }
}

extension ActivityTest {
  /// Whether rows of logs may be what is asked for.
  var looksAtLogs: Bool {
    looksAtLogsAlone || names != nil || kinds?.contains(where: \.isLogged) ?? false
  }

  var asksPace: Bool { requirements[.pace] != nil || requirements[.speed] != nil }

  /// Whether sessions of which each adds all or nothing may jump over an amount: where something is asked of each, nobody
  /// may know whether it counts.
  func mayJump(to sum: ActivitySum) -> Bool { sum.field != nil && !requirements.isEmpty }

  /// The figures that are 0 by nature where a session of what is asked for lacks them.
  private var zeroByNature: Set<ActivityField> {
    var fields: Set<ActivityField> = []
    if kinds?.contains(where: \.staysInPlace) ?? true { fields.insert(.distanceMeters) }
    if isIndoor != false || kinds?.contains(where: \.staysLevel) ?? true {
      fields.insert(.elevationGainMeters)
    }
    return fields
  }

  /// Whether a session that loses a figure may add to a sum that did not: 0, which it has by nature, is not too much.
  ///
  /// Of the figure that is summed it then adds 0.
  func gainsByLoss(of sum: ActivitySum) -> Bool {
    let lost = zeroByNature.subtracting([sum.field].compactMap(\.self))
    return requirements.contains { quantity, comparison in
      !lost.isDisjoint(with: quantity.fields) && (comparison.upper != nil || quantity == .pace)
    }
  }

  /// Whether a session that loses a figure may no longer count, or adds less than it did.
  func shrinksByLoss(of sum: ActivitySum) -> Bool {
    let asked = requirements.keys.flatMap(\.fields) + [sum.field].compactMap(\.self)
    return !zeroByNature.isDisjoint(with: asked)
  }
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

  /// How many units of the session's figure make one of what is asked: rules count minutes, and sessions seconds.
  var perUnit: Int { self == .duration ? 60 : 1 }
}
