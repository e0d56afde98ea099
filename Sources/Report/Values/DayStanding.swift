import DaymarkDocuments
package import DaymarkModel

/// How a day stands to a rule as a whole, for pictures.
package enum DayStanding: String, CaseIterable, Hashable, Sendable {
  /// As the rule asks of each day, or part of a sum.
  case met
  /// Recorded, and not as the rule asks.
  case short
  /// No data, or nothing that counts.
  case nothing
  /// Past, and the data ends before the day does, or is damaged, or lacks what is asked about.
  case incomplete
  /// Not over at the instant of evaluation.
  case notOver
  /// No condition looks at the day.
  case notAsked

  /// What the day is to the rule.
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

  /// One letter, where there is no colour.
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

  /// From what speaks most for a pass to what speaks least, days nobody asks about last.
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

  /// The standing of a day of which each part of a condition has one of its own.
  ///
  /// - Parameters:
  ///   - parts: What each part says of the day, and whether the part as a whole holds.
  ///   - isAny: Whether one part is enough.
  fileprivate static func joined(
    _ parts: [(standing: DayStanding, holds: Bool)], isAny: Bool
  ) -> DayStanding {
    let asked = parts.filter { $0.standing != .notAsked }
    if isAny { return asked.map(\.standing).min { $0.place < $1.place } ?? .notAsked }
    // What holds without the day reproaches it with nothing: a rest between two sessions, say.
    let telling = asked.filter { !$0.holds || ![.short, .nothing].contains($0.standing) }
    let worst = telling.map(\.standing).max { $0.place < $1.place }
    return worst ?? (asked.isEmpty ? .notAsked : .nothing)
  }

  /// The standing where what holds is at fault.
  fileprivate var negated: DayStanding {
    switch self {
    case .met: .short
    case .short: .met
    case .nothing, .incomplete, .notOver, .notAsked: self
    }
  }
}

extension Explanation {
  /// How each of some days stands to the condition that this node explains, in their order.
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

  /// The quarter of the best day that each of some days of this leaf reaches, from 1 to 4; 0 of a day that adds nothing.
  package func quarters(on days: [CivilDay]) -> [Int] {
    let amounts = Dictionary(self.days.map { ($0.day, $0.value?.microUnits ?? 0) }) { a, _ in a }
    guard let best = amounts.values.max(), best > 0 else { return days.map { _ in 0 } }
    return days.map { day in
      let amount = amounts[day] ?? 0
      return amount <= 0 ? 0 : min(4, Int((Int128(amount) * 4 + Int128(best) - 1) / Int128(best)))
    }
  }

  /// How a day of this leaf stands.
  package func standing(of day: Day) -> DayStanding {
    switch day.standing {
    // To a sum, a day of zero adds nothing; a day that is asked for itself may be met by zero.
    case .counted: unit != "day" && (day.value ?? .zero) == .zero ? .nothing : .met
    // A day of rest is nothing that falls short; a session that is too short is.
    case .short: unit != "session" && (day.value ?? .zero) == .zero ? .nothing : .short
    case .missing: .nothing
    case .incomplete, .damaged, .rejected, .twoFigures, .unknown: .incomplete
    case .notOver: .notOver
    }
  }

  /// How far the condition is from its threshold, as a part of it: of several leaves the least;
  /// negative where it falls short, `nil` where nothing is compared.
  ///
  /// - Parameter rule: The one that this explains.
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
