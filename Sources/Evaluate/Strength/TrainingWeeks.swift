import DaymarkModel

/// The complete weeks of a subject, in which light weeks, pauses and spikes are found.
struct TrainingWeeks {
  let weeks: [StrengthWeek]
  let history: StrengthHistory
  /// The best estimate of each lift, by the Monday of the week.
  private let best: [[CivilDay: Quantity]]

  init(weeks: [StrengthWeek], history: StrengthHistory) {
    (self.weeks, self.history) = (weeks, history)
    best = history.lifts.map { lift in
      lift.sessions.reduce(into: [:]) { best, session in
        guard let estimate = session.figures.bestEstimate else { return }
        best[session.day.monday] = max(best[session.day.monday] ?? estimate, estimate)
      }
    }
  }

  /// The weeks with training, but much less of it, or much less load, than in the trained weeks before.
  var deloads: [StrengthSign] {
    weeks.indices.compactMap { index in
      guard isDeload(index) else { return nil }
      var figures: [StrengthSign.Figure: [Quantity]] = [
        .sets: [sets(index)], .meanBefore: [mean(trainedBefore(index).map(sets))],
      ]
      if !hasFewSets(index) { figures[.loadPercent] = loadPercent(index).map { [$0] } }
      return StrengthSign(.deloadTaken, weeks: [weeks[index].monday], figures)
    }
  }

  /// Each run of weeks without a session.
  var layoffs: [StrengthSign] {
    weeks.split(whereSeparator: \.isTrained).map { run in
      StrengthSign(.layoff, weeks: run.map(\.monday), [:])
    }
  }

  /// The weeks with many more sets than the weeks before, if all of those had training: whoever comes
  /// back after a pause does more than in the pause.
  var spikes: [StrengthSign] {
    weeks.indices.dropFirst(SignRule.weeksBeforeSpike).compactMap { index in
      let range = index - SignRule.weeksBeforeSpike..<index
      let before = mean(range.map(sets))
      guard range.allSatisfy({ weeks[$0].isTrained }), before > .zero,
        isAtLeast(sets(index), percent: SignRule.spikePercent, of: before)
      else { return nil }
      return StrengthSign(
        .spike, weeks: [weeks[index].monday], [.sets: [sets(index)], .meanBefore: [before]])
    }
  }

  /// The sign that a light week is due after the last complete week, if there are enough reasons.
  var dueDeload: [StrengthSign] {
    let since = weeks.indices.reversed().prefix { !isDeload($0) && weeks[$0].isTrained }.count
    let reasons = DeloadReasons(weeks: weeks, history: history)
    guard since >= SignRule.weeksToDeload, reasons.count >= SignRule.reasonsForDeload else {
      return []
    }
    var figures = reasons.figures
    figures[.weeksSince] = [Quantity(since)]
    return [StrengthSign(.deloadDue, weeks: weeks.suffix(since).map(\.monday), figures)]
  }

  private func sets(_ index: Int) -> Quantity { Quantity(weeks[index].figures.hardSets) }

  /// The last trained weeks before one, as many as a light week is compared with; none where there are fewer.
  private func trainedBefore(_ index: Int) -> [Int] {
    let before = weeks[..<index].indices.reversed().lazy.filter { weeks[$0].isTrained }
      .prefix(SignRule.weeksBeforeDeload)
    return before.count == SignRule.weeksBeforeDeload ? Array(before) : []
  }

  private func isDeload(_ index: Int) -> Bool {
    guard weeks[index].isTrained, !trainedBefore(index).isEmpty else { return false }
    let light = Quantity(Int(SignRule.lightLoadPercent))
    return hasFewSets(index) || loadPercent(index).map { $0 <= light } ?? false
  }

  private func hasFewSets(_ index: Int) -> Bool {
    let usual = mean(trainedBefore(index).map(sets))
    // A light week after weeks without sets would mean nothing.
    return usual > .zero
      && Int128(sets(index).microUnits) * 100
        <= Int128(usual.microUnits) * SignRule.deloadPercent
  }

  /// Returns the load of a week in percent of the trained weeks before it; `nil` directly after a
  /// week without training.
  ///
  /// It is the median over the lifts, where each lift's best estimate is compared with the mean of
  /// its best estimates in those weeks. Estimates are compared and not loads, because fewer
  /// repetitions with more load are not less work. After a pause people lift less without meaning
  /// to.
  private func loadPercent(_ index: Int) -> Quantity? {
    guard index > 0, weeks[index - 1].isTrained else { return nil }
    let before = trainedBefore(index).map { weeks[$0].monday }
    return median(
      best.compactMap { weeks -> Quantity? in
        let earlier = before.compactMap { weeks[$0] }
        guard let now = weeks[self.weeks[index].monday], !earlier.isEmpty else { return nil }
        let usual = mean(earlier)
        guard usual > .zero else { return nil }
        let percent = dividedRounding(Int128(now.microUnits) * 100, by: Int128(usual.microUnits))
        return Quantity(exactly: percent * 1_000_000)
      })
  }
}
