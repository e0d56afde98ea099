import DaymarkModel

/// The possible minutes of sessions in a zone of heart rates; see Semantics, "Minutes above a heart
/// rate".
struct SessionZoneFacts {
  private let zone: HeartRateZone
  private let opened: OpenedFacts
  /// The days on which a session may have more minutes than are recorded.
  private let growing: Set<CivilDay>

  /// Prepares the minutes that a test asks for.
  ///
  /// - Returns: `nil` where the test asks for none.
  init?(_ test: ActivityTest, _ facts: DayFacts) {
    guard let zone = test.zone else { return nil }
    let opened = OpenedFacts(
      of: .heartRate, facts.aggregates, facts.openings, isIgnored: facts.ignoresDamage)
    (self.zone, self.opened) = (zone, opened)
    growing = Set(
      zip(facts.days, facts.places(of: .heartRate)).filter { day, place in
        let gap = facts.gap(
          of: day.interval, isComplete: place.map { facts.aggregates.days[$0].isComplete })
        return gap.isOpen || gap.doubt != nil && !facts.readsMissingAsZero
          || opened.mayHoldMore(on: day.day)
      }.map(\.0.day))
  }

  /// The minutes that a session may have; `nil` where no rate was measured in it, or so many records
  /// were rejected that it may have had any.
  func minutes(of session: Session) -> ValueRange? {
    let heartRate = session.activity.heartRate
    guard !opened.isDamaged, let recorded = heartRate.minutes(in: zone) else { return nil }
    let (known, open) = (Int128(recorded.microUnits), Int128(heartRate.openMinutes.microUnits))
    // A session may go on until the next day.
    let grows = [session.day, session.day.advanced(by: 1)].contains(where: growing.contains)
    return ValueRange(
      unsettled: max(0, known - open), grows ? nil : known + open + opened.undatedMinutes)
  }
}
