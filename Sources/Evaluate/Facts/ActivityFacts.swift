import DaymarkModel

/// The amount that one session may add to a day's sum.
private struct SessionShare {
  let day: Int
  let kind: ActivityKind
  /// The amount that the session adds if it counts; durations in seconds.
  let amount: AmountBounds
  /// Whether the session certainly counts.
  let isCounted: Bool
  /// Whether the session would count if its unknown sport is one that the rule asks for.
  var isUnread = false

  var isKnown: Bool { isCounted && amount.least == amount.most }
}

extension DayFacts {
  /// Returns the possible range of a sum over sessions, day by day.
  mutating func activityFacts(_ sum: ActivitySum, of test: ActivityTest) -> [DayFact] {
    // A session log is complete up to its last row, and says nothing of later days.
    let loggedEnd = test.looksAtLogsAlone ? aggregates.loggedEnd : nil
    let hasAnything =
      test.looksAtLogsAlone
      ? days.map { day in loggedEnd.map { day.day <= $0 } ?? false } : hasAnything
    let missed = missedRequirements(of: test)
    let unread = unread.filter { $0.sessions == .many }
    var rest = sessionShares(sum, of: test)[...]
    // Where no session can add anything, unknown sessions cannot raise a day.
    let further = test.bounds(of: sum).map(sum.onGrid).flatMap { $0.most > 0 ? $0 : nil }
    return days.indices.map { index in
      let shares = rest.removingPrefix { $0.day == index }
      let known = recordedRange(of: shares, sum)
      let unknown = known.most.map { $0 - known.least }
      let isComplete =
        test.looksAtLogsAlone ? loggedEnd.map { days[index].day < $0 } ?? false : nil
      let gap = gap(of: days[index].interval, isComplete: isComplete)
      let isUnread = unread.contains { $0.mayHold(days[index].day) }
      let lacks: DayFact.Doubt? =
        isUnread
        ? gap.doubt ?? .unread
        : gap.isOpen || gap.isDamaged
          ? gap.doubt
          : readsMissingAsZero ? nil : hasAnything[index] ? gap.doubt : .missing
      let isOfUnknownSport = shares.contains(where: \.isUnread)
      let canGrow = further != nil && lacks != nil
      // On a damaged day recorded sessions may be wrong, as others may be missing; on other days
      // they are certain.
      let mayGo = canGrow && gap.isDamaged
      var range: ValueRange =
        if !canGrow, isOfUnknownSport {
          ValueRange(open: known.least, known.most)
        } else if !canGrow {
          ValueRange(unsettled: known.least, known.most)
        } else if !gap.isOpen, !isUnread {
          ValueRange(unsettled: mayGo ? 0 : known.least, nil)
        } else {
          ValueRange(open: mayGo ? 0 : known.least, nil, spread: mayGo ? 0 : unknown)
        }
      range.recorded = known.least
      if hasAnything[index], unknown == 0, !isUnread, mayGo ? lacks == .damaged : !gap.isOpen {
        range = range.showing(known.least)
      }
      var fact = DayFact(
        day: days[index].day,
        recorded: hasAnything[index] ? Quantity(exactly: known.least) : nil, range: range,
        doubt: unknown != 0 && !canGrow ? (isOfUnknownSport ? .unread : .unknown) : lacks,
        isDamaged: gap.isDamaged)
      fact.doubtfulSessions =
        mayGo ? [] : shares.filter { !$0.isKnown }.map { sum.onGrid($0.amount) }
      fact.furtherSession = canGrow ? further : nil
      fact.hasSession = shares.contains(where: \.isCounted)
      fact.missed = missed[index] ?? [:]
      return fact
    }
  }

  /// The number of sessions that miss each requirement of `where`, by index of the day.
  private func missedRequirements(of test: ActivityTest) -> [Int: [ActivityQuantity: Int]] {
    var missed: [Int: [ActivityQuantity: Int]] = [:]
    guard !test.requirements.isEmpty else { return missed }
    let zone = SessionZoneFacts(test, self)
    for session in aggregates.sessions {
      guard let day = index(of: session.day) else { continue }
      for quantity in test.missed(by: session.activity, zone?.minutes(of: session)) {
        missed[day, default: [:]][quantity, default: 0] += 1
      }
    }
    return missed
  }

