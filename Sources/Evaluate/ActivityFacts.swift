import DaymarkModel

/// What one session may add to its day.
private struct SessionShare {
  let day: Int
  let kind: ActivityKind
  /// `nil` where the session lacks what is summed.
  let amount: Int128?
  /// Whether it surely is one of those asked for.
  let isCounted: Bool
}

extension DayFacts {
  /// The facts of something of the sessions that start on a day, summed.
  mutating func activityFacts(_ sum: ActivitySum, of test: ActivityTest) -> [DayFact] {
    let hasAnything = hasAnything
    var shares = sessionShares(sum, of: test)[...]
    // What sessions can add that are not known, or not yet.
    let addable: Int128? = test.admitsOnlyZero(of: sum) ? 0 : nil
    return days.indices.map { index in
      let known = recordedRange(of: shares.removingPrefix { $0.day == index }, sum, addable)
      let unknown = known.most.map { $0 - known.least }
      let (range, doubt): (ValueRange, DayFact.Doubt?) =
        if let open = openDoubt(of: days[index].interval) {
          // Sessions that are recorded stand, and any number may come.
          (ValueRange(open: known.least, addable.map { known.least + $0 }, spread: unknown), open)
        } else if !hasAnything[index], !readsMissingAsZero {
          (ValueRange(unsettled: 0, addable), .missing)
        } else if unknown != 0 {
          (ValueRange(unsettled: known.least, known.most), .unknown)
        } else {
          (ValueRange(known.least), nil)
        }
      return DayFact(
        day: days[index].day,
        recorded: hasAnything[index] ? Quantity(exactly: known.least) : nil, range: range,
        doubt: doubt)
    }
  }

  /// The sessions that are or may be asked for, ascending by day, then kind.
  private func sessionShares(_ sum: ActivitySum, of test: ActivityTest) -> [SessionShare] {
    var shares: [SessionShare] = []
    for session in aggregates.sessions {
      guard let day = index(of: session.day) else { continue }
      let answer = test.answer(on: session.activity)
      guard answer != .fail else { continue }
      shares.append(
        SessionShare(
          day: day, kind: session.activity.kind, amount: sum.amount(of: session.activity),
          isCounted: answer == .pass))
    }
    shares.sort { a, b in
      a.day != b.day ? a.day < b.day : a.kind.rawValue < b.kind.rawValue
    }
    return shares
  }

  /// Rounded by kind, as `dailyActivities` in the evidence are, so that an auditor can add up.
  private func recordedRange(
    of sessions: ArraySlice<SessionShare>, _ sum: ActivitySum, _ addable: Int128?
  ) -> (least: Int128, most: Int128?) {
    var (least, most): (Int128, Int128?) = (0, 0)
    var rest = sessions
    while let kind = rest.first?.kind {
      let group = rest.removingPrefix { $0.kind == kind }
      let counted = group.reduce(Int128(0)) { $0 + ($1.isCounted ? $1.amount ?? 0 : 0) }
      least += sum.rounded(counted)
      if group.contains(where: { $0.amount == nil }) {
        most = addable.map { least + $0 }
      } else {
        let all = group.reduce(Int128(0)) { $0 + ($1.amount ?? 0) }
        most = most.map { $0 + sum.rounded(all) }
      }
    }
    return (least, most)
  }
}

extension ActivityTest {
  /// Whether every session that is asked for has nothing of what is summed.
  fileprivate func admitsOnlyZero(of sum: ActivitySum) -> Bool {
    guard let field = ActivityQuantity(rawValue: sum.rawValue) else { return false }
    switch requirements[field] {
    case .atMost(let most)?, .between(_, let most)?: return most == .zero
    default: return false
    }
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

  /// To 0.01 of the unit in one rounding, seconds to minutes included.
  fileprivate func rounded(_ total: Int128) -> Int128 {
    switch self {
    case .sessions: total
    case .duration: dividedRounding(total, by: 600_000) * 10_000
    case .distance, .energy, .elevationGain: dividedRounding(total, by: 10_000) * 10_000
    }
  }
}
