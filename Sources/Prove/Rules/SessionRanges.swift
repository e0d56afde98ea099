import DaymarkModel

// The possible sums over a day's sessions; see Rules, "The proof deadline, rates and sessions".

/// The share of one session in a test's result.
struct SessionPart {
  /// The number 1 where the test certainly selects the session, else 0.
  let isCounted: LinearSum
  /// The number 1 where the test possibly selects the session, else 0.
  let mayCount: LinearSum
}

extension ActivityTest {
  /// Returns the share of a session in the test's result.
  ///
  /// - Parameter steps: The steps of the session's figures.
  func part(
    of session: SessionUnknowns, _ steps: FigureSteps, in problem: Problem
  ) -> SessionPart {
    let ofKind = session.kinds.filter { kinds?.contains($0.key) ?? true }.map(\.value).total
    let isPlaced: Formula =
      switch isIndoor {
      case true: session.isIndoor.isOne
      case false: session.isIndoor <= 0
      case nil: .holds(true)
      }
    let fits = Formula.all([ofKind >= 1, isPlaced])
    let asked = requirements.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      quantity, comparison in
      (
        isKnown: Formula.all(quantity.fields.map(session.knows)),
        holds: quantity.holds(comparison, of: session, steps)
      )
    }
    if asked.isEmpty {
      let counted = isIndoor == nil ? ofKind : problem.indicator(of: fits)
      return SessionPart(isCounted: counted, mayCount: counted)
    }
    let isCounted = problem.indicator(of: .all([fits] + asked.map { $0.isKnown && $0.holds }))
    let mayCount = problem.indicator(of: .all([fits] + asked.map { !$0.isKnown || $0.holds }))
    problem.require(isCounted <= mayCount)
    problem.require(mayCount <= session.exists)
    return SessionPart(isCounted: isCounted, mayCount: mayCount)
  }
}

extension ActivityQuantity {
  /// Whether the session's figures, where known, satisfy a comparison.
  fileprivate func holds(
    _ comparison: Comparison, of session: SessionUnknowns, _ steps: FigureSteps
  ) -> Formula {
    switch self {
    case .pace, .speed:
      return .all(
        [
          comparison.lower.map {
            isAtLeast($0.isIncluded ? $0.threshold : $0.threshold.next, session, steps)
          },
          comparison.upper.map {
            !isAtLeast($0.isIncluded ? $0.threshold.next : $0.threshold, session, steps)
          },
        ].compactMap(\.self))
    default:
      let asked = WholeNumbers(
        comparison.interval(step: 1, times: perUnit), inStepsOf: steps.step(of: fields[0]))
      let amount = session.recorded(fields[0])
      return .all([amount >= asked.low, asked.high.map { amount <= $0 } ?? .holds(true)])
    }
  }

  /// Returns whether pace or speed, rounded to a micro-unit, reaches a threshold.
  ///
  /// The fraction is compared without a division.
  private func isAtLeast(
    _ threshold: Quantity, _ session: SessionUnknowns, _ steps: FigureSteps
  ) -> Formula {
    let twice = 2 * Int128(threshold.microUnits) - 1
    let meters = session.recorded(.distanceMeters) * steps.step(of: .distanceMeters)
    let time = session.recorded(.activeSeconds) * steps.step(of: .activeSeconds)
    return self == .pace
      ? time * 2_000_000_000 >= meters * twice : meters * 2_000_000 >= time * twice
  }
}

extension Quantity {
  fileprivate var next: Quantity { Quantity(microUnits: microUnits + 1) }
}

extension DataUnknowns {
  /// Returns the range of a sum over the sessions of a day, in steps of the sum.
  func sessionRange(
    _ sum: ActivitySum, of test: ActivityTest, on day: Int, readsMissingAsZero: Bool
  ) -> FigureRange {
    let parts = sessions[day].map { ($0, test.part(of: $0, asked.steps, in: problem)) }
    let mayBeAny = scope != .whole && amountsOfOne(sum, test).upperBound > 0
    var doubtful: [DoubtfulSession] = []
    var (least, most): (LinearSum, LinearSum) = (LinearSum(), LinearSum())
    var unbounded: [Formula] = []
    for (session, part) in parts {
      guard let field = sum.field, let quantity = ActivityQuantity(rawValue: sum.rawValue) else {
        least = least + part.isCounted
        most = most + part.mayCount
        continue
      }
      let amount = session.recorded(field)
      let counted = product(of: part.isCounted, amount)
      let bounds = test.requirements[quantity]?.interval(step: 1, times: quantity.perUnit)
      if let bounds {
        let low = WholeNumbers(bounds, inStepsOf: FigureSteps.ofDays(field)).low
        problem.require(counted >= part.isCounted * low)
      }
      least = least + counted
      let possible =
        part.isCounted == part.mayCount ? counted : product(of: part.mayCount, amount)
      problem.require(counted <= possible)
      most = most + possible
      let lacks = Formula.all([part.mayCount.isOne, !session.knows(field)])
      if test.mayJump(to: sum) {
        // On a damaged day recorded sessions may be removed, just as others may be added.
        let stays = mayBeAny ? damaged[day] <= 0 : Formula.holds(true)
        let isKnown = part.isCounted.isOne && session.knows(field)
        let isDoubtful = part.mayCount.isOne && !isKnown && stays
        doubtful.append(
          DoubtfulSession(
            isOne: problem.indicator(of: isDoubtful),
            lacksFigure: problem.indicator(of: isDoubtful && lacks),
            amount: chosen(isDoubtful, amount, LinearSum())))
      }
      if let high = bounds?.high {
        most = most + mostInSteps(high, FigureSteps.ofDays(field), where: lacks)
      } else {
        unbounded.append(lacks)
      }
    }
    let key = RangeKey(
      value: .activities(sum, of: test), day: day, readsMissingAsZero: readsMissingAsZero)
    guard mayBeAny else {
      keep(OpenSessions(doubtful: doubtful, canGrow: LinearSum()), as: key)
      return FigureRange(
        least, least == most ? nil : most, isUnbounded: problem.indicator(of: .any(unbounded)),
        in: problem)
    }
    let lacks = Formula.any([isPast(.records, day).isOne, !hasAnything(on: day)])
    let isDamaged = damaged[day].isOne
    let canGrow = readsMissingAsZero ? isDamaged : isDamaged || lacks
    keep(OpenSessions(doubtful: doubtful, canGrow: problem.indicator(of: canGrow)), as: key)
    return FigureRange(
      unlessDamaged(least, day), least == most ? nil : most,
      isUnbounded: problem.indicator(of: .any(unbounded + [canGrow])), in: problem)
  }

  /// Returns the most that a session without the figure may add, as far as a single rounding of the
  /// sum determines it.
  private func mostInSteps(_ high: Int128, _ step: Int128, where lacks: Formula) -> LinearSum {
    let isLacking = problem.indicator(of: lacks)
    // What is left of `high` after whole steps: if it is as large as it can be, it rounds up. Any
    // other rest rounds up or down, depending on the other sessions.
    let (whole, rest) = (high + 1).quotientAndRemainder(dividingBy: step)
    if rest <= 1 { return isLacking * whole }
    let isUp = problem.choice()
    problem.require(isUp <= isLacking)
    return isLacking * whole + isUp
  }

  /// Returns an amount where a number is 1, and 0 where it is 0.
  private func product(of choice: LinearSum, _ amount: LinearSum) -> LinearSum {
    let product = chosen(choice.isOne, amount, LinearSum())
    problem.require(product <= amount)
    return product
  }
}
