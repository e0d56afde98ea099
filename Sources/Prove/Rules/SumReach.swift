import DaymarkModel

// The sums between two bounds that sessions can reach if each adds all or nothing; see Rules,
// "Sessions that may still come".

/// A session for which it is unknown whether it counts, or how much it adds.
struct DoubtfulSession {
  /// The number 1 where the session exists and may be added, else 0.
  let isOne: LinearSum
  /// The number 1 where the session lacks the summed figure and may be added, else 0.
  let lacksFigure: LinearSum
  /// The recorded figure where the session may be added, else 0.
  let amount: LinearSum
}

/// The sessions of a day that leave a sum open.
struct OpenSessions {
  let doubtful: [DoubtfulSession]
  /// The number 1 where any number of further sessions may be added, else 0.
  let canGrow: LinearSum
}

/// The sums that the sessions of some days can reach.
struct SumReach {
  /// The maximum number of sessions whose subsets are all tried.
  private static let mostTried = 6
  /// The maximum number of further sessions that are tried.
  private static let mostFurther: Int128 = 20
  /// The number of doubtful sessions below which the evaluator never finds too many separate sums
  /// to continue.
  private static let fewestOfMany: Int128 = 8

  /// The sum of the amounts that certainly count.
  private let least: LinearSum
  private let sessions: [DoubtfulSession]
  private let canGrow: Formula
  /// The amount that one session adds; without `high` where nothing bounds it.
  private let ofOne: WholeNumbers
  private let interval: (low: Int128, high: Int128)
  private let problem: Problem

  /// Prepares the question whether the sum of some sessions can lie between two bounds.
  ///
  /// - Parameters:
  ///   - days: The open sessions of each day.
  ///   - least: The sum of the amounts that certainly count.
  ///   - ofOne: The amount that one session adds.
  ///   - interval: The bounds between which the sum must lie.
  init(
    _ days: [OpenSessions], least: LinearSum, ofOne: WholeNumbers,
    in interval: (low: Int128, high: Int128), _ problem: Problem
  ) {
    (self.least, self.ofOne, self.interval, self.problem) = (least, ofOne, interval, problem)
    sessions = days.flatMap(\.doubtful)
    canGrow = days.map(\.canGrow).total >= 1
  }

  /// Whether the sum can certainly be reached, by any subset of few sessions or by some subsets of
  /// many.
  var isReached: Formula {
    if !triesAll { return .any(([[], sessions] + sessions.map { [$0] }).map(isReached)) }
    return .any(
      (0..<1 << sessions.count).map { choice in
        isReached(by: sessions.indices.filter { choice >> $0 & 1 == 1 }.map { sessions[$0] })
      })
  }

  /// Whether the sum may be reachable although ``isReached`` does not hold.
  var isOpen: Formula {
    let lacking = sessions.map(\.lacksFigure).total >= 1
    // Touching ranges of sums become one, whose lower end is the start of further sessions' sums
    // and whose upper end is their limit.
    let isBlurred = ofOne.low == ofOne.high ? Formula.holds(false) : canGrow && lacking
    if triesAll { return isBlurred }
    return .any([isBlurred, sessions.map(\.isOne).total >= Self.fewestOfMany, isReachedByChoice])
  }

  private var triesAll: Bool {
    sessions.count <= Self.mostTried && (ofOne.low == 0 || furtherAtMost <= Self.mostFurther)
  }

  /// The number of further sessions beyond which the sum is too large.
  private var furtherAtMost: Int128 { ofOne.low == 0 ? 1 : interval.high / ofOne.low }

  private func isReached(by added: [DoubtfulSession]) -> Formula {
    let known = least + added.map(\.amount).total
    let lacking = added.map(\.lacksFigure).total
    let low = known + lacking * ofOne.low
    let few = isBetween(low, ofOne.high.map { known + lacking * $0 }, orUnbounded: lacking >= 1)
    // Any number of further sessions is possible, since each may add nothing.
    if ofOne.low == 0 { return few || (canGrow && low <= interval.high) }
    let further = (1...max(1, min(furtherAtMost, Self.mostFurther))).map { count in
      isBetween(
        low + ofOne.low * count, ofOne.high.map { known + lacking * $0 + $0 * count },
        orUnbounded: .holds(true))
    }
    return few || (canGrow && .any(further))
  }

  /// Whether some subset of the sessions, with some further ones, reaches the interval.
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

  /// Whether a range of sums overlaps the interval.
  ///
  /// - Parameters:
  ///   - most: The upper end; `nil` for an unbounded range where `orUnbounded` holds, and for `low`
  ///     alone where it does not.
  private func isBetween(
    _ low: LinearSum, _ most: LinearSum?, orUnbounded: Formula
  ) -> Formula {
    let isEnough = most.map { $0 >= interval.low } ?? (orUnbounded || low >= interval.low)
    return low <= interval.high && isEnough
  }
}
