import DaymarkModel

/// The search for the record at which reading goes on after something malformed.
///
/// Phones write one record a line, but a raw `<` cannot stand in a value, so that a record's tag is one
/// wherever it stands, and a document without line ends loses no more than others.
struct RecordSearch {
  /// Everything before was searched.
  private(set) var position: Int
  private(set) var line: Int
  /// Whether what follows stands in a `Correlation`.
  private(set) var isInCorrelation: Bool

  init(from position: Int, line: Int, isInCorrelation: Bool) {
    self.position = position
    self.line = line
    self.isInCorrelation = isInCorrelation
  }

  enum Found {
    /// `position` is where a record or a workout begins.
    case record
    /// The document ends there.
    case rootEnd(Int)
    /// Nothing in what has been read so far.
    case notYet
  }

  /// Goes on searching in what the window holds.
  ///
  /// - Parameter isFinal: Nothing will be read any more.
  mutating func advance(in window: borrowing DocumentWindow, isFinal: Bool) -> Found {
    let end = window.cleanEnd
    while position < end {
      let tag = window.first(UInt8(ascii: "<"), in: position..<end) ?? end
      line += window.newlines(in: position..<tag)
      position = tag
      // Room for the longest name that is looked for, and the character after it.
      if tag == end || tag + 16 > end && !isFinal { return .notYet }
      if window.starts("</HealthData>", at: tag) { return .rootEnd(tag + 13) }
      if window.isRecord(tag) { return .record }
      if window.starts("</Correlation", at: tag) { isInCorrelation = false }
      if window.starts("<Correlation", at: tag) { isInCorrelation = true }
      position += 1
    }
    return .notYet
  }
}

extension DocumentWindow {
  /// The first tag after `position` that begins a record or a workout.
  func nextRecord(after position: Int) -> Int? {
    var at = position + 1
    while let tag = first(UInt8(ascii: "<"), in: min(at, cleanEnd)..<cleanEnd) {
      if isRecord(tag) { return tag }
      at = tag + 1
    }
    return nil
  }

  func isRecord(_ tag: Int) -> Bool { isTag(tag, "<Record") || isTag(tag, "<Workout") }

  private func isTag(_ tag: Int, _ name: StaticString) -> Bool {
    let next = tag + name.utf8CodeUnitCount
    return starts(name, at: tag) && next < cleanEnd && self[next] <= UInt8(ascii: " ")
  }
}

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
