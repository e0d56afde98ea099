import DaymarkModel

/// A time of XML Schema's `dateTime`, which must be a real date; anything else is `nil`.
///
/// The digits of a fraction behind the third are dropped. Without a zone it is UTC, which the schemas of
/// TCX and GPX prescribe; `+02:00` may also be written `+0200`.
///
/// - Returns: Also the offset where one is stated; `Z` and `+00:00`, which programs write for UTC wherever
///   they run, state none.
func xmlTime(_ text: AttributeText) -> (instant: Instant, offsetSeconds: Int?)? {
  let text = trimmed(text)
  guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
    text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
  else { return nil }
  var isValid = true
  func two(_ index: Int) -> Int {
    let (tens, ones) = (text[index] &- 48, text[index + 1] &- 48)
    if tens > 9 || ones > 9 { isValid = false }
    return Int(tens) * 10 + Int(ones)
  }
  let day = CivilDay(year: two(0) * 100 + two(2), month: two(5), day: two(8))
  let (hour, minute, second) = (two(11), two(14), two(17))
  guard isValid, let day, hour < 24, minute < 60, second < 60 else { return nil }
  var position = 19
  var milliseconds = 0
  if position < text.count, text[position] == UInt8(ascii: ".") {
    var weight = 100
    position += 1
    let first = position
    while position < text.count, text[position] &- 48 <= 9 {
      milliseconds += Int(text[position] &- 48) * weight
      weight /= 10
      position += 1
    }
    guard position > first else { return nil }
  }
  guard let offset = xmlOffset(AttributeText(rebasing: text[position...])) else { return nil }
  let seconds = ((Int(day.ordinal) * 24 + hour) * 60 + minute) * 60 + second - offset
  return (
    Instant(milliseconds: Int64(seconds * 1000 + milliseconds)), offset == 0 ? nil : offset
  )
}

/// Seconds east of UTC of `Z`, `±hh:mm`, `±hhmm` or nothing.
private func xmlOffset(_ text: AttributeText) -> Int? {
  if text.isEmpty || text.count == 1 && text[0] == UInt8(ascii: "Z") { return 0 }
  let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 48 }
  guard text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"), digits.count == 4,
    text.count == 5 || text.count == 6 && text[3] == UInt8(ascii: ":"),
    digits.allSatisfy({ 0...9 ~= $0 })
  else { return nil }
  let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
  guard hours < 24, minutes < 60 else { return nil }
  let seconds = (hours * 60 + minutes) * 60
  return text[0] == UInt8(ascii: "-") ? -seconds : seconds
}

/// The text without the blanks around it.
func trimmed(_ text: AttributeText) -> AttributeText {
  var text = text[...]
  while let last = text.last, last <= UInt8(ascii: " ") { text = text.dropLast() }
  return AttributeText(rebasing: text.drop { $0 <= UInt8(ascii: " ") })
}

extension Quantity {
  /// Adds an amount, up to ``limit``; neither is negative.
  mutating func add(_ other: Quantity) {
    let (sum, overflow) = microUnits.addingReportingOverflow(other.microUnits)
    self = overflow ? .limit : min(.limit, Quantity(microUnits: sum))
  }
}

/// What the elements of one document say that cannot be understood, counted by kind.
struct ElementReader {
  private let location: InputLocation
  private(set) var findings: [Finding] = []

  init(at location: InputLocation) { self.location = location }

  mutating func find(_ code: FindingCode, at position: (line: Int, byte: Int), count: Int = 1) {
    var place = location
    (place.line, place.byte) = position
    findings.count(Finding(code, at: place, count: count))
  }

  /// An amount that is at least zero; `nil` for an empty element, and with a finding for what is none.
  ///
  /// - Parameters:
  ///   - text: `nil` for one that is too long.
  ///   - position: Where the element it belongs to begins.
  mutating func amount(_ text: AttributeText?, at position: (line: Int, byte: Int)) -> Quantity? {
    if let text, trimmed(text).isEmpty { return nil }
    guard let number = text.flatMap({ DecimalNumber(utf8: $0) }) else {
      find(.valueNotANumber, at: position)
      return nil
    }
    do {
      return try number.quantity(times: UnitRatio(1))
    } catch {
      find(error == .negative ? .valueNegative : .valueNotANumber, at: position)
      return nil
    }
  }
}
