import DaymarkModel

/// The end of a session of a length in seconds; missing where that is no sensible number.
func end(_ start: RecordTime, after seconds: DecimalNumber?) -> RecordTime {
  guard let start = start.instant, let length = try? seconds?.quantity(times: UnitRatio(1)) else {
    return .missing
  }
  return .at(start.advanced(byMilliseconds: length.microUnits / 1000))
}

extension JSONItem {
  /// A heart rate; zero and the negative numbers that Garmin writes for "none" are missing.
  func heartRate(_ key: String) -> WrittenAmount? {
    guard let rate = amount(key, .beatsPerMinute) else { return nil }
    return rate.value.map { $0.isNegative || $0.coefficient == 0 } == true ? nil : rate
  }
}