  /// The sessions that count or may count, ascending by day, then kind.
  private func sessionShares(_ sum: ActivitySum, of test: ActivityTest) -> [SessionShare] {
    var shares = sum == .duration ? loggedShares(of: test) : []
    let zone = SessionZoneFacts(test, self)
    for session in aggregates.sessions where sum != .duration || !session.activity.kind.isLogged {
      guard let day = index(of: session.day) else { continue }
      let minutes = zone?.minutes(of: session)
      let mayBeAsked = mayBeAsked(session.activity, minutes, by: test)
      let answer =
        mayBeAsked.map { $0 ? .undetermined : .fail } ?? test.answer(on: session.activity, minutes)
      guard answer != .fail else { continue }
      // A requirement on a figure that the session lacks leaves it uncertain whether the session
      // counts.
      let possible =
        answer == .pass
        ? AmountBounds() : test.bounds(of: sum, in: session.activity.withoutUnknownWay)
      guard let possible else { continue }
      var known = sum.amount(of: session.activity).map { AmountBounds($0) }
      // The distance over a gap of the track is not known.
      if sum == .distance, session.activity.hasGaps { known?.most = AmountBounds.limit }
      shares.append(
        SessionShare(
          day: day, kind: session.activity.kind, amount: known ?? possible,
          isCounted: answer == .pass, isUnread: mayBeAsked != nil))
    }
    shares += rejectedShares(sum, of: test)
    shares.sort { a, b in
      a.day != b.day ? a.day < b.day : a.kind.rawValue < b.kind.rawValue
    }
    return shares
  }

  /// The time of rows of session logs: overlapping time counts once, and each day has its part; see
  /// Semantics, "Session logs".
  private func loggedShares(of test: ActivityTest) -> [SessionShare] {
    let rows = aggregates.sessions.lazy.map(\.activity).filter {
      $0.kind.isLogged && test.answer(on: $0) == .pass
    }
    return Dictionary(grouping: rows, by: \.kind).flatMap { kind, rows in
      let times = rows.map(\.interval).union
      var first = times.startIndex
      return days.indices.compactMap { index -> SessionShare? in
        let day = days[index].interval
        while first < times.endIndex, times[first].end <= day.start { first += 1 }
        let milliseconds = times[first...].prefix { $0.start < day.end }.reduce(Int64(0)) {
          $0 + Interval(max($1.start, day.start), min($1.end, day.end)).duration
        }
        guard milliseconds > 0 else { return nil }
        let seconds = AmountBounds(Int128(milliseconds) * 1000)
        return SessionShare(day: index, kind: kind, amount: seconds, isCounted: true)
      }
    }
  }

  /// Whether a session of unknown sport may be of a kind that counts; `nil` where its sport does
  /// not matter.
  private func mayBeAsked(
    _ activity: Activity, _ minutes: ValueRange?, by test: ActivityTest
  ) -> Bool? {
    guard activity.sportGap != nil, !unread.isEmpty, let kinds = test.kinds,
      !kinds.contains(.other)
    else { return nil }
    return kinds.contains { kind in
      var activity = activity
      activity.kind = kind
      return test.answer(on: activity, minutes) != .fail
    }
  }

  /// Rejected sessions, each of which may count or not.
  private func rejectedShares(_ sum: ActivitySum, of test: ActivityTest) -> [SessionShare] {
    openings.filter { $0.sessions == .one }.flatMap { opening -> [SessionShare] in
      let kind = opening.kind ?? test.kinds?.min { $0.rawValue < $1.rawValue } ?? .other
      if let kinds = test.kinds, opening.kind != nil, !kinds.contains(kind) { return [] }
      var activity = Activity(
        kind: kind, start: Instant(milliseconds: 0), end: Instant(milliseconds: 0))
      activity.values = opening.values
      guard let amount = test.bounds(of: sum, in: activity) else { return [] }
      return days.indices.filter { opening.mayHold(days[$0].day) }.map {
        SessionShare(day: $0, kind: kind, amount: amount, isCounted: false)
      }
    }
  }

