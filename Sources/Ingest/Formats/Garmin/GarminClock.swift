import DaymarkModel

extension Instant {
  /// The time that a wall clock showed, `yyyy-MM-dd HH:mm:ss`, as if it were UTC.
  init?(wallClock text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(rfc3339: "\(parts[0])T\(parts[1])Z")
  }
}

extension DecimalNumber {
  /// The seconds of `hh:mm:ss`, `mm:ss`, either with decimals behind a dot or a comma.
  init?(secondsOfClock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      let seconds = DecimalNumber(last.replacing(",", with: ".")), !seconds.isNegative
    else { return nil }
    var minutes = 0
    for part in parts.dropLast() {
      guard part.utf8.count <= 4, let number = Int(part), number >= 0 else { return nil }
      minutes = minutes * 60 + number
    }
    guard let rest = try? seconds.quantity(times: UnitRatio(1)) else { return nil }
    let micro = UInt128(minutes * 60_000_000) + UInt128(rest.microUnits)
    self.init(coefficient: micro, exponent: -6)
  }
}
