extension String {
  /// The columns of a terminal that the text takes.
  var displayWidth: Int {
    // Nearly all cells are such.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    if unicodeScalars.allSatisfy(\.isLatin) { return unicodeScalars.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The columns of a terminal that the character takes: none of a mark without a letter, two of a wide
  /// one.
  ///
  /// Source: Unicode Standard Annexes 11 (width) and 51 (pictures).
  var displayWidth: Int {
    // A text sign that is followed by this is shown as a picture.
    if unicodeScalars.contains("\u{FE0F}"), unicodeScalars.first?.properties.isEmoji == true,
      unicodeScalars.first?.isASCII == false
    {
      return 2
    }
    return unicodeScalars.map(\.displayWidth).max() ?? 0
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter or a sign of Latin text, each of which takes one column by itself.
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

  /// The blocks whose characters are `W` or `F` in EastAsianWidth.txt, pictures apart.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