  /// The sum of sessions, rounded for each kind as `dailyActivities` in evidence is, so that an
  /// auditor gets the same sum.
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
  /// Returns the amount of a session, in micro-units, durations in seconds; `nil` where it lacks
  /// the figure.
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

  /// A total in the unit of sessions' figures, converted to that of day values and rounded once to
  /// their step: seconds of sessions become minutes of days.
  ///
  /// - Units: micro-units.
  fileprivate func rounded(_ total: Int128) -> Int128 {
    dividedRounding(total, by: perStep) * step
  }

  /// The closest multiples of the step between which the session's contribution to a rounded sum
  /// lies.
  fileprivate func onGrid(_ bounds: AmountBounds) -> AmountBounds {
    var rounded = bounds
    rounded.least = bounds.least / perStep * step
    rounded.most =
      bounds.most < AmountBounds.limit ? (bounds.most + perStep - 1) / perStep * step : bounds.most
    return rounded
  }

  private var step: Int128 { Int128(unit.dailyStep) }

  /// The micro-units of a session's figure that make one step of the sum.
  private var perStep: Int128 { self == .duration ? 60 * step : step }
}

extension ActivityTest {
  /// Whether a session counts; undetermined where it lacks a figure that `where` asks about.
  ///
  /// - Parameter minutes: Its possible minutes in the test's zone; `nil` where they are not known.
  func answer(on activity: Activity, _ minutes: ValueRange? = nil) -> Outcome {
    guard fits(activity) else { return .fail }
    return requirements.keys.map { answer(of: $0, on: activity, minutes) }.conjunction
  }

  /// The requirements of `where` that a session of a fitting kind misses.
  func missed(by activity: Activity, _ minutes: ValueRange?) -> [ActivityQuantity] {
    guard fits(activity) else { return [] }
    return requirements.keys.filter { answer(of: $0, on: activity, minutes) == .fail }
  }

  private func fits(_ activity: Activity) -> Bool {
    if let kinds, !kinds.contains(activity.kind) { return false }
    // Sessions of logs count only where the rule names their kind or what they were done with.
    if kinds == nil, names == nil, activity.kind.isLogged { return false }
    guard names(activity.name) else { return false }
    return isIndoor == nil || activity.isIndoor == isIndoor
  }

  private func answer(
    of quantity: ActivityQuantity, on activity: Activity, _ minutes: ValueRange?
  ) -> Outcome {
    if quantity == .heartMinutes {
      let interval = requirements[quantity]?.interval(step: 1)
      return minutes.flatMap { interval?.answer(on: $0) } ?? .undetermined
    }
    guard let comparison = requirements[quantity], let ratio = quantity.ratio(of: activity) else {
      return .undetermined
    }
    let holds = comparison.holds(for: ratio.numerator, over: ratio.denominator)
    guard activity.hasGaps, let way = quantity.growsWithDistance else {
      return holds ? .pass : .fail
    }
    // The distance is a lower bound, so a greater one can only push the figure past the bound on
    // that side.
    let (isBoundedBelow, isBoundedAbove) = (comparison.lower != nil, comparison.upper != nil)
    let mayChange =
      holds ? (way ? isBoundedAbove : isBoundedBelow) : (way ? isBoundedBelow : isBoundedAbove)
    return mayChange ? .undetermined : holds ? .pass : .fail
  }
}

/// A figure of a session as a fraction of micro-units, so that it can be compared without dividing.
///
/// Only pace and speed are rounded to a micro-unit, once, as their thresholds are: 10 km/h is
/// 2.777778 m/s, and 10 km in 60 min must satisfy it.
private struct ExactRatio {
  let numerator: Int128
  /// The denominator, which is positive.
  let denominator: Int128

  var rounded: ExactRatio {
    ExactRatio(numerator: dividedRounding(numerator, by: denominator), denominator: 1)
  }
}

extension ActivityQuantity {
  /// Whether a greater distance raises or lowers the figure; `nil` where it does not change it.
  fileprivate var growsWithDistance: Bool? {
    switch self {
    case .distance, .speed: true
    case .pace: false
    case .duration, .energy, .elevationGain, .averageHeartRate, .maximumHeartRate, .heartMinutes:
      nil
    }
  }

