import CDaymarkXML
import DaymarkModel

/// The result of reading an XML document to its end.
enum XMLEnding: Equatable {
  case complete
  /// The bytes end before the document does.
  case truncated(line: Int?, byte: Int)
  /// The XML is not well-formed.
  ///
  /// The place is unknown for a document that is not in UTF-8.
  case malformed(line: Int?, byte: Int?)
}

/// Reads a document in any encoding that libxml2 knows, with its push parser.
///
/// A byte order mark and blanks before the declaration, as Strava writes them, are skipped. In
/// UTF-8, bytes that parsers refuse are repaired, with findings; see ``TextCleaner``. Reading ends
/// at the first part that is not well-formed, and everything reported before remains valid.
///
/// - Parameters:
///   - sink: The sink, which receives findings about bytes.
///   - afterBlock: The function that is called when the handler may have new results.
/// - Throws: `DaymarkError` with `xml.entities` or `xml.limit`, and the errors of `document` and
///   `afterBlock`.
func readXML(
  _ document: inout ArchiveReader, _ handler: some XMLHandler, into sink: inout InputSink,
  afterBlock: (inout InputSink) throws -> Void
) throws -> XMLEnding {
  var reader = try XMLDocumentReader(handler, at: sink.place(), options: sink.options)
  while try reader.readBlock(&document) {
    sink.progress(document.position)
    try afterBlock(&sink)
  }
  try reader.finish()
  try afterBlock(&sink)
  sink.find(reader.findings())
  return reader.ending
}

private struct XMLDocumentReader: ~Copyable {
  private var window: DocumentWindow
  private var crowdedTags = CrowdedTags()
  private let state: XMLParseState
  private let location: InputLocation
  private let options: ReadOptions
  /// The offset in the document of the first byte that the parser has not received; `nil` before it
  /// begins.
  private var pushed: Int?
  /// Whether the document is in UTF-8, so that bytes are repaired and offsets are the document's
  /// own.
  private var isUTF8 = true
  /// The place of the first malformed part, after which nothing is parsed; `nil` while there is
  /// none.
  private var failure: (line: Int?, byte: Int?)?

  init(_ handler: some XMLHandler, at location: InputLocation, options: ReadOptions) throws {
    let limits = options.limits
    guard let state = XMLParseState(handler, limits: limits) else {
      throw DaymarkError(.xmlLimit, at: location, limit: .parserMemory, 0)
    }
    self.state = state
    self.location = location
    self.options = options
    window = DocumentWindow(
      capacity: max(limits.prologueBytes, limits.tagBytes) + 2 * options.blockBytes + 16)
  }

  private func place(line: Int?, byte: Int?) -> InputLocation {
    var place = location
    (place.line, place.byte) = (line, byte)
    return place
  }

  /// Reads the next block.
  ///
  /// Reading continues to the end even after a defect, because damage of the archive is known only
  /// there.
  ///
  /// - Returns: Whether there was one.
  mutating func readBlock(_ document: inout ArchiveReader) throws -> Bool {
    guard try window.fill(from: &document, options: options) else { return false }
    if pushed == nil { try begin() }
    if pushed != nil { try parse(isFinal: false) }
    return true
  }

