import DaymarkModel

extension RecordTime {
  /// The end of a session that starts at this time; missing where its length is no sensible number.
  ///
  /// - Parameter seconds: Its length.
  func endOfSession(lasting seconds: DecimalNumber?) -> RecordTime {
    guard let instant, let length = try? seconds?.quantity(times: UnitRatio(1)) else {
      return .missing
    }
    return .at(instant.advanced(byMilliseconds: length.microUnits / 1000))
  }
}