  /// The figure of a session; `nil` where the session lacks what it is computed from.
  fileprivate func ratio(of activity: Activity) -> ExactRatio? {
    let values = activity.values
    func whole(_ quantity: Quantity?, per denominator: Int128 = 1) -> ExactRatio? {
      quantity.map { ExactRatio(numerator: Int128($0.microUnits), denominator: denominator) }
    }
    switch self {
    case .distance: return whole(activity.distance)
    case .duration: return whole(values[.activeSeconds], per: 60)
    case .energy: return whole(values[.kilocalories])
    case .elevationGain: return whole(activity.elevationGain)
    case .averageHeartRate: return whole(values[.averageBPM])
    case .maximumHeartRate: return whole(values[.maximumBPM])
    // What is known of it is a range, which is compared by itself.
    case .heartMinutes: return nil
    case .pace, .speed:
      // Without a time there is no pace or speed: a fraction over zero would be faster than any
      // threshold.
      guard let seconds = values[.activeSeconds].map({ Int128($0.microUnits) }), seconds > 0,
        let meters = activity.distance.map({ Int128($0.microUnits) })
      else { return nil }
      if self == .speed {
        return ExactRatio(numerator: meters * 1_000_000, denominator: seconds).rounded
      }
      // Without distance there is no kilometer: the pace is slower than any threshold.
      return meters > 0
        ? ExactRatio(numerator: seconds * 1_000_000_000, denominator: meters).rounded
        : ExactRatio(numerator: .max, denominator: 1)
    }
  }
}

extension Activity {
  /// The activity without its distance, where a gap in the track makes that uncertain.
  fileprivate var withoutUnknownWay: Activity {
    var activity = self
    if hasGaps { activity.values[.distanceMeters] = nil }
    return activity
  }

  /// The distance; zero for a kind of session that stays in one place and states none.
  var distance: Quantity? {
    values[.distanceMeters] ?? (kind.staysInPlace ? .zero : nil)
  }

  /// The elevation gain; zero for a session that cannot climb and states none.
  var elevationGain: Quantity? {
    values[.elevationGainMeters] ?? (isIndoor || kind.staysLevel ? .zero : nil)
  }
}

extension [DayFact] {
  /// Whether the sum can lie in an interval: with each doubtful session added or not, and with any
  /// number of further ones.
  ///
  /// A range of sums has gaps: where every session has 5 km, no sum lies between 0 and 5 km.
  /// Amounts are widened to the next 0.01 on either side, so a gap may be seen up to 0.01 narrower
  /// for each session than it is, and never wider. With more than 200 separate ranges of sums
  /// (there can be 2ⁿ for n doubtful sessions) the interval counts as reachable. Both leave an
  /// answer open, and never decide one wrongly.
  func sumCanReach(_ interval: ValueInterval) -> Bool {
    // Without an upper bound the greatest sum decides.
    guard let high = interval.high else { return true }
    let least = sum.least
    var reached = [least...least]
    for session in lazy.flatMap(\.doubtfulSessions) {
      let with = reached.map { $0.lowerBound + session.least...$0.upperBound + session.most }
      reached = merged(reached + with.filter { $0.lowerBound <= high })
      guard reached.count <= 200 else { return true }
    }
    // All days that allow further sessions allow the same.
    let further = lazy.compactMap(\.furtherSession).first
    return reached.contains { sums in
      let lacking = interval.low - sums.upperBound
      guard lacking > 0 else { return sums.lowerBound <= high }
      guard let further else { return false }
      // If the fewest sessions that are enough are too many, more are, too.
      let times = (lacking + further.most - 1) / further.most
      return sums.lowerBound + times * further.least <= high
    }
  }
}

/// Returns the same values as ascending ranges that do not touch.
private func merged(_ ranges: [ClosedRange<Int128>]) -> [ClosedRange<Int128>] {
  var merged: [ClosedRange<Int128>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
    if let last = merged.last, range.lowerBound <= last.upperBound {
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      merged.append(range)
    }
  }
  return merged
}
