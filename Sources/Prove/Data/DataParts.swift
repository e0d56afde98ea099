import DaymarkModel

// The number of parts that a reader of data must examine. Of two examples that show the same, the
// one with fewer parts is simpler.

extension GivenPeriod {
  /// The weight of one lack.
  ///
  /// Complete data is simpler than any other.
  fileprivate static let ofLack = 1000

  /// The number of parts that a reader must examine: figures above the least, sessions, shares and
  /// flags.
  ///
  /// Lacks weigh more than all of them.
  package var parts: Int {
    var (lacks, parts) = (hasNoInputs ? 1 : 0, 0)
    lacks += damaged.count + opened.values.map(\.count).reduce(0, +)
    for origin in Column.Origin.allCases { lacks += days.count - end(of: origin) }
    for (column, cells) in figures {
      for cell in cells {
        if cell == nil, column.origin == .records { lacks += 1 }
        if column.isOfBest, cell != nil { parts += 1 }
        if cell ?? 0 > column.least { parts += 1 }
      }
    }
    for session in sessions.joined() {
      parts += 1 + (session.isIndoor ? 1 : 0) + session.values.values.count { $0 > 0 }
    }
    let shares = [manualShares, lateShares].flatMap(\.values) + flags.values
    return lacks * Self.ofLack + parts + shares.count { $0 > 0 }
  }
}

extension DataUnknowns {
  /// The expression for ``GivenPeriod/parts`` of this data.
  var parts: LinearSum {
    func isThere(_ number: LinearSum) -> LinearSum { problem.indicator(of: number >= 1) }
    var (lacks, parts) = (damaged, [LinearSum]())
    for origin in Column.Origin.allCases { lacks += days.indices.map { isPast(origin, $0) } }
    for column in asked.columns {
      for figure in days.indices.compactMap({ figure(of: column, on: $0) }) {
        if column.origin == .records { lacks.append(LinearSum(1) - figure.exists) }
        if column.isOfBest { parts.append(figure.exists) }
        parts.append(isThere(figure.recorded + -(column.least / asked.steps.step(of: column))))
        guard let opened = figure.opened else { continue }
        lacks.append(
          problem.indicator(
            of: .any([
              opened.least + 1 <= figure.recorded, figure.recorded + 1 <= opened.most,
              opened.isUnbounded.isOne,
            ])))
      }
    }
    for session in sessions.joined() {
      parts += [session.exists, session.isIndoor]
      parts += asked.sessions.fields.map { isThere(session.recorded($0)) }
    }
    parts += asked.manual.sorted().compactMap { manualShares[$0] }.map(isThere)
    parts += asked.late.sorted().compactMap { lateShares[$0] }.map(isThere)
    parts += asked.flags.compactMap { flags[$0] }.map(isThere)
    return lacks.total * Int128(GivenPeriod.ofLack) + parts.total
  }
}

extension Column {
  /// Whether the figure is the day's best set or attempt, which a day may lack.
  fileprivate var isOfBest: Bool {
    switch self {
    case .lift, .feat: true
    default: false
    }
  }

  /// The least possible figure.
  ///
  /// - Units: micro-units.
  var least: Int128 {
    unit == .beatsPerMinute ? Int128(HeartRate.possible.lowerBound.microUnits) : 0
  }
}
