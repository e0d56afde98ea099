import DaymarkModel

/// The header `Retry-After`, which holds seconds or a date.
///
/// Source: RFC 9110, sections 10.2.3 and 5.6.7.
enum RetryAfter {
  /// The longest wait that is honoured, in milliseconds.
  static let mostMilliseconds: Int64 = 86_400_000

  /// Reads the value of the header as the instant of the next attempt.
  ///
  /// - Returns: `nil` for a text that is neither seconds nor a date, and for a date in the past.
  static func instant(_ text: String, at now: Instant) -> Instant? {
    let most = now.advanced(byMilliseconds: mostMilliseconds)
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      guard let seconds = Int64(text), seconds < mostMilliseconds / 1000 else { return most }
      return now.advanced(byMilliseconds: seconds * 1000)
    }
    return date(text).flatMap { $0 > now ? min($0, most) : nil }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date in the form `Wed, 21 Oct 2015 07:28:00 GMT`.
  private static func date(_ text: String) -> Instant? {
    guard
      let match = text.wholeMatch(
        of: #/[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT/#),
      let month = months.firstIndex(of: String(match.output.2))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Instant(
      rfc3339: "\(match.output.3)-\(number)-\(match.output.1)T\(match.output.4)Z")
  }
}
