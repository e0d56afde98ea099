import DaymarkModel

/// The codes of libxml2's `xmlParserErrors` that are mended.
private enum XMLError {
  static let invalidCharacterReference: Int32 = 8
  static let invalidCharacter: Int32 = 9
  static let attributeRedefined: Int32 = 42
}

extension DocumentWindow {
  /// Mends a tag that a phone wrote wrongly, keeping its length.
  ///
  /// iOS 16.0 wrote the `endDate` of every `WorkoutStatistics` as a second `startDate`. References
  /// to characters that XML excludes (`&#11;`) come from sources whose names hold them.
  ///
  /// - Parameter code: What libxml2 found wrong with it.
  /// - Returns: What was mended; `nil` when the tag is malformed in another way.
  mutating func mendTag(at tag: Int, code: Int32) -> FindingCode? {
    let end = first(UInt8(ascii: "<"), in: (tag + 1)..<cleanEnd) ?? cleanEnd
    switch code {
    case XMLError.attributeRedefined:
      return mendSecondStartDate(in: tag..<end) ? .xmlRepeatedStartDate : nil
    case XMLError.invalidCharacter, XMLError.invalidCharacterReference:
      return blankReferences(in: tag..<end) ? .xmlControlBytes : nil
    default: return nil
    }
  }

  private mutating func mendSecondStartDate(in tag: Range<Int>) -> Bool {
    let name: StaticString = "startDate="
    guard starts("<WorkoutStatistics", at: tag.lowerBound), first("endDate=", in: tag) == nil,
      let one = first(name, in: tag),
      let two = first(name, in: (one + name.utf8CodeUnitCount)..<tag.upperBound)
    else { return false }
    write("endDate  =", at: two)
    return true
  }

  /// Puts spaces in the place of references to what is no XML character.
  private mutating func blankReferences(in tag: Range<Int>) -> Bool {
    var isMended = false
    var at = tag.lowerBound
    while let start = first("&#", in: at..<tag.upperBound) {
      at = start + 2
      guard let end = first(UInt8(ascii: ";"), in: at..<min(tag.upperBound, at + 16)),
        !isXMLCharacter(reference: at..<end)
      else { continue }
      write(String(repeating: " ", count: end + 1 - start), at: start)
      isMended = true
    }
    return isMended
  }

  /// Whether `11` or `x0B` is the number of a character; XML 1.0, section 2.2.
  private func isXMLCharacter(reference: Range<Int>) -> Bool {
    let text = String(decoding: reference.map { self[$0] }, as: UTF8.self)
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    return switch value ?? 0 {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
