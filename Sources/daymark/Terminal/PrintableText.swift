import DaymarkModel

extension String {
  /// The text as a printable name of limited length, for names from other people's files.
  var printableName: String {
    let most = 60
    let name = count > most ? prefix(most - 1) + "…" : self[...]
    return String(name).printable
  }

  /// The text in printable form, with line breaks and the colours of ``Terminal``.
  var printableText: String {
    // This is a fast path: nearly all text is plain, and a listing may have a hundred thousand
    // lines.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") }) { return self }
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

  /// The JSON text in printable form, escaped so that it is the same document.
  var printableJSON: String {
    escaped { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

extension String {
  /// The number of terminal columns that the text takes.
  var displayWidth: Int {
    // This is a fast path: nearly all cells are plain.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    if unicodeScalars.allSatisfy(\.isLatin) { return unicodeScalars.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The number of terminal columns that the character takes: none for a combining mark alone, two
  /// for a wide character.
  ///
  /// Source: Unicode Standard Annexes 11 (width) and 51 (emoji).
  var displayWidth: Int {
    // With this variation selector a text symbol is shown as an emoji.
    if unicodeScalars.contains("\u{FE0F}"), unicodeScalars.first?.properties.isEmoji == true,
      unicodeScalars.first?.isASCII == false
    {
      return 2
    }
    return unicodeScalars.map(\.displayWidth).max() ?? 0
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter or symbol of Latin text, which takes one column by itself.
  fileprivate var isLatin: Bool {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x2010...0x2027: true
    default: false
    }
  }

  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
  }

  /// The blocks whose characters are `W` or `F` in EastAsianWidth.txt, without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// Breaks the text into lines, at spaces and between wide characters.
  ///
  /// The spaces at its beginning are repeated before each line.
  ///
  /// - Parameters:
  ///   - width: The largest width of a line in columns. A single word may exceed it.
  ///   - indent: The number of columns by which lines after the first are indented.
  func wrapped(to width: Int, indent: Int = 0) -> [String] {
    if displayWidth <= width { return [self] }
    let margin = String(prefix { $0 == " " })
    let hanging = margin + String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    var used = margin.count
    var isEmpty = true
    for piece in dropFirst(margin.count).pieces {
      let wide = piece.text.displayWidth
      if !isEmpty, used + piece.blanks + wide > width {
        lines.append(line)
        (line, used, isEmpty) = (hanging, hanging.count, true)
      }
      let blanks = isEmpty ? 0 : piece.blanks
      line += String(repeating: " ", count: blanks) + piece.text
      used += blanks + wide
      isEmpty = false
    }
    return lines + [line]
  }

  /// The width in columns of the longest part that is not broken, with the spaces at the beginning.
  var longestPiece: Int {
    let margin = String(prefix { $0 == " " })
    return margin.count + (dropFirst(margin.count).pieces.map(\.text.displayWidth).max() ?? 0)
  }
}

/// A part of a text that is not broken, with the number of spaces before it.
private struct Piece {
  var blanks: Int
  var text = ""
}

extension Substring {
  fileprivate var pieces: [Piece] {
    var pieces: [Piece] = []
    var blanks = 0
    var last: Character?
    for character in self {
      if character == " " {
        blanks += 1
      } else {
        let isBreak = character.isWide && last?.isWide == true
        if last == nil || blanks > 0 || isBreak { pieces.append(Piece(blanks: blanks)) }
        pieces[pieces.count - 1].text.append(character)
        blanks = 0
      }
      last = character
    }
    return pieces
  }
}

extension Character {
  /// Whether the character is a wide letter, after which a line may be broken.
  fileprivate var isWide: Bool { isLetter && displayWidth == 2 }
}
