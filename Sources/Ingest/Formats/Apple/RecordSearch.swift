import DaymarkModel

/// The search for the record at which reading continues after a malformed part.
///
/// Phones write one record per line. A raw `<` cannot occur in a value, however, so that a record's
/// tag is recognized anywhere, and a document without line ends loses no more than others.
struct RecordSearch {
  /// The position up to which the search is complete.
  private(set) var position: Int
  private(set) var line: Int
  /// Whether the following bytes are inside a `Correlation`.
  private(set) var isInCorrelation: Bool

  init(from position: Int, line: Int, isInCorrelation: Bool) {
    self.position = position
    self.line = line
    self.isInCorrelation = isInCorrelation
  }

  enum Found {
    /// A record or workout begins at `position`.
    case record
    /// The document ends at the position.
    case rootEnd(Int)
    /// The bytes so far contain neither.
    case notYet
  }

  /// Continues the search in the window.
  ///
  /// - Parameter isFinal: Whether no further bytes follow.
  mutating func advance(in window: borrowing DocumentWindow, isFinal: Bool) -> Found {
    let end = window.cleanEnd
    while position < end {
      let tag = window.first(UInt8(ascii: "<"), in: position..<end) ?? end
      line += window.newlines(in: position..<tag)
      position = tag
      // The longest of the names must fit, with one character after it.
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
  /// Returns the first tag after `position` that begins a record or a workout.
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

/// The error codes in libxml2's `xmlParserErrors` that can be repaired.
private enum XMLError {
  static let invalidCharacterReference: Int32 = 8
  static let invalidCharacter: Int32 = 9
  static let attributeRedefined: Int32 = 42
}

extension DocumentWindow {
  /// Repairs a tag that a phone wrote wrongly, without changing its length.
  ///
  /// iOS 16.0 wrote the `endDate` of every `WorkoutStatistics` as a second `startDate`. References
  /// to characters that XML excludes (`&#11;`) come from sources with such characters in their
  /// names.
  ///
  /// - Parameter code: The error that libxml2 found in the tag.
  /// - Returns: The repaired defect; `nil` where the tag is malformed in another way.
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

  /// Replaces references to characters that XML excludes by spaces.
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

  /// Whether `11` or `x0B` is the number of an allowed character; XML 1.0, section 2.2.
  private func isXMLCharacter(reference: Range<Int>) -> Bool {
    let text = String(decoding: reference.map { self[$0] }, as: UTF8.self)
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    return switch value ?? 0 {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
