import DaymarkModel

/// The part of a day's sum that one session may add.
private struct SessionShare {
  let day: Int
  let kind: ActivityKind
  /// What it adds if it counts; in seconds of a duration.
  let amount: AmountBounds
  /// Whether it surely is one of those asked for.
  let isCounted: Bool

  var isKnown: Bool { isCounted && amount.least == amount.most }
}

extension DayFacts {
  /// The facts of something of the sessions that start on a day, summed.
  mutating func activityFacts(_ sum: ActivitySum, of test: ActivityTest) -> [DayFact] {
    let (hasAnything, missed) = (hasAnything, missedRequirements(of: test))
    var rest = sessionShares(sum, of: test)[...]
    // Where no session can add anything, no day can grow.
    let further = test.bounds(of: sum).map(sum.onGrid).flatMap { $0.most > 0 ? $0 : nil }
    return days.indices.map { index in
      let shares = rest.removingPrefix { $0.day == index }
      let known = recordedRange(of: shares, sum)
      let unknown = known.most.map { $0 - known.least }
      let gap = gap(of: days[index].interval)
      let lacks: DayFact.Doubt? =
        gap.isOpen || gap.isDamaged
        ? gap.doubt
        : readsMissingAsZero ? nil : hasAnything[index] ? gap.doubt : .missing
      let canGrow = further != nil && lacks != nil
      // Damaged, recorded sessions may go as others may come; otherwise they stand.
      let mayGo = canGrow && gap.isDamaged
      var range: ValueRange =
        if !canGrow {
          ValueRange(unsettled: known.least, known.most)
        } else if !gap.isOpen {
          ValueRange(unsettled: mayGo ? 0 : known.least, nil)
        } else {
          ValueRange(open: mayGo ? 0 : known.least, nil, spread: mayGo ? 0 : unknown)
        }
      range.recorded = known.least
      if hasAnything[index], unknown == 0, mayGo ? lacks == .damaged : !gap.isOpen {
        range = range.showing(known.least)
      }
      var fact = DayFact(
        day: days[index].day,
        recorded: hasAnything[index] ? Quantity(exactly: known.least) : nil, range: range,
        doubt: unknown != 0 && !canGrow ? .unknown : lacks, isDamaged: gap.isDamaged)
      fact.doubtfulSessions =
        mayGo ? [] : shares.filter { !$0.isKnown }.map { sum.onGrid($0.amount) }
      fact.furtherSession = canGrow ? further : nil
      fact.hasSession = shares.contains(where: \.isCounted)
      fact.missed = missed[index] ?? [:]
      return fact
    }
  }

  /// By the place of the day, how many sessions are not as each requirement asks.
  private func missedRequirements(of test: ActivityTest) -> [Int: [ActivityQuantity: Int]] {
    var missed: [Int: [ActivityQuantity: Int]] = [:]
    guard !test.requirements.isEmpty else { return missed }
    for session in aggregates.sessions {
      guard let day = index(of: session.day) else { continue }
      for quantity in test.missed(by: session.activity) {
        missed[day, default: [:]][quantity, default: 0] += 1
      }
    }
    return missed
  }

  /// The sessions that are or may be asked for, ascending by day, then kind.
  private func sessionShares(_ sum: ActivitySum, of test: ActivityTest) -> [SessionShare] {
    var shares: [SessionShare] = []
    for session in aggregates.sessions {
      guard let day = index(of: session.day) else { continue }
      let answer = test.answer(on: session.activity)
      guard answer != .fail else { continue }
      // Requirements that bound what the session lacks leave it in doubt.
      let possible =
        answer == .pass ? AmountBounds() : test.bounds(of: sum, in: session.activity)
      guard let possible else { continue }
      let known = sum.amount(of: session.activity).map { AmountBounds($0) }
      shares.append(
        SessionShare(
          day: day, kind: session.activity.kind, amount: known ?? possible,
          isCounted: answer == .pass))
    }
    shares.sort { a, b in
      a.day != b.day ? a.day < b.day : a.kind.rawValue < b.kind.rawValue
    }
    return shares
  }

  /// Rounded by kind, as `dailyActivities` in the evidence are, so that an auditor can add up.
  private func recordedRange(
    of sessions: ArraySlice<SessionShare>, _ sum: ActivitySum
  ) -> (least: Int128, most: Int128?) {
    var (least, most): (Int128, Int128) = (0, 0)
    var rest = sessions
    while let kind = rest.first?.kind {
      let group = rest.removingPrefix { $0.kind == kind }
      least += sum.rounded(group.reduce(0) { $0 + ($1.isCounted ? $1.amount.least : 0) })
      most += sum.rounded(group.reduce(0) { $0 + $1.amount.most })
    }
    let isBounded = sessions.allSatisfy { $0.amount.most < AmountBounds.limit }
    return (least, isBounded ? most : nil)
  }
}

extension ArraySlice {
  fileprivate mutating func removingPrefix(while belongs: (Element) -> Bool) -> ArraySlice {
    let prefix = prefix(while: belongs)
    removeFirst(prefix.count)
    return prefix
  }
}

extension ActivitySum {
  /// What a session has of it, in micro-units, for a duration of seconds; `nil` where it lacks that.
  fileprivate func amount(of activity: Activity) -> Int128? {
    let quantity: Quantity? =
      switch self {
      case .sessions: Quantity(1)
      case .distance: activity.distance
      case .duration: activity.values[.activeSeconds]
      case .energy: activity.values[.kilocalories]
      case .elevationGain: activity.elevationGain
      }
    return quantity.map { Int128($0.microUnits) }
  }

  /// To the step of day values in one rounding, seconds to minutes included.
  fileprivate func rounded(_ total: Int128) -> Int128 {
    dividedRounding(total, by: perStep) * step
  }

  /// The closest bounds on the steps of day values that hold what a session adds to a rounded sum.
  fileprivate func onGrid(_ bounds: AmountBounds) -> AmountBounds {
    var rounded = bounds
    rounded.least = bounds.least / perStep * step
    rounded.most =
      bounds.most < AmountBounds.limit ? (bounds.most + perStep - 1) / perStep * step : bounds.most
    return rounded
  }

  private var step: Int128 { Int128(unit.dailyStep) }

  /// What of a session makes one step.
  private var perStep: Int128 { self == .duration ? 60 * step : step }
}
