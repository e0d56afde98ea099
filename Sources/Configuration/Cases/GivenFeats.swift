import DaymarkModel

// The attempts at feats of a case in rules_test.yaml.
extension KeyTable {
  static let givenFeat = KeyTable(
    [
      .needed("day", .date), .needed("id", .featID),
    ]
      + FeatFigure.allCases.map {
        .optional(
          $0.rawValue, .word(Pattern("^[0-9]"), .bareNumber(unit: $0.unit), orAs: [.number]))
      }, oneOf: FeatFigure.allCases.map(\.rawValue))
}

extension GivenFiguresReader {
  /// The best attempts of the case, and the day after the last.
  ///
  /// - Returns: `nil` when something was reported.
  func feats() -> (days: [DailyFeat], end: CivilDay?)? {
    var feats: [DailyFeat] = []
    let isGood = entries("feats", .givenFeat) { entry in
      guard let day = day(entry), let id = entry.word("id"),
        let key = entry.only(of: FeatFigure.allCases.map(\.rawValue)),
        let figure = FeatFigure(rawValue: key),
        let amount = entry.read(key, { givenQuantity($0, in: figure.unit) })
      else { return false }
      feats.append(
        DailyFeat(
          day: day, id: id, counts: figure, attempts: 1,
          best: figure == .time ? givenSeconds(ofMinutes: amount) : amount))
      return true
    }
    guard isGood else { return nil }
    feats.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    return (feats, feats.last?.day.advanced(by: 1))
  }
}

/// The seconds of so many minutes, in which cases count time as rules do.
func givenSeconds(ofMinutes minutes: Quantity) -> Quantity {
  Quantity(exactly: Int128(minutes.microUnits) * 60) ?? .limit
}
