import DaymarkModel

extension DayFacts {
  /// Returns the possible minutes above a heart rate, day by day; see Semantics, "Minutes above a
  /// heart rate".
  ///
  /// On an incomplete day the recorded minutes are the least, and the length of the day is the
  /// most.
  func heartMinutesFacts(above rate: Int) -> [DayFact] {
    let opened = OpenedFacts(of: .heartRate, aggregates, openings, isIgnored: ignoresDamage)
    let step = Int128(Unit.minute.dailyStep)
    return zip(days, places(of: .heartRate)).map { day, place in
      let figures = place.flatMap { aggregates.days[$0].heartRate }
      let recorded = figures?.minutes(above: rate)
      let gap = gap(
        of: day.interval, isComplete: place.map { aggregates.days[$0].isComplete },
        isDamaged: opened.isDamaged)
      let whole = Int128(Quantity.minutes(ofMilliseconds: day.interval.duration).microUnits)
      func minutes(_ low: Int128, _ high: Int128) -> ValueInterval {
        ValueInterval(low: low, high: high, step: step)
      }
      let known = Int128(recorded?.microUnits ?? 0)
      let open = ignoresDamage ? 0 : Int128(figures?.openMinutes.microUnits ?? 0)
      let least = max(0, known - open)
      var fact = fact(
        day.day, recorded, gap, possible: minutes(0, whole), bounds: minutes(least, whole),
        canBeZero: true)
      guard !gap.isDamaged else { return fact }
      // A day with no other rates than rejected ones may have had them at any time.
      let isOpenAllDay =
        opened.mayHoldMore(on: day.day) || recorded == nil && opened.byDay[day.day] != nil
      let most = isOpenAllDay ? whole : min(whole, known + open)
      var dated = fact
      self.open(&dated, to: minutes(least, most))
      self.open(&fact, to: minutes(least, most + opened.undatedMinutes))
      fact.undated = opened.undated(
        without: dated.range, fact.doubt, amount: opened.undatedMinutes)
      return fact
    }
  }
}
