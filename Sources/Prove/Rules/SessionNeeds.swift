import DaymarkDocuments
package import DaymarkModel

/// The sessions that questions about some rules need.
package struct SessionNeeds {
  /// One more than any one sum that is asked for needs, spread over the days; at least 2.
  ///
  /// Most data that there is has so few.
  package let few: Int
  /// One more than all sums together need, so that all that is asked for can be met, and more.
  package let enough: Int
  /// By the number of periods less one.
  private let all: [Int]?
  /// The places of the leaves that ask for sessions.
  package let paths: [RulePath]
  private let asked: AskedSessions

  /// - Parameters:
  ///   - rules: Those that are asked about.
  ///   - days: The days of the period.
  ///   - mostOfOne: The most that one session adds to a sum, as ``RuleQuestion/Setting/amountsOfOne`` says.
  package init(
    of rules: [Rule], over days: [CivilDay],
    mostOfOne: (ActivitySum, ActivityTest) -> Int128
  ) {
    var (spread, together): ([AskedSessions.Value: Int], [AskedSessions.Value: Int]) = ([:], [:])
    let leaves = rules.flatMap(\.leaves)
    asked = AskedSessions(of: leaves.map(\.leaf))
    paths = leaves.filter { $0.leaf.sessionValue != nil }.map(\.path).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    for leaf in leaves.map(\.leaf) {
      guard let value = leaf.sessionValue else { continue }
      let needed = leaf.sessions(over: days, mostOfOne: mostOfOne(value.sum, value.test))
      spread[value] = max(spread[value] ?? 0, needed.aDay)
      together[value] = max(together[value] ?? 0, needed.inAll)
    }
    few = max(2, (spread.values.max() ?? 0) + 1)
    enough = max(few, spread.values.reduce(1, +))
    if spread.isEmpty {
      all = [0, 0]
    } else if together.keys.allSatisfy({ $0.sum == .sessions }) {
      // So many of those that are counted, or may be, are enough for each sum on each day; one more is of no sum.
      let counted = together.values.reduce(0, +)
      all = [counted + 1, 2 * counted + 1]
    } else if let only = together.keys.first, together.count == 1, only.test.requirements.isEmpty {
      // Those that are known add up to one, and of those that lack the figure one is as good as many. What is left of them
      // may keep it, have lost it or be gone.
      all = [2, 3]
    } else {
      all = nil
    }
  }

  /// So many of a day that more change no outcome, 0 where none are asked for; `nil` where nobody has shown that of any
  /// number.
  ///
  /// - Parameter periods: How many periods are looked at: two where one is what is left of another.
  package func all(of periods: Int) -> Int? { all?[periods - 1] }

  /// Whether a finer step tells more sessions apart than that of days does.
  package var haveFinerFigures: Bool { asked.hasFinerFigures }

  /// Whether sums of finer figures are left out, as ``AskedSessions/leavesOutFinerSums(of:)`` says.
  package func leaveOutFinerSums(of sums: Int) -> Bool { asked.leavesOutFinerSums(of: sums) }
}

extension Leaf {
  /// How many sessions it takes to reach all that the leaf compares with: on each of the days if they are spread as evenly
  /// as can be, and in all.
  fileprivate func sessions(
    over days: [CivilDay], mostOfOne: Int128
  ) -> (aDay: Int, inAll: Int) {
    let chosen = days.indices.filter { self.days.contains(days[$0]) }
    let stretches = measure.recurrence?.stretches(of: days, on: self.days).map(\.places.count)
    let (fewest, most) = (stretches?.min() ?? chosen.count, stretches?.max() ?? chosen.count)
    let (room, times) =
      switch measure.goal {
      case .total: (fewest, 1)
      case .average: (fewest, most)
      case .window(let length): (min(fewest, length), 1)
      default: (1, 1)
      }
    let asked = comparison.thresholds.map { Int128($0.microUnits) * Int128(times) }.max() ?? 0
    // The figure of a session is in seconds where the sum is in minutes.
    let amount = value.unit == .minute ? asked * 60 : asked
    // Where no session can add anything, one shows as much as many.
    let perSession = mostOfOne > 0 ? mostOfOne : max(1, amount)
    // More than is allowed is one more, as is more than what is not enough itself.
    let isBeyond = comparison.upper != nil || comparison.lower?.isIncluded == false
    let count = (amount + perSession - 1) / perSession + (isBeyond ? 1 : 0)
    let inAll = Int(min(count, 1_000_000))
    return ((inAll + room - 1) / max(1, room), inAll)
  }
}

extension Recurrence {
  /// The stretches of some days with the places of those that are chosen; none without any.
  func stretches(
    of all: [CivilDay], on selection: DaySelection
  ) -> [(days: ClosedRange<CivilDay>, places: [Int])] {
    guard let bounds = selection.bounds(within: all) else { return [] }
    return stretches(within: bounds).compactMap { days in
      let own = all.indices.filter { days.contains(all[$0]) && selection.contains(all[$0]) }
      return own.isEmpty ? nil : (days, own)
    }
  }
}

extension DaySelection {
  /// The first and the last of some days that may be looked at, whatever weekdays are.
  func bounds(within all: [CivilDay]) -> ClosedRange<CivilDay>? {
    guard let start = all.first, let end = all.last else { return nil }
    let (first, last) = (max(start, from ?? start), min(end, to ?? end))
    return first <= last ? first...last : nil
  }
}
