import DaymarkModel

/// A reader of the texts of elements, which counts by kind what cannot be understood.
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
    if let text, text.trimmed.isEmpty { return nil }
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

extension Quantity {
  /// Adds an amount, up to ``limit``; neither is negative.
  mutating func add(_ other: Quantity) {
    let (sum, overflow) = microUnits.addingReportingOverflow(other.microUnits)
    self = overflow ? .limit : min(.limit, Quantity(microUnits: sum))
  }
}
