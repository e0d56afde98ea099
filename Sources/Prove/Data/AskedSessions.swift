import DaymarkModel

/// The figures of recorded sessions that some rules use, without rows of logs.
struct AskedSessions {
  /// A daily sum over sessions, and the test that selects the sessions.
  struct Value: Hashable {
    let sum: ActivitySum
    let test: ActivityTest
  }

  /// The different sums, without repetition.
  let values: [Value]
  /// The figures that rules use, in the order of their declaration.
  let fields: [ActivityField]
  /// The figures that are summed.
  let summed: Set<ActivityField>
  /// The figures from which a pace or a speed is computed.
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

  /// Returns the thresholds of a figure, in the unit that sessions use.
  func thresholds(of field: ActivityField) -> [Int128] {
    tests.flatMap { test in
      test.requirements.filter { $0.key.fields == [field] }.flatMap { quantity, comparison in
        comparison.thresholds.map { Int128($0.microUnits) * Int128(quantity.perUnit) }
      }
    }
  }

  /// Whether sessions with more precise figures than a day's step allows can change an answer.
  var hasFinerFigures: Bool { !paced.isSubset(of: summed) }

  /// Whether sums of figures finer than the step are left out.
  ///
  /// Such a sum is rounded only at its end, and a single figure in it may lie on either side of a
  /// threshold before that. A figure that is only summed does not have this problem, because whole
  /// steps can produce each rounded sum. Sessions that may or may not count produce two sums, for
  /// which this holds only if there is no other sum.
  ///
  /// - Parameter sums: The largest number of sums of one figure for which this is true.
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
  /// The sum of recorded sessions that the leaf uses; `nil` where it uses other data.
  var sessionValue: AskedSessions.Value? {
    guard case .activities(let sum, let test) = value, !test.looksAtLogs, test.zone == nil else {
      return nil
    }
    return AskedSessions.Value(sum: sum, test: test)
  }
}

extension ActivityTest {
  /// Whether the test may select rows of logs.
  var looksAtLogs: Bool {
    looksAtLogsAlone || names != nil || kinds?.contains(where: \.isLogged) ?? false
  }

  var asksPace: Bool { requirements[.pace] != nil || requirements[.speed] != nil }

  /// Whether a sum may jump over an amount, because each session adds all of its figure or nothing.
  ///
  /// This is so if the test has requirements, so that it may be unknown whether a session counts.
  func mayJump(to sum: ActivitySum) -> Bool { sum.field != nil && !requirements.isEmpty }

  /// The figures that count as 0 for the selected sessions if they are not recorded.
  private var zeroByNature: Set<ActivityField> {
    var fields: Set<ActivityField> = []
    if kinds?.contains(where: \.staysInPlace) ?? true { fields.insert(.distanceMeters) }
    if isIndoor != false || kinds?.contains(where: \.staysLevel) ?? true {
      fields.insert(.elevationGainMeters)
    }
    return fields
  }

  /// Whether a sum may rise when a figure of a session is not recorded.
  ///
  /// The missing figure counts as 0, and with 0 the session may meet a requirement that it did not
  /// meet before. If the missing figure is the summed one, however, the session adds 0.
  func gainsByLoss(of sum: ActivitySum) -> Bool {
    let lost = zeroByNature.subtracting([sum.field].compactMap(\.self))
    return requirements.contains { quantity, comparison in
      !lost.isDisjoint(with: quantity.fields) && (comparison.upper != nil || quantity == .pace)
    }
  }

  /// Whether a sum may fall when a figure of a session is not recorded.
  func shrinksByLoss(of sum: ActivitySum) -> Bool {
    let asked = requirements.keys.flatMap(\.fields) + [sum.field].compactMap(\.self)
    return !zeroByNature.isDisjoint(with: asked)
  }
}

extension ActivitySum {
  /// The figure that is summed; `nil` where sessions are counted.
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
  /// The figures of a session from which the quantity is computed.
  var fields: [ActivityField] {
    switch self {
    case .distance: [.distanceMeters]
    case .duration: [.activeSeconds]
    case .energy: [.kilocalories]
    case .elevationGain: [.elevationGainMeters]
    case .averageHeartRate: [.averageBPM]
    case .maximumHeartRate: [.maximumBPM]
    // It is computed from samples, of which proofs have none.
    case .heartMinutes: []
    case .pace, .speed: [.distanceMeters, .activeSeconds]
    }
  }

  /// The number of the session's units in one unit of the rule, because rules count minutes and
  /// sessions seconds.
  var perUnit: Int { self == .duration ? 60 : 1 }
}
