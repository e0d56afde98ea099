extension String {
  /// The text with everything that steers a terminal written as `\u{1B}`.
  ///
  /// A stranger's file must not move the cursor, turn the direction of a line, or begin a line that looks
  /// like one of ours.
  package var printable: String { escaped(as: \.shown) }

  /// The text with another one in place of everything that steers a terminal.
  package func escaped(as escape: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.steersTerminal ? escape(scalar) : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// `\u{1B}`; `\xE9` of a byte in a name that is not UTF-8.
  package var shown: String {
    systemByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? escaped(asASCII: true)
  }

  /// Whether a terminal acts on it instead of showing it: controls, line and paragraph separators, and
  /// marks that cannot be seen, those of direction among them.
  package var steersTerminal: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    // A byte of a name that is no text would be shown as some other sign.
    if systemByte != nil { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Joiners are parts of many people's names, and of emoji.
    case .format: self != "\u{200C}" && self != "\u{200D}"
    default: false
    }
  }
}
