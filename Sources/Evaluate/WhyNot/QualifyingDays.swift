import DaymarkModel

// The smallest change of questions that ask of each day whether it qualifies, and then count.

/// Days of which each qualifies or not.
struct QualifyingDays {
  let days: [ChangeableDay]
  let interval: ValueInterval
  let wanted: WantedAnswer

  /// Days that nobody knows count against what is wanted if it is to be sure, and for it otherwise.
  func counts(_ day: ChangeableDay) -> Bool {
    let answer = interval.answer(on: day.fact.range)
    return answer == .pass || (answer == .undetermined && wanted.holds != wanted.isSure)
  }

  func edit(_ day: ChangeableDay) -> DayEdit? {
    wanted.holds ? day.moved(into: interval) : day.moved(outOf: interval)
  }

  /// - Parameter required: So many days are to qualify, or fewer are to.
  func change(required: Int) -> DayEdits? {
    let counted = days.count { counts($0) }
    let lacking = wanted.holds ? required - counted : counted - (required - 1)
    return .lightest(lacking, of: days.filter { counts($0) != wanted.holds }.compactMap(edit))
  }

  /// - Parameter misses: Days that do not qualify may stand in the run.
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
    // Every stretch must hold fewer: from the left, the last days of each, which most later ones
    // share.
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

  /// The best single day in the interval.
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
    // One of those that change anyway may be the best day.
    return .lightest(
      days.map { day in day.moved(into: interval).map { lowered.followed(by: [$0]) } })
  }
}
