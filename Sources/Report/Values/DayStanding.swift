import DaymarkDocuments
package import DaymarkModel

/// The standing of a day with respect to a rule as a whole, for pictures.
package enum DayStanding: String, CaseIterable, Hashable, Sendable {
  /// The day is as the rule asks of each day, or is part of a sum.
  case met
  /// The day has data and is not as the rule asks.
  case short
  /// The day has no data, or nothing that counts.
  case nothing
  /// The day is over, but its data ends early, is damaged, or lacks what the rule asks about.
  case incomplete
  /// The day is not over at the instant of evaluation.
  case notOver
  /// No condition counts the day.
  case notAsked

  /// The meaning of the standing in words.
  package var words: String {
    switch self {
    case .met: "as the rule asks"
    case .short: "short of it"
    case .nothing: "no data that counts"
    case .incomplete: "incomplete or damaged"
    case .notOver: "not over yet"
    case .notAsked: "not asked about"
    }
  }

  /// One letter for the standing, where there is no colour.
  package var letter: Character {
    switch self {
    case .met: "M"
    case .short: "S"
    case .nothing: "–"
    case .incomplete: "I"
    case .notOver: "·"
    case .notAsked: "×"
    }
  }

  /// The order of standings, from the one that speaks most for a pass; days that no condition
  /// counts come last.
  private var place: Int {
    switch self {
    case .met: 0
    case .notOver: 1
    case .incomplete: 2
    case .nothing: 3
    case .short: 4
    case .notAsked: 5
    }
  }

  /// The standing of a day for a combination of conditions.
  ///
  /// - Parameters:
  ///   - parts: How the day stands to each condition, and whether the condition holds.
  ///   - isAny: Whether one condition is enough.
  fileprivate static func joined(
    _ parts: [(standing: DayStanding, holds: Bool)], isAny: Bool
  ) -> DayStanding {
    let asked = parts.filter { $0.standing != .notAsked }
    if isAny { return asked.map(\.standing).min { $0.place < $1.place } ?? .notAsked }
    // A condition that holds without the day is not missed by it, such as a rest between two
    // sessions.
    let telling = asked.filter { !$0.holds || ![.short, .nothing].contains($0.standing) }
    let worst = telling.map(\.standing).max { $0.place < $1.place }
    return worst ?? (asked.isEmpty ? .notAsked : .nothing)
  }

  /// The standing under a `not`.
  var negated: DayStanding {
    switch self {
    case .met: .short
    case .short: .met
    case .nothing, .incomplete, .notOver, .notAsked: self
    }
  }
}

extension Explanation {
  /// Returns the standings of some days with respect to the node's condition, in their order.
  package func standings(on days: [CivilDay]) -> [DayStanding] {
    guard !children.isEmpty else {
      let own = Dictionary(self.days.map { ($0.day, standing(of: $0)) }) { first, _ in first }
      return days.map { own[$0] ?? .notAsked }
    }
    let parts = children.map { $0.standings(on: days) }
    if key == "not" { return parts[0].map(\.negated) }
    return days.indices.map { index in
      DayStanding.joined(
        zip(parts, children).map { ($0[index], $1.answer == .pass) },
        isAny: key == "any" || key == "some")
    }
  }

  /// The quarter of the leaf's best day that each of some days reaches, from 1 to 4; 0 for a day
  /// that adds nothing.
  package func quarters(on days: [CivilDay]) -> [Int] {
    let amounts = Dictionary(self.days.map { ($0.day, $0.value?.microUnits ?? 0) }) { a, _ in a }
    guard let best = amounts.values.max(), best > 0 else { return days.map { _ in 0 } }
    return days.map { day in
      let amount = amounts[day] ?? 0
      return amount <= 0 ? 0 : min(4, Int((Int128(amount) * 4 + Int128(best) - 1) / Int128(best)))
    }
  }

  /// Returns the standing of a day with respect to this leaf.
  package func standing(of day: Day) -> DayStanding {
    switch day.standing {
    // A day of zero adds nothing to a sum; but where each day is asked for, zero may satisfy the
    // rule.
    case .counted: unit != "day" && (day.value ?? .zero) == .zero ? .nothing : .met
    // A day of rest does not fall short; a session that is too short does.
    case .short: unit != "session" && (day.value ?? .zero) == .zero ? .nothing : .short
    case .missing: .nothing
    case .incomplete, .damaged, .rejected, .twoFigures, .unknown: .incomplete
    case .notOver: .notOver
    }
  }

  /// Returns the distance of the condition from its threshold as a fraction of it, negative where
  /// it falls short.
  ///
  /// Of several leaves it is the least; `nil` where nothing is compared.
  ///
  /// - Parameter rule: The rule that this explains.
  package func closeness(to rule: Rule) -> Double? {
    zip(rule.leaves, leaves).compactMap { asking, leaf in
      guard let margin = leaf.margin, let actual = leaf.actual else { return nil }
      let required = asking.leaf.target(over: leaf.days.count)
        .threshold(nearest: Int128(actual.microUnits))
      guard required != .zero else { return nil }
      return Double(margin.microUnits) / Double(required.microUnits.magnitude)
    }.min()
  }
}
