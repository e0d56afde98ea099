import DaymarkModel

// The smallest change for measures that count which days qualify.

/// Days that each qualify or do not.
struct QualifyingDays {
  let days: [ChangeableDay]
  let interval: ValueInterval
  let wanted: WantedAnswer

  /// Whether a day counts as qualifying.
  ///
  /// Unknown days count against the wanted answer if it must be certain, and for it otherwise.
  func counts(_ day: ChangeableDay) -> Bool {
    let answer = interval.answer(on: day.fact.range)
    return answer == .pass || (answer == .undetermined && wanted.holds != wanted.isSure)
  }

  func edit(_ day: ChangeableDay) -> DayEdit? {
    wanted.holds ? day.moved(into: interval) : day.moved(outOf: interval)
  }

  /// The edits after which a number of days qualifies.
  ///
  /// - Parameter required: The number to reach, or, where the leaf must not hold, the number to
  ///   stay below.
  func change(required: Int) -> DayEdits? {
    let counted = days.count { counts($0) }
    let lacking = wanted.holds ? required - counted : counted - (required - 1)
    return .lightest(lacking, of: days.filter { counts($0) != wanted.holds }.compactMap(edit))
  }

  /// The edits after which there is a run of qualifying days, or none.
  ///
  /// - Parameters:
  ///   - required: The length of the run.
  ///   - misses: The days inside the run that need not qualify.
  func change(run required: Int, misses: Int) -> DayEdits? {
    guard required <= days.count else { return nil }
    let length = min(days.count, required + misses)
    let starts = 0...days.count - length
    if wanted.holds {
      return .lightest(
        starts.map { start in
          let window = Array(days[start..<start + length])
          return QualifyingDays(days: window, interval: interval, wanted: wanted)
            .change(required: required)
        })
    }
    // Every window must have fewer qualifying days. From the left, the last days of each are
    // changed, because most later windows contain them.
    var qualifies = days.map { counts($0) }
    var edits: [DayEdit] = []
    for start in starts {
      for index in (start..<start + length).reversed() where qualifies[index] {
        guard qualifies[start..<start + length].count(where: { $0 }) >= required else { break }
        guard let edit = edit(days[index]) else { continue }
        qualifies[index] = false
        edits.append(edit)
      }
      if qualifies[start..<start + length].count(where: { $0 }) >= required { return nil }
    }
    return DayEdits(edits)
  }

  /// The edits after which the best single day lies in the interval.
  var bestChange: DayEdits? {
    let inside = WantedAnswer(holds: true, isSure: wanted.isSure)
    func all(_ interval: ValueInterval) -> DayEdits? {
      QualifyingDays(days: days, interval: interval, wanted: inside).change(required: days.count)
    }
    func one(_ interval: ValueInterval) -> DayEdits? {
      QualifyingDays(days: days, interval: interval, wanted: inside).change(required: 1)
    }
    guard wanted.holds else {
      return .lightest([interval.below.flatMap(all), interval.above.flatMap(one)])
    }
    guard let high = interval.high else { return one(interval) }
    guard !interval.isEmpty,
      let lowered = all(ValueInterval(low: 0, high: high, step: interval.step))
    else { return nil }
    if lowered.edits.contains(where: { interval.contains($0.value) }) { return lowered }
    // One of the days that must be lowered anyway may become the best day.
    return .lightest(
      days.map { day in day.moved(into: interval).map { lowered.followed(by: [$0]) } })
  }
}
