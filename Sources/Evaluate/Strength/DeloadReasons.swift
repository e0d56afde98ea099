import DaymarkModel

/// The reasons to make the next week a light one, with their numbers.
struct DeloadReasons {
  private(set) var count = 0
  private(set) var figures: [StrengthSign.Figure: [Quantity]] = [:]

  init(weeks: [StrengthWeek], history: StrengthHistory) {
    guard let last = weeks.last else { return }
    let stretch = Trend(through: last.monday)
    let lifts = history.lifts.compactMap { stretch.isDown($0) }
    let down = lifts.count { $0 }
    if down > 0, down * 2 >= lifts.count {
      add([.liftsDown: Quantity(down), .liftsCompared: Quantity(lifts.count)])
    }
    if let rise = stretch.effortRise(history.recentRatedSets),
      rise >= Quantity(microUnits: Int64(SignRule.effortRiseTenths) * 100_000)
    {
      add([.effortRise: rise])
    }
    if let percent = rampPercent(weeks) { add([.volumePercent: percent]) }
    let over = last.landmarkSets.count { $0.sets > Quantity($0.landmark.mostRecoverable) }
    if over > 0 { add([.musclesOver: Quantity(over)]) }
  }

  private mutating func add(_ numbers: [StrengthSign.Figure: Quantity]) {
    count += 1
    for (figure, number) in numbers { figures[figure] = [number] }
  }
}

/// The volume of the last week in percent of that two weeks before; `nil` where it has not risen
/// enough.
private func rampPercent(_ weeks: [StrengthWeek]) -> Quantity? {
  guard weeks.count > SignRule.weeksOfRamp, let now = weeks.last?.figures.volume,
    let before = weeks[weeks.count - 1 - SignRule.weeksOfRamp].figures.volume, before > .zero,
    isAtLeast(now, percent: SignRule.rampPercent, of: before)
  else { return nil }
  let percent = dividedRounding(Int128(now.microUnits) * 100, by: Int128(before.microUnits))
  return Quantity(exactly: percent * 1_000_000)
}

/// The last weeks, compared with as many before them.
private struct Trend {
  let recent: ClosedRange<CivilDay>
  let before: ClosedRange<CivilDay>

  init(through monday: CivilDay) {
    let days = 7 * SignRule.weeksOfTrend
    let end = monday.advanced(by: 6)
    recent = end.advanced(by: 1 - days)...end
    before = end.advanced(by: 1 - 2 * days)...end.advanced(by: -days)
  }

  /// Whether a main lift has fallen; `nil` for a lift that moves one joint, or without estimates in
  /// both stretches.
  func isDown(_ lift: LiftHistory) -> Bool? {
    guard lift.lift.exercise?.isCompound == true, let now = weeklyMedian(lift, in: recent),
      let then = weeklyMedian(lift, in: before)
    else { return nil }
    return Int128(now.microUnits) * 100 <= Int128(then.microUnits) * SignRule.fallenPercent
  }

  /// The median of the weeks' best estimates.
  private func weeklyMedian(_ lift: LiftHistory, in days: ClosedRange<CivilDay>) -> Quantity? {
    var best: [Int: Quantity] = [:]
    for session in lift.sessions where days.contains(session.day) {
      guard let estimate = session.figures.bestEstimate else { continue }
      let week = days.lowerBound.distance(to: session.day) / 7
      best[week] = max(best[week] ?? estimate, estimate)
    }
    return median(Array(best.values))
  }

  /// Returns the points of perceived exertion by which the same loads feel harder than before.
  ///
  /// Sets are the same if lift and repetitions are equal and the loads lie in the same 5 % of the
  /// best estimate of both stretches. The means of those that both stretches have are compared.
  func effortRise(_ sets: [LiftedSet]) -> Quantity? {
    let rated = sets.filter { set in
      (recent.contains(set.day) || before.contains(set.day)) && set.reserveTenths != nil
        && set.mass.kilograms != nil && set.estimate != nil
    }
    let best = Dictionary(grouping: rated, by: \.lift).mapValues { $0.compactMap(\.estimate).max() }
    let alike = Dictionary(grouping: rated) { set in
      Kind(
        lift: set.lift, repetitions: set.set.repetitions ?? 0,
        twentieth: twentieth(set.mass.kilograms, of: best[set.lift] ?? nil))
    }
    let rises = alike.values.compactMap { sets -> Quantity? in
      let now = sets.filter { recent.contains($0.day) }.map(\.reserve)
      let then = sets.filter { before.contains($0.day) }.map(\.reserve)
      guard !now.isEmpty, !then.isEmpty else { return nil }
      // Fewer repetitions in reserve mean more effort.
      return Quantity(microUnits: mean(then).microUnits - mean(now).microUnits)
    }
    return rises.isEmpty ? nil : mean(rises).rounded(toMultipleOf: Quantity.hundredth)
  }

  private struct Kind: Hashable {
    let lift: Lift
    let repetitions: Int
    let twentieth: Int64
  }

  private func twentieth(_ load: Quantity?, of best: Quantity?) -> Int64 {
    guard let load, let best, best > .zero else { return 0 }
    return Int64(Int128(load.microUnits) * 20 / Int128(best.microUnits))
  }
}

extension LiftedSet {
  fileprivate var reserve: Quantity { Quantity(microUnits: Int64(reserveTenths ?? 0) * 100_000) }
}
