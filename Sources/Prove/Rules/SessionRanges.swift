import DaymarkModel

// What the sessions of a day can add up to; see Rules, "The proof deadline, rates and sessions".

/// The part of a session in what a test asks for.
struct SessionPart {
  /// 1 where it surely is one of those asked for.
  let isCounted: LinearSum
  /// 1 where it is or may be.
  let mayCount: LinearSum
}

extension ActivityTest {
  /// Whether every figure of the test can be told in whole steps, as sessions have them here.
  func isOnGrid(for sum: ActivitySum) -> Bool {
    guard !looksAtLogsAlone, names == nil, !(kinds?.contains(where: \.isLogged) ?? false) else {
      return false
    }
    // A session that lacks what is summed may have all that is allowed.
    guard let field = sum.field, let quantity = ActivityQuantity(rawValue: sum.rawValue),
      let upper = requirements[quantity]?.upper
    else { return true }
    let scale: Int128 = field == .activeSeconds ? 60 : 1
    return Int128(upper.threshold.microUnits) * scale % SessionUnknowns.step(of: field) == 0
  }

  func part(of session: SessionUnknowns, in problem: Problem) -> SessionPart {
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
        holds: quantity.holds(comparison, of: session)
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
  /// Whether what a session has, where it is known, compares.
  fileprivate func holds(_ comparison: Comparison, of session: SessionUnknowns) -> Formula {
    switch self {
    case .pace, .speed:
      return .all(
        [
          comparison.lower.map {
            isAtLeast($0.isIncluded ? $0.threshold : $0.threshold.next, session)
          },
          comparison.upper.map {
            !isAtLeast($0.isIncluded ? $0.threshold.next : $0.threshold, session)
          },
        ].compactMap(\.self))
    default:
      let interval = comparison.interval(step: Quantity.hundredth)
      let amount = session.recorded(fields[0])
      let (low, high) = (interval.low / interval.step, interval.high.map { $0 / interval.step })
      return .all([amount >= low, high.map { amount <= $0 } ?? .holds(true)])
    }
  }

  /// Whether pace or speed, rounded to a micro-unit, is so much: a fraction is compared without dividing.
  private func isAtLeast(_ threshold: Quantity, _ session: SessionUnknowns) -> Formula {
    let twice = 2 * Int128(threshold.microUnits) - 1
    let meters = session.recorded(.distanceMeters)
    let time = session.recorded(.activeSeconds)
    // Steps are 10,000 micrometers and 600,000 microseconds.
    return self == .pace
      ? time * 120_000_000_000 >= meters * twice : meters * 200_000 >= time * (6 * twice)
  }
}

extension Quantity {
  fileprivate var next: Quantity { Quantity(microUnits: microUnits + 1) }
}

extension DataUnknowns {
  /// What the sessions of a day can add up to, in steps of the sum.
  func sessionRange(
    _ sum: ActivitySum, of test: ActivityTest, on day: Int, readsMissingAsZero: Bool
  ) -> FigureRange {
    let parts = sessions[day].map { ($0, test.part(of: $0, in: problem)) }
    var (least, most): (LinearSum, LinearSum) = (LinearSum(), LinearSum())
    var unbounded: [Formula] = []
    for (session, part) in parts {
      guard let field = sum.field, let quantity = ActivityQuantity(rawValue: sum.rawValue) else {
        least = least + part.isCounted
        most = most + part.mayCount
        continue
      }
      let interval = test.requirements[quantity]?.interval(step: Quantity.hundredth)
      let amount = session.recorded(field)
      let counted = product(of: part.isCounted, amount)
      if let interval {
        problem.require(counted >= part.isCounted * (interval.low / interval.step))
      }
      least = least + counted
      most =
        most
        + (part.isCounted == part.mayCount ? counted : product(of: part.mayCount, amount))
      let lacks = Formula.all([part.mayCount.isOne, !session.knows(field)])
      if let upper = test.requirements[quantity]?.upper {
        // Just less than a threshold is rounded to it.
        let high = Int128(upper.threshold.microUnits / Quantity.hundredth)
        most = most + problem.indicator(of: lacks) * high
      } else {
        unbounded.append(lacks)
      }
    }
    guard extent != .whole, mayCome(sum, test) else {
      return FigureRange(
        least, least == most ? nil : most, isUnbounded: problem.indicator(of: .any(unbounded)),
        in: problem)
    }
    let lacks = Formula.any([isPast(.records, day).isOne, !hasAnything(on: day)])
    let isDamaged = damaged[day].isOne
    let canGrow = readsMissingAsZero ? isDamaged : isDamaged || lacks
    return FigureRange(
      unlessDamaged(least, day), least == most ? nil : most,
      isUnbounded: problem.indicator(of: .any(unbounded + [canGrow])), in: problem)
  }

  /// An amount where a number is 1, and 0 where it is 0.
  private func product(of choice: LinearSum, _ amount: LinearSum) -> LinearSum {
    let product = chosen(choice.isOne, amount, LinearSum())
    problem.require(product <= amount)
    return product
  }
}
