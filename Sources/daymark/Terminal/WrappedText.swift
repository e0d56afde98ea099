extension String {
  /// The text in lines, broken at spaces and between wide characters, which are words of their own.
  ///
  /// Blanks at its beginning stand before each line.
  ///
  /// - Parameters:
  ///   - width: The columns that no line exceeds, unless one word alone does.
  ///   - indent: The columns that further lines begin behind.
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

  /// The columns of the longest part that is not broken, with the blanks at the beginning.
  var longestPiece: Int {
    let margin = String(prefix { $0 == " " })
    return margin.count + (dropFirst(margin.count).pieces.map(\.text.displayWidth).max() ?? 0)
  }
}

/// A part of a text that is not broken, and how many spaces stand before it.
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
  /// A letter that is a word, or a part of one that may end any line.
  fileprivate var isWide: Bool { isLetter && displayWidth == 2 }
}
