extension Int {
  /// The number with a noun, in the plural where there is not one of it: `1 day`, `3 days`.
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The words as a list in a sentence: `a, b and c`.
  ///
  /// - Parameter conjunction: Stands before the last word.
  func joined(lastWith conjunction: String) -> String {
    guard let last, count > 1 else { return last ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
