import DaymarkDocuments
package import DaymarkModel

/// The numbers of sessions that questions about some rules need.
package struct SessionNeeds {
  /// The number of daily sessions that any single sum needs, if spread over the days, plus one; at
  /// least 2.
  ///
  /// Real data seldom has more.
  package let few: Int
  /// The number of daily sessions that all sums together need, plus one, so that all requirements
  /// can be met and exceeded.
  package let enough: Int
  /// The values of ``all(of:)``, by the number of periods less one.
  private let all: [Int]?
  /// The paths of the leaves that use sessions.
  package let paths: [RulePath]
  private let asked: AskedSessions

  /// Counts the sessions that questions about the rules need.
  ///
  /// - Parameters:
  ///   - rules: The rules that the questions are about.
  ///   - days: The days of the period.
  ///   - mostOfOne: Returns the most that one session adds to a sum; see
  ///     ``RuleQuestion/Setting/amountsOfOne``.
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
      // This many sessions that count, or may count, satisfy each sum on each day. One more belongs
      // to no sum.
      let counted = together.values.reduce(0, +)
      all = [counted + 1, 2 * counted + 1]
    } else if let only = together.keys.first, together.count == 1, only.test.requirements.isEmpty {
      // The known sessions can be combined into one, and one session without the figure has the
      // same effect as several. In the remaining data it may keep the figure, have lost it or be
      // absent.
      all = [2, 3]
    } else {
      all = nil
    }
  }

  /// Returns a number of daily sessions beyond which no outcome changes.
  ///
  /// It is 0 where no sessions are used, and `nil` where no such number is proven.
  ///
  /// - Parameter periods: The number of periods in the question: two where one is a part of the
  ///   other.
  package func all(of periods: Int) -> Int? { all?[periods - 1] }

  /// Whether sessions with more precise figures than a day's step allows can change an answer.
  package var haveFinerFigures: Bool { asked.hasFinerFigures }

  /// Returns whether sums of finer figures are left out; see
  /// ``AskedSessions/leavesOutFinerSums(of:)``.
  package func leaveOutFinerSums(of sums: Int) -> Bool { asked.leavesOutFinerSums(of: sums) }
}

extension Leaf {
  /// Returns the number of sessions needed to reach all thresholds of the leaf.
  ///
  /// - Returns: The number on each day if the sessions are spread evenly, and the total number.
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
    // A session's figure is in seconds if the sum is in minutes.
    let amount = value.unit == .minute ? asked * 60 : asked
    // If sessions cannot add anything, one has the same effect as several.
    let perSession = mostOfOne > 0 ? mostOfOne : max(1, amount)
    // One session more is needed to exceed an upper limit, or a lower limit that is itself not
    // enough.
    let isBeyond = comparison.upper != nil || comparison.lower?.isIncluded == false
    let count = (amount + perSession - 1) / perSession + (isBeyond ? 1 : 0)
    let inAll = Int(min(count, 1_000_000))
    return ((inAll + room - 1) / max(1, room), inAll)
  }
}

extension Recurrence {
  /// Returns the stretches of some days, with the indices of the selected days.
  ///
  /// A stretch without selected days is left out.
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
  /// Returns the first and the last of some days that may be selected, regardless of weekdays;
  /// `nil` where there are none.
  func bounds(within all: [CivilDay]) -> ClosedRange<CivilDay>? {
    guard let start = all.first, let end = all.last else { return nil }
    let (first, last) = (max(start, from ?? start), min(end, to ?? end))
    return first <= last ? first...last : nil
  }
}
