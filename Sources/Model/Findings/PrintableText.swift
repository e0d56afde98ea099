extension String {
  /// The text with everything that controls a terminal written as an escape, such as `\u{1B}`.
  ///
  /// Text from an untrusted file must not move the cursor, reverse the writing direction, or begin
  /// a line that looks like Daymark's own.
  package var printable: String { escaped(as: \.shown) }

  /// The text with every character that controls a terminal replaced by what `escape` returns.
  package func escaped(as escape: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.steersTerminal ? escape(scalar) : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// The escape of a character, such as `\u{1B}`, or `\xE9` for a byte of a name that is not UTF-8.
  package var shown: String {
    systemByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? escaped(asASCII: true)
  }

  /// Whether a terminal acts on the character instead of showing it: controls, line and paragraph
  /// separators, and invisible characters such as direction marks.
  package var steersTerminal: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    // The character that stands for a byte outside UTF-8 would be shown as some other sign.
    if systemByte != nil { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Joiners are parts of names in many scripts, and of emoji.
    case .format: self != "\u{200C}" && self != "\u{200D}"
    default: false
    }
  }
}
