import CDaymarkXML
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// Feeds a Health document to libxml2's push parser and goes on after what is malformed.
///
/// libxml2's own recovery silently changes the nesting of everything after an error, so the parser is
/// abandoned at its first error and a new one begins at the next line that begins a `<Record` or
/// `<Workout`: one defect costs one record. Two defects are mended instead, because a phone wrote
/// them: see ``mend(_:code:)``.
///
/// The window holds the bytes from the first that the parser has not dealt with to the last read.
struct HealthXMLReader: ~Copyable {
  private let window: UnsafeMutableBufferPointer<UInt8>
  private let document: UnsafeMutablePointer<AppleHealthDocument>
  private let options: ReadOptions
  private var parser: OpaquePointer?
  private var cleaner: TextCleaner
  /// Offset in the document of the window's first byte.
  private var windowOffset = 0
  /// Ends, in the window, of what was read, cleaned and given to the parser.
  private var filled = 0
  private var cleaned = 0
  private var pushed = 0
  /// Set while looking for the line at which to go on.
  private var search: Search?
  private var lastRestart = -1
  private(set) var findings: [Finding] = []
  private let location: InputLocation

  /// Where to go on looking for the next record.
  private struct Search {
    /// In the window.
    var from: Int
    var line: Int
    var isInCorrelation: Bool
  }

  init(
    _ document: UnsafeMutablePointer<AppleHealthDocument>, at location: InputLocation,
    options: ReadOptions
  ) {
    self.document = document
    self.options = options
    self.location = location
    let limits = options.limits
    let capacity = max(limits.prologueBytes, limits.tagBytes) + options.chunkBytes + 4096
    window = .allocate(capacity: capacity)
    cleaner = TextCleaner(offset: 0, line: 1)
  }

  deinit {
    daymark_xml_free(parser)
    window.deallocate()
  }

  /// Reads the document to its end.
  ///
  /// - Throws: `DaymarkError` with `xml.entities`, `xml.limit`, or what `archive` throws.
  mutating func read(
    _ archive: inout ArchiveReader, progress: (Int64) -> Void,
    afterChunk: (_ isFinal: Bool) throws -> Void
  ) throws {
    guard try skipPrologue(&archive) else {
      findings.count(Finding(.xmlTruncated, at: place(line: cleaner.line, offset: filled)))
      return
    }
    var isFinal = false
    while true {
      let part = UnsafeMutableBufferPointer(rebasing: window[cleaned..<filled])
      cleaned += cleaner.clean(part, isFinal: isFinal)
      if document.pointee.rootEnd == nil { try parse(isFinal: isFinal) }
      if document.pointee.rootEnd != nil { noteTrailingContent() }
      try afterChunk(isFinal)
      if isFinal { break }
      dropDealtWith()
      isFinal = try fill(&archive) == 0
      progress(archive.position)
    }
    noteReplacements()
    if document.pointee.rootEnd == nil {
      findings.count(
        Finding(.xmlTruncated, at: place(line: cleaner.line, offset: cleaner.offset)))
    }
  }

