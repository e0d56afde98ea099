import DaymarkModel

extension Lift {
  /// The name for people; a device does not always give one.
  var title: String { name.isEmpty ? "unnamed exercise" : name.printable }
}

extension BodyWeightOrigin {
  var words: String {
    switch self {
    case .health: "a Health export"
    case .log: "the log"
    case .subject: "--body-weight"
    }
  }
}

extension Quantity {
  /// A whole number, as tables show it.
  var rounded: String { "\(rounded(toMultipleOf: Quantity(1).microUnits))" }

  /// One decimal at most, as tables show it.
  var tenths: String { "\(rounded(toMultipleOf: 100_000))" }
}

extension String {
  /// The beginning of a text, with a sign that it goes on.
  func shortened(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }
}

/// A text in lines of the terminal's width.
///
/// - Parameter indent: The columns that further lines begin behind.
func wrapped(_ text: String, indent: Int = 0) -> String {
  text.wrapped(to: Terminal.width, indent: indent).joined(separator: "\n")
}
