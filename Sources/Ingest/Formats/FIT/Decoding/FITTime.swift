import DaymarkModel

/// Times of FIT files: seconds since 1989-12-31T00:00:00Z.
///
/// Source: FIT profile, type `date_time`.
enum FITTime {
  static let epoch: Int64 = 631_065_600
  /// Less than this counts from when the device was switched on, and is no date.
  static let firstDate: UInt32 = 0x1000_0000

  static func instant(_ time: UInt32) -> Instant? {
    time < firstDate ? nil : Instant(seconds: epoch + Int64(time))
  }

  /// The offset from UTC that two clocks of one message show.
  ///
  /// - Returns: Rounded to a quarter of an hour; `nil` beyond 14 hours, which no zone has.
  static func offsetSeconds(local: UInt32, utc: UInt32) -> Int? {
    let difference = Int(local) - Int(utc)
    guard abs(difference) <= 14 * 3600 + 450 else { return nil }
    let quarters = (Double(difference) / 900).rounded()
    return Int(quarters) * 900
  }
}