  private mutating func fill(_ archive: inout ArchiveReader) throws -> Int {
    let end = min(window.count, filled + options.chunkBytes)
    let free = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: window[filled..<end]))
    let count = try archive.read(into: free)
    filled += count
    return count
  }

  private func place(line: Int, offset: Int) -> InputLocation {
    var place = location
    place.line = line
    place.byte = offset
    return place
  }

  // MARK: The prologue

  /// Reads up to the root element, which the parser will see first.
  ///
  /// - Returns: `false` when the document ends before it.
  private mutating func skipPrologue(_ archive: inout ArchiveReader) throws -> Bool {
    while true {
      let head = UnsafeBufferPointer(rebasing: window[..<filled])
      if let root = HealthPrologue.rootOffset(in: head) {
        let prologue = HealthPrologue(UnsafeBufferPointer(rebasing: head[..<root]))
        if prologue.declaresEntities { throw DaymarkError(.xmlEntities, at: location) }
        if let line = prologue.malformedLine {
          var place = location
          place.line = line
          findings.count(Finding(.xmlDoctypeMalformed, at: place))
        }
        cleaner = TextCleaner(offset: root, line: prologue.lineCount)
        (cleaned, pushed) = (root, root)
        try startParser(at: root, line: prologue.lineCount, inside: [])
        return true
      }
      guard filled <= options.limits.prologueBytes else {
        throw limit("prologueBytes", options.limits.prologueBytes)
      }
      if try fill(&archive) == 0 { return false }
    }
  }

  private func limit(_ name: String, _ value: Int) -> DaymarkError {
    DaymarkError(
      .xmlLimit, at: place(line: cleaner.line, offset: cleaner.offset),
      facts: ["limit": name, "value": "\(value)"])
  }

  // MARK: Parsing

  /// A new parser that begins at an index of the window, as if inside the elements given.
  private mutating func startParser(at index: Int, line: Int, inside open: [HealthElement]) throws {
    daymark_xml_free(parser)
    parser = AppleHealthDocument.makeParser(document)
    guard let parser else { throw limit("memory", 0) }
    pushed = index
    let reopening = open.map { "<\($0.name)>" }.joined()
    document.pointee.begin(
      parser: parser, reopening: open, offset: windowOffset + index - reopening.utf8.count,
      line: line)
    var text = reopening
    _ = text.withUTF8 { daymark_xml_push(parser, $0.baseAddress, Int32($0.count)) }
  }

  private mutating func parse(isFinal: Bool) throws {
    while pushed < cleaned || search != nil, document.pointee.rootEnd == nil {
      if search != nil, try !resume(isFinal: isFinal) { return }
      guard let parser, document.pointee.rootEnd == nil else { return }
      let bytes = window.baseAddress.map { $0 + pushed }
      let code = daymark_xml_push(parser, bytes, Int32(cleaned - pushed))
      pushed = cleaned
      if let failure = document.pointee.failure { throw DaymarkError(failure) }
      if document.pointee.rootEnd != nil { return }
      if code != 0 {
        try recover(from: code)
      } else {
        try checkPendingTag()
      }
    }
  }

  /// First index of the window that the parser has not dealt with.
  private var pendingIndex: Int {
    guard let parser else { return cleaned }
    let offset = document.pointee.streamOffset + Int(daymark_xml_consumed(parser))
    return min(max(offset - windowOffset, 0), cleaned)
  }

  /// A tag that does not end is malformed as soon as another record's line begins within it, and
  /// refused when it grows too long.
  private mutating func checkPendingTag() throws {
    let start = pendingIndex
    guard cleaned - start > 1 << 16 else { return }
    let line = cleaner.line - newlines(in: start..<cleaned)
    if nextRecordLine(from: start + 1) != nil {
      try abandonRecord(at: start, line: line, tag: start)
    } else if cleaned - start > options.limits.tagBytes {
      throw limit("tagBytes", options.limits.tagBytes)
    }
  }

  private mutating func recover(from code: Int32) throws {
    var (offset, line): (Int64, Int64) = (0, 0)
    daymark_xml_error_position(parser, &offset, &line)
    let at = document.pointee.streamOffset + Int(offset) - windowOffset
    let index = min(max(at, 0), cleaned)
    let errorLine = document.pointee.streamLine + Int(line) - 1
    let tag = window[..<index].lastIndex(of: UInt8(ascii: "<")) ?? index
    let tagLine = errorLine - newlines(in: tag..<index)
    let open = document.pointee.openElements
    if !open.contains(.unknown), let finding = mend(tag, code: code) {
      findings.count(Finding(finding, at: place(line: tagLine, offset: windowOffset + tag)))
      try startParser(at: tag, line: tagLine, inside: open)
    } else {
      try abandonRecord(at: index, line: errorLine, tag: tag)
    }
  }

  /// Gives up the record that is being read and looks for the next.
  private mutating func abandonRecord(at index: Int, line: Int, tag: Int) throws {
    let offset = windowOffset + index
    findings.count(Finding(.xmlMalformed, at: place(line: line, offset: offset)))
    let isInCorrelation =
      document.pointee.openElements.contains(.correlation) || starts("<Correlation", at: tag)
    document.pointee.abandon()
    // A parser that fails where it has just begun would fail there for ever.
    let from = offset == lastRestart ? index + 1 : index
    search = Search(from: from, line: line, isInCorrelation: isInCorrelation)
  }

  // MARK: Mending

  /// Mends a tag that a phone wrote wrongly, keeping its length.
  ///
  /// iOS 16.0 wrote the `endDate` of every `WorkoutStatistics` as a second `startDate`. References
  /// to characters that XML excludes (`&#11;`) come from sources whose names hold them.
  private func mend(_ tag: Int, code: Int32) -> FindingCode? {
    let end = window[..<cleaned].dropFirst(tag + 1).firstIndex(of: UInt8(ascii: "<")) ?? cleaned
    switch code {
    case XMLError.attributeRedefined where starts("<WorkoutStatistics", at: tag):
      let name = "startDate="
      guard find("endDate=", in: tag..<end) == nil, let first = find(name, in: tag..<end),
        let second = find(name, in: (first + name.utf8.count)..<end)
      else { return nil }
      write("endDate  =", at: second)
      return .xmlRepeatedStartDate
    case XMLError.invalidCharacter, XMLError.invalidCharacterReference:
      var at = tag
      var isMended = false
      while let start = find("&#", in: at..<end) {
        at = start + 2
        guard let close = window[at..<min(end, at + 16)].firstIndex(of: UInt8(ascii: ";")) else {
          continue
        }
        if !isXMLCharacter(reference: window[at..<close]) {
          write(String(repeating: " ", count: close + 1 - start), at: start)
          isMended = true
        }
      }
      return isMended ? .xmlControlBytes : nil
    default: return nil
    }
  }

  private func isXMLCharacter(reference: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
    let text = String(decoding: reference, as: UTF8.self)
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    return switch value ?? 0 {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private func write(_ text: String, at index: Int) {
    for (offset, byte) in text.utf8.enumerated() { window[index + offset] = byte }
  }

  // MARK: Finding the next record

  /// Begins a new parser at the next record, or keeps looking when it is not in the window.
  ///
  /// - Returns: Whether parsing goes on.
  private mutating func resume(isFinal: Bool) throws -> Bool {
    guard var search else { return true }
    var index = search.from
    while let tag = nextTag(from: index) {
      // The longest name looked for, and the character after it.
      if tag + 16 > cleaned, !isFinal { break }
      search.line += newlines(in: index..<tag)
      index = tag
      if starts("</HealthData>", at: tag) {
        document.pointee.rootEnd = windowOffset + tag + "</HealthData>".utf8.count
        self.search = nil
        return false
      }
      if isLineStart(tag) {
        if isRecordTag(tag) {
          self.search = nil
          lastRestart = windowOffset + tag
          let open: [HealthElement] =
            search.isInCorrelation ? [.healthData, .correlation] : [.healthData]
          try startParser(at: tag, line: search.line, inside: open)
          return true
        }
        if starts("</Correlation", at: tag) { search.isInCorrelation = false }
        if starts("<Correlation", at: tag) { search.isInCorrelation = true }
      }
      index = tag + 1
    }
    let end = nextTag(from: index) ?? cleaned
    search.line += newlines(in: index..<end)
    search.from = end
    self.search = search
    pushed = cleaned
    return false
  }

  private func nextTag(from index: Int) -> Int? {
    guard index < cleaned, let base = window.baseAddress,
      let found = memchr(base + index, Int32(UInt8(ascii: "<")), cleaned - index)
    else { return nil }
    return found - UnsafeMutableRawPointer(base)
  }

  private func nextRecordLine(from index: Int) -> Int? {
    var at = index
    while let tag = nextTag(from: at) {
      if isRecordTag(tag), isLineStart(tag) { return tag }
      at = tag + 1
    }
    return nil
  }

  private func isRecordTag(_ tag: Int) -> Bool {
    for name in ["<Record", "<Workout"] where starts(name, at: tag) {
      let next = tag + name.utf8.count
      return next < cleaned && window[next] <= UInt8(ascii: " ")
    }
    return false
  }

  private func isLineStart(_ tag: Int) -> Bool {
    var index = tag
    while index > 0, window[index - 1] == UInt8(ascii: " ") || window[index - 1] == 9 { index -= 1 }
    return index == 0 || window[index - 1] == UInt8(ascii: "\n")
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    window[index..<cleaned].starts(with: text.utf8)
  }

  private func find(_ text: String, in range: Range<Int>) -> Int? {
    range.first { starts(text, at: $0) && $0 + text.utf8.count <= range.upperBound }
  }

  private func newlines(in range: Range<Int>) -> Int {
    window[range].reduce(into: 0) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
  }

  // MARK: The window

  /// Moves what is still wanted to the window's front.
  private mutating func dropDealtWith() {
    var keep = cleaned
    if document.pointee.rootEnd == nil {
      keep = search?.from ?? pendingIndex
      // So that it can be seen whether a tag begins its line.
      while keep > 0, window[keep - 1] == UInt8(ascii: " ") || window[keep - 1] == 9 { keep -= 1 }
      if keep > 0 { keep -= 1 }
    }
    guard keep > 0 else { return }
    if let base = window.baseAddress { memmove(base, base + keep, filled - keep) }
    windowOffset += keep
    filled -= keep
    cleaned -= keep
    pushed -= keep
    search?.from -= keep
  }

  private mutating func noteTrailingContent() {
    guard let end = document.pointee.rootEnd else { return }
    let start = max(0, end - windowOffset)
    let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    guard start < cleaned, let junk = window[start..<cleaned].firstIndex(where: { !isBlank($0) }),
      !findings.contains(where: { $0.code == .xmlTrailingContent })
    else { return }
    let line = cleaner.line - newlines(in: junk..<cleaned)
    findings.append(
      Finding(.xmlTrailingContent, at: place(line: line, offset: windowOffset + junk)))
  }

  private mutating func noteReplacements() {
    let kinds = [
      (FindingCode.xmlControlBytes, cleaner.controlBytes),
      (.xmlInvalidUTF8, cleaner.invalidUTF8),
    ]
    for (code, replacement) in kinds where replacement.count > 0 {
      let first = place(line: replacement.line, offset: replacement.byte)
      findings.count(Finding(code, at: first, count: replacement.count))
    }
  }
}

/// The codes of libxml2's `xmlParserErrors` that are mended.
private enum XMLError {
  static let invalidCharacterReference: Int32 = 8
  static let invalidCharacter: Int32 = 9
  static let attributeRedefined: Int32 = 42
}