  /// Skips bytes that are not allowed before the declaration.
  private mutating func begin(isFinal: Bool = false) throws {
    let bytes = window.unclean
    guard bytes.count >= 4 || isFinal else { return }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      isUTF8 = false
      pushed = 0
      return
    }
    let mark = [UInt8].byteOrderMark
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard let first = bytes[start...].firstIndex(where: { $0 > UInt8(ascii: " ") }) else {
      let limit = options.limits.prologueBytes
      if bytes.count > limit {
        throw DaymarkError(.xmlLimit, at: location, limit: .prologueBytes, limit)
      }
      return
    }
    let declaration = bytes[first...].prefix { $0 != UInt8(ascii: ">") }
    guard declaration.count < bytes.count - first || bytes.count - first > 1024 || isFinal else {
      return
    }
    isUTF8 = !declaresOtherEncoding(Array(declaration.prefix(1024)))
    let line = 1 + bytes[..<first].count { $0 == UInt8(ascii: "\n") }
    window.skip(to: first, line: line)
    state.origin = (line, first)
    pushed = first
  }

  /// Whether an XML declaration names an encoding whose bytes differ from UTF-8.
  private func declaresOtherEncoding(_ declaration: [UInt8]) -> Bool {
    let text = String(decoding: declaration, as: UTF8.self).lowercased()
    guard text.hasPrefix("<?xml"), let name = text.firstRange(of: "encoding") else { return false }
    let value = text[name.upperBound...].drop { " \t\r\n=\"'".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return !["utf-8", "utf8", "us-ascii", "ascii"].contains(String(value))
  }

  // MARK: Parsing

  private mutating func parse(isFinal: Bool) throws {
    if isUTF8 {
      window.clean(isFinal: isFinal)
    } else {
      window.skip(to: window.end, line: 0)
    }
    guard let start = pushed, failure == nil else { return window.drop(before: window.cleanEnd) }
    if let tag = crowdedTags.first(in: window, atMost: options.limits.attributes) {
      let place = isUTF8 ? place(line: window.line(of: tag), byte: tag) : location
      throw DaymarkError(.xmlLimit, at: place, limit: .attributes, options.limits.attributes)
    }
    let end = window.cleanEnd
    pushed = end
    let code = daymark_xml_push(state.parser, window.address(of: start), Int32(end - start))
    // An error that arises only because nothing follows is not a defect of the text.
    if isFinal, code == 0 { daymark_xml_finish(state.parser) }
    try checkLimits()
    if code == DAYMARK_XML_ENTITIES {
      let line = isUTF8 ? window.line(of: errorPosition) : nil
      throw DaymarkError(.xmlEntities, at: place(line: line, byte: nil))
    }
    if code != 0 {
      failure = isUTF8 ? (window.line(of: errorPosition), errorPosition) : (nil, nil)
    }
    let wanted = isUTF8 && failure == nil ? end - Int(daymark_xml_pending(state.parser)) : end
    window.drop(before: max(window.start, wanted))
  }

  private var errorPosition: Int {
    let position = state.origin.byte + Int(daymark_xml_error_offset(state.parser))
    return min(max(position, window.start), window.cleanEnd)
  }

  private func checkLimits() throws {
    let limits = options.limits
    if let (line, byte) = state.tooDeep {
      throw DaymarkError(.xmlLimit, at: place(line: line, byte: byte), limit: .depth, limits.depth)
    }
    if !state.hasRoot, window.end > limits.prologueBytes {
      throw DaymarkError(.xmlLimit, at: location, limit: .prologueBytes, limits.prologueBytes)
    }
    if daymark_xml_pending(state.parser) > limits.tagBytes {
      throw DaymarkError(.xmlLimit, at: location, limit: .tagBytes, limits.tagBytes)
    }
  }

  // MARK: At the end

  mutating func finish() throws {
    if pushed == nil { try begin(isFinal: true) }
    if pushed != nil { try parse(isFinal: true) }
  }

  var ending: XMLEnding {
    if state.rootEnd != nil { return .complete }
    if let failure { return .malformed(line: failure.line, byte: failure.byte) }
    return .truncated(line: isUTF8 ? window.cleaner.line : nil, byte: window.end)
  }

  /// Returns the findings about replaced or lost bytes, and about content after the root element.
  func findings() -> [Finding] {
    let kinds = [
      (FindingCode.xmlControlBytes, window.cleaner.controlBytes),
      (.xmlInvalidUTF8, window.cleaner.invalidUTF8), (.xmlMalformed, window.cleaner.lostBlocks),
    ]
    var findings = kinds.filter { $0.1.count > 0 }.map { code, bytes in
      Finding(code, at: place(line: bytes.line, byte: bytes.byte), count: bytes.count)
    }
    if state.rootEnd != nil, let failure {
      findings.append(
        Finding(.xmlTrailingContent, at: place(line: failure.line, byte: failure.byte)))
    }
    return findings
  }
}
