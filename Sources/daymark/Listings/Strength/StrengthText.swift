import DaymarkModel

extension Lift {
  /// The name for people; a device does not always give one.
  var title: String { name.isEmpty ? "unnamed exercise" : name.printable }
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

/// A text in lines of at most 80 columns, broken at white space.
///
/// - Parameter indent: The columns that further lines begin behind.
func wrapped(_ text: String, indent: Int = 0) -> String {
  var lines = [""]
  for word in text.split(separator: " ") {
    let line = lines[lines.count - 1]
    if line.isEmpty {
      lines[lines.count - 1] = String(word)
    } else if line.count + 1 + word.count <= StrengthListing.width {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(String(repeating: " ", count: indent) + word)
    }
  }
  return lines.joined(separator: "\n")
}
