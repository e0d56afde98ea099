import DaymarkModel

extension String {
  /// The text with everything that steers a terminal written as `\u{1B}`.
  ///
  /// A stranger's file must not move the cursor, turn the direction of a line, or begin a line that looks
  /// like one of ours.
  var printable: String { escaped(as: \.shown) }

  /// A name from a stranger's file: printable, and no longer than a name.
  var printableName: String {
    let most = 60
    let name = count > most ? prefix(most - 1) + "…" : self[...]
    return String(name).printable
  }

  /// What the program prints, as a whole: line ends and the colours of ``Terminal`` stay.
  var printableText: String {
    // Nearly all text is such, and a listing may have a hundred thousand lines.
    if unicodeScalars.allSatisfy({ $0 == "\n" || !$0.steersTerminal }) { return self }
    return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)).printableLine }.joined(separator: "\n")
  }

  private var printableLine: String {
    if !unicodeScalars.contains(where: \.steersTerminal) { return self }
    var text = ""
    var rest = unicodeScalars[...]
    while let next = rest.first {
      if let code = Terminal.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        text += code
        rest = rest.dropFirst(code.unicodeScalars.count)
      } else {
        text += next.steersTerminal ? next.shown : String(next)
        rest.removeFirst()
      }
    }
    return text
  }

  /// JSON text that is the same document, and printable.
  var printableJSON: String {
    escaped { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  private func escaped(as escape: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.steersTerminal ? escape(scalar) : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// `\u{1B}`; `\xE9` of a byte in a name that is not UTF-8.
  fileprivate var shown: String {
    systemByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? escaped(asASCII: true)
  }

  /// Whether a terminal acts on it instead of showing it: controls, line and paragraph separators, and
  /// marks that cannot be seen, those of direction among them.
  fileprivate var steersTerminal: Bool {
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
