/// The pace of a repetition, as `3-1-X-0`: the seconds of lowering, of the pause below, of lifting and of
/// the pause above.
package struct Tempo: Hashable, Sendable {
  /// Four digits in base 11, of which the last is `X`.
  let digits: UInt16

  /// Takes digits that were a tempo's.
  init(digits: UInt16) { self.digits = digits }

  /// The four numbers of seconds, 0 to 9; `nil` for `X`, as fast as possible.
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
  /// `3-1-X-0`.
  package var description: String {
    seconds.map { $0.map { "\($0)" } ?? "X" }.joined(separator: "-")
  }
}
