import DaymarkModel

/// The complete weeks of a subject, in which light weeks, pauses and spikes are found.
struct TrainingWeeks {
  let weeks: [StrengthWeek]
  let history: StrengthHistory

  /// The weeks with training, but much less of it than in the trained weeks before.
  var deloads: [StrengthSign] {
    weeks.indices.compactMap { index in
      guard isDeload(index) else { return nil }
      return StrengthSign(
        .deloadTaken, weeks: [weeks[index].monday],
        [.sets: [sets(index)], .meanBefore: [mean(trainedBefore(index))]])
    }
  }

  /// Each run of weeks without a session.
  var layoffs: [StrengthSign] {
    weeks.split(whereSeparator: \.isTrained).map { run in
      StrengthSign(.layoff, weeks: run.map(\.monday), [:])
    }
  }

  /// The weeks with many more sets than the weeks before, including those without training.
  var spikes: [StrengthSign] {
    weeks.indices.dropFirst(SignRule.weeksBeforeSpike).compactMap { index in
      let before = mean((index - SignRule.weeksBeforeSpike..<index).map(sets))
      guard before > .zero, isAtLeast(sets(index), percent: SignRule.spikePercent, of: before)
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

  private func trainedBefore(_ index: Int) -> [Quantity] {
    weeks[..<index].filter(\.isTrained).suffix(SignRule.weeksBeforeDeload)
      .map { Quantity($0.figures.hardSets) }
  }

  private func isDeload(_ index: Int) -> Bool {
    let before = trainedBefore(index)
    guard weeks[index].isTrained, before.count == SignRule.weeksBeforeDeload else { return false }
    let usual = mean(before)
    // A light week after weeks without sets would mean nothing.
    return usual > .zero
      && Int128(sets(index).microUnits) * 100
        <= Int128(usual.microUnits) * SignRule.deloadPercent
  }
}
