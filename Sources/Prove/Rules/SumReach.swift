import DaymarkModel

// Whether sessions that each add all or nothing can bring a sum between two bounds; see Rules, "Sessions that may still
// come".

/// A session of which nobody knows whether it counts, or what it adds.
struct DoubtfulSession {
  /// 1 where it is one, and may be added.
  let isOne: LinearSum
  /// 1 where it lacks the figure that is summed, and may be added.
  let lacksFigure: LinearSum
  /// What it has of the figure where it may be added, else 0.
  let amount: LinearSum
}

/// What a day's sessions leave open of a sum.
struct OpenSessions {
  let doubtful: [DoubtfulSession]
  /// 1 where any number of sessions may come.
  let canGrow: LinearSum
}

/// The sums that are within reach of the sessions of some days.
struct SumReach {
  /// So many sessions are tried in every choice.
  private static let mostTried = 6
  /// The most further sessions that are tried.
  private static let mostFurther: Int128 = 20
  /// With fewer doubtful sessions there are never so many separate sums that the evaluator stops looking.
  private static let fewestOfMany: Int128 = 8

  /// The sum of what surely counts.
  private let least: LinearSum
  private let sessions: [DoubtfulSession]
  private let canGrow: Formula
  /// What one session adds; without `high` where nothing bounds it.
  private let ofOne: WholeNumbers
  private let interval: (low: Int128, high: Int128)
  private let problem: Problem

  /// - Parameters:
  ///   - days: What each day leaves open.
  ///   - least: The sum of what surely counts.
  ///   - ofOne: What one session adds.
  ///   - interval: What the sum is to be.
  init(
    _ days: [OpenSessions], least: LinearSum, ofOne: WholeNumbers,
    in interval: (low: Int128, high: Int128), _ problem: Problem
  ) {
    (self.least, self.ofOne, self.interval, self.problem) = (least, ofOne, interval, problem)
    sessions = days.flatMap(\.doubtful)
    canGrow = days.map(\.canGrow).total >= 1
  }

  /// Whether the sum surely is within reach: by every choice of few sessions, and by some of many.
  var isReached: Formula {
    if !triesAll { return .any(([[], sessions] + sessions.map { [$0] }).map(isReached)) }
    return .any(
      (0..<1 << sessions.count).map { choice in
        isReached(by: sessions.indices.filter { choice >> $0 & 1 == 1 }.map { sessions[$0] })
      })
  }

  /// Whether the sum may be within reach though ``isReached`` does not hold.
  var isOpen: Formula {
    let lacking = sessions.map(\.lacksFigure).total >= 1
    // Ranges of sums that touch are one, of which further sessions start at the low end and stop at the high one.
    let isBlurred = ofOne.low == ofOne.high ? Formula.holds(false) : canGrow && lacking
    if triesAll { return isBlurred }
    return .any([isBlurred, sessions.map(\.isOne).total >= Self.fewestOfMany, isReachedByChoice])
  }

  private var triesAll: Bool {
    sessions.count <= Self.mostTried && (ofOne.low == 0 || furtherAtMost <= Self.mostFurther)
  }

  /// More of them are too much.
  private var furtherAtMost: Int128 { ofOne.low == 0 ? 1 : interval.high / ofOne.low }

  private func isReached(by added: [DoubtfulSession]) -> Formula {
    let known = least + added.map(\.amount).total
    let lacking = added.map(\.lacksFigure).total
    let low = known + lacking * ofOne.low
    let few = isBetween(low, ofOne.high.map { known + lacking * $0 }, orUnbounded: lacking >= 1)
    // As many as it takes, where each may add nothing.
    if ofOne.low == 0 { return few || (canGrow && low <= interval.high) }
    let further = (1...max(1, min(furtherAtMost, Self.mostFurther))).map { count in
      isBetween(
        low + ofOne.low * count, ofOne.high.map { known + lacking * $0 + $0 * count },
        orUnbounded: .holds(true))
    }
    return few || (canGrow && .any(further))
  }

  /// Whether some choice of the sessions, and some further ones, reach it.
  private var isReachedByChoice: Formula {
    let chosen = sessions.map { session -> DoubtfulSession in
      let choice = problem.choice()
      func product(_ number: LinearSum) -> LinearSum {
        let product = problem.unknown(0, problem.extremes(of: number).most)
        problem.require(choice.isOne.implies(product.equals(number)))
        problem.require(choice.isOne || product <= 0)
        return product
      }
      return DoubtfulSession(
        isOne: choice, lacksFigure: product(session.lacksFigure), amount: product(session.amount))
    }
    let further = problem.unknown(0, furtherAtMost)
    problem.require(canGrow || further <= 0)
    let known = least + chosen.map(\.amount).total
    let unknown = chosen.map(\.lacksFigure).total + further
    if ofOne.low == 0 {
      return known <= interval.high
        && .any([known >= interval.low, unknown >= 1])
    }
    return isBetween(
      known + unknown * ofOne.low, ofOne.high.map { known + unknown * $0 },
      orUnbounded: unknown >= 1)
  }

  /// - Parameters:
  ///   - most: Unbounded when `nil` and the formula holds; then it is the least.
  private func isBetween(
    _ low: LinearSum, _ most: LinearSum?, orUnbounded: Formula
  ) -> Formula {
    let isEnough = most.map { $0 >= interval.low } ?? (orUnbounded || low >= interval.low)
    return low <= interval.high && isEnough
  }
}
