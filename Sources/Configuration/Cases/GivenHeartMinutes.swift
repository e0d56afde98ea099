import DaymarkDocuments
import DaymarkModel

// The minutes above heart rates of a case in rules_test.yaml.
extension KeyTable {
  static let givenHeartMinutes = KeyTable([
    .needed("above", givenRate), .needed("days", GivenCell.list(in: .minute)),
  ])

  /// The keys of the minutes that a session had in one zone.
  static let givenZone = KeyTable([
    .needed("above", givenRate), .optional(HeartRateZone.upToKey, givenRate),
    .needed("minutes", givenMinutesOfSession),
  ])

  /// The minutes of a session, in the one zone that the rule asks for.
  static let givenMinutesOfSession = Form.word(
    Pattern("^[0-9]"), .bareNumber(unit: .minute), orAs: [.number])

  private static let givenRate = Form.word(
    Pattern("^(2[0-9]|[3-9][0-9]|[12][0-9]{2}) bpm$"), .wholeHeartRate)
}

extension GivenFiguresReader {
  /// Reads the minutes above heart rates, and adds them to days of heart rate.
  ///
  /// - Returns: Whether no error was reported.
  func heartMinutes(
    _ aggregates: inout [DailyAggregate], _ incomplete: inout Set<CivilDay>
  ) -> Bool {
    let isSound = entries("heartMinutes", .givenHeartMinutes) { entry in
      let above = entry.read("above") { thresholdQuantity($0, in: .beatsPerMinute) }
      guard let above,
        let cells = cells(entry, "days", in: .minute, step: Unit.minute.dailyStep)
      else { return false }
      for (day, cell) in zip(days, cells) {
        if !cell.isComplete { incomplete.insert(day) }
        guard let minutes = cell.amount else { continue }
        aggregates.give(minutes, above: HeartRate.wholeAtOrAbove(above), on: day, cell.isComplete)
      }
      return true
    }
    aggregates.sort { ($0.metric, $0.day) < ($1.metric, $1.day) }
    return isSound
  }
}

extension GivenFiguresReader {
  /// Reads the minutes of a session above heart rates: in whichever zone the rule asks for, or in
  /// each of several zones.
  ///
  /// - Returns: `nil` when an error was reported.
  func heartMinutes(ofSession mapping: YAMLMapping) -> SessionHeartRate? {
    let key = ActivityQuantity.heartMinutes.rawValue
    var heartRate = SessionHeartRate()
    guard let value = mapping[key] else { return mapping.has(key) ? nil : heartRate }
    guard let elements = value.elements, !elements.isEmpty else {
      heartRate.givenMinutes = mapping.read(key) { givenQuantity($0, in: .minute) }
      return heartRate.givenMinutes == nil ? nil : heartRate
    }
    var isSound = true
    for element in elements {
      guard
        let entry = YAMLMapping(element, .givenZone, key: key, mapping.findings),
        let zone = zone(entry),
        let minutes = entry.read("minutes", { givenQuantity($0, in: .minute) })
      else {
        isSound = false
        continue
      }
      if heartRate.givenZones.updateValue(minutes, forKey: zone) != nil {
        entry.findings.add(.configDuplicate, at: entry.place, key: "above")
        isSound = false
      }
    }
    return isSound ? heartRate : nil
  }

  /// Reads a zone; a second rate that is not above the first is reported.
  private func zone(_ entry: YAMLMapping) -> HeartRateZone? {
    func rate(_ key: String) -> Int? {
      entry.read(key) { thresholdQuantity($0, in: .beatsPerMinute) }
        .map(HeartRate.wholeAtOrAbove)
    }
    let upToKey = HeartRateZone.upToKey
    let upTo = rate(upToKey)
    guard let above = rate("above"), entry.has(upToKey) == (upTo != nil) else { return nil }
    if let upTo, upTo <= above, let value = entry[upToKey] {
      entry.reject(upToKey, value, expected: .heartRateAbove(above))
      return nil
    }
    return HeartRateZone(above: above, upTo: upTo)
  }
}

extension [DailyAggregate] {
  fileprivate mutating func give(
    _ minutes: Quantity, above rate: Int, on day: CivilDay, _ isComplete: Bool
  ) {
    let known = firstIndex { $0.metric == .heartRate && $0.day == day }
    var aggregate =
      known.map { self[$0] } ?? DailyAggregate(metric: .heartRate, day: day, value: nil)
    var figures = aggregate.heartRate ?? HeartRateFigures(count: 0)
    figures.count = 1
    figures.minutesAbove[rate] = minutes
    aggregate.heartRate = figures
    aggregate.isComplete = aggregate.isComplete && isComplete
    if let known { self[known] = aggregate } else { append(aggregate) }
  }
}
