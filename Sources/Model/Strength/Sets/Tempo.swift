/// The tempo of a repetition, such as `3-1-X-0`: the seconds of lowering, of the pause below, of
/// lifting, and of the pause above.
package struct Tempo: Hashable, Sendable {
  /// The four parts as digits in base 11, of which 10 stands for `X`.
  let digits: UInt16

  /// Restores a tempo from the digits of another.
  init(digits: UInt16) { self.digits = digits }

  /// The four parts in seconds, 0 to 9; `nil` for `X`, which means as fast as possible.
  package var seconds: [Int?] {
    [1331, 121, 11, 1].map { place in
      let digit = Int(digits) / place % 11
      return digit == 10 ? nil : digit
    }
  }

  /// Reads four digits or `X`, with or without one separator between them: `3-1-X-0`, `31X0`.
  ///
  /// - Returns: `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    var seconds: [Int?] = []
    var separators = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": seconds.append(Int(scalar.value) - 48)
      case "X", "x": seconds.append(nil)
      case "-", "/", ".", ":":
        separators += 1
        guard separators == seconds.count else { return nil }
      default: return nil
      }
    }
    guard seconds.count == 4, separators == 0 || separators == 3 else { return nil }
    digits = seconds.reduce(0) { $0 * 11 + UInt16($1 ?? 10) }
  }
}

extension Tempo: CustomStringConvertible {
  /// The four parts with dashes between them: `3-1-X-0`.
  package var description: String {
    seconds.map { $0.map { "\($0)" } ?? "X" }.joined(separator: "-")
  }
}
