import DaymarkModel

// What the text of a scalar stands for, or `nil`. YAML's own readings are never used: they make
// numbers of `0x...` and `0123`, 1.1 of `1.10` and 360 of `6:00`.

/// Text with something in it and without control characters.
func freeText(_ text: String) -> String? {
  let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  return hasControl || text.allSatisfy(\.isWhitespace) ? nil : text
}

/// An id whose folder a file system can name. A byte that is percent-encoded counts three times.
func folderID(_ text: String) -> String? {
  freeText(text).flatMap { folderName(of: $0).utf8.count <= 255 ? $0 : nil }
}

/// A ``folderID(_:)`` whose folder is no file's that lies beside it.
func subjectID(_ text: String) -> String? {
  folderID(text).flatMap { LeaderboardFile(rawValue: folderName(of: $0)) == nil ? $0 : nil }
}

/// `[a-z0-9-]+`
func identifier(_ text: String) -> String? {
  let isGood =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      isDigit(byte) || (97...122).contains(byte) || byte == 45
    }
  return isGood ? text : nil
}

/// A path, which may hold what a file name may.
func filePath(_ text: String) -> String? {
  text.isEmpty || text.utf8.contains(0) ? nil : text
}

/// `[0-9]+`, up to the 78 digits of a 256-bit number.
func decimalDigits(_ text: String) -> String? {
  (1...78).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? text : nil
}

/// `0x` and that many bytes of hex.
func hexadecimal(bytes count: Int) -> (String) -> String? {
  { text in
    let isGood =
      text.hasPrefix("0x") && text.utf8.count == 2 + 2 * count
      && text.utf8.dropFirst(2).allSatisfy { byte in
        isDigit(byte) || (65...70).contains(byte) || (97...102).contains(byte)
      }
    return isGood ? text : nil
  }
}

/// A whole number from 0 to ``wholeNumberLimit``, in digits alone.
func wholeNumber(_ text: String) -> Int? {
  guard text.utf8.allSatisfy(isDigit), let number = Int(text), number <= wholeNumberLimit else {
    return nil
  }
  return number
}

/// Semantic Versioning 2.0.0, section 2, 9 and 10.
func isSemanticVersion(_ text: String) -> Bool {
  let build = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
  let release = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
  func parts(_ text: Substring) -> [Substring] {
    text.split(separator: ".", omittingEmptySubsequences: false)
  }
  func isNumber(_ part: Substring) -> Bool {
    !part.isEmpty && part.utf8.allSatisfy(isDigit) && (part == "0" || part.first != "0")
  }
  func isIdentifier(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy { byte in
        isDigit(byte) || (97...122).contains(byte) || (65...90).contains(byte) || byte == 45
      }
  }
  let core = parts(release[0])
  return core.count == 3 && core.allSatisfy(isNumber)
    && release.dropFirst().flatMap(parts)
      .allSatisfy { isIdentifier($0) && (isNumber($0) || !$0.utf8.allSatisfy(isDigit)) }
    && build.dropFirst().flatMap(parts).allSatisfy(isIdentifier)
}

func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
