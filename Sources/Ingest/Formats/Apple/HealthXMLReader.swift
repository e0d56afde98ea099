import CDaymarkXML
import DaymarkModel

/// A reader that passes a Health document to libxml2's push parser and continues after malformed
/// parts.
///
/// libxml2's own recovery changes the nesting of everything after an error without notice. The
/// parser is therefore replaced at its first error by a new one at the next `<Record` or
/// `<Workout`, so that one defect costs one record. Two defects that a phone wrote are repaired
/// instead; see ``DocumentWindow/mendTag(at:code:)``.
struct HealthXMLReader: ~Copyable {
  var window: DocumentWindow
  let document: UnsafeMutablePointer<AppleHealthDocument>
  let options: ReadOptions
  private let location: InputLocation
  var parser: OpaquePointer?
  /// The scanner that reads tags in the form that phones write, and leaves others to the parser;
  /// `nil` where the parser must read all of them.
  let scanner: HealthScanner?
  /// The position at which the scanner continues; `nil` while the parser reads.
  var scanned: (position: Int, line: Int)?
  /// The offset in the document of the first byte that the parser has not received.
  var pushed = 0
  /// The position and line at which the parser began.
  private(set) var parserStart = (position: 0, line: 1)
  /// The offsets at which the unfinished tag was already split into pieces of input.
  ///
  /// If libxml2 reads the tag again it gets the same pieces, because its errors may depend on them.
  var cuts: [Int] = []
  /// The number of bytes that the parser receives next.
  ///
  /// It is small at first, because each of many defects would otherwise cost a whole block.
  var pushSize = 0
  private var missingEnds = MissingEnds()
  private var crowdedTags = CrowdedTags()
  /// The search for the next record; `nil` while a parser can continue.
  var search: RecordSearch?
  var lastRestart = -1
  var findings: [Finding] = []

  /// The length of a start or end tag beyond which its end is missing if it contains a record's
  /// tag.
  static let doubtfulTagBytes = 1 << 16
  private static let firstPushBytes = 1024

  init(
    _ document: UnsafeMutablePointer<AppleHealthDocument>, at location: InputLocation,
    options: ReadOptions
  ) {
    self.document = document
    self.options = options
    self.location = location
    scanner = options.isCareful ? nil : HealthScanner()
    let limits = options.limits
    window = DocumentWindow(
      capacity: max(limits.prologueBytes, limits.tagBytes) + options.blockBytes + 16,
      decodesUTF16: true)
  }

  deinit { daymark_xml_free(parser) }

  /// Reads the document to its end.
  ///
  /// - Parameters:
  ///   - progress: Called periodically with the number of bytes of the archive read so far.
  ///   - afterChunk: Called after each block that was read; `isFinal` for the last one.
  /// - Throws: `DaymarkError` with `xml.entities` or `xml.limit`, and the errors of `archive`.
  mutating func read(
    _ archive: inout ArchiveReader, progress: (Int64) -> Void,
    afterChunk: (_ isFinal: Bool) throws -> Void
  ) throws {
    guard try skipPrologue(&archive) else {
      let head = window.unclean
      let line = 1 + head.count { $0 == UInt8(ascii: "\n") }
      findings.count(Finding(.xmlTruncated, at: place(line: line, offset: head.count)))
      return
    }
    var isFinal = false
    while true {
      window.clean(isFinal: isFinal)
      try checkAttributes()
      if document.pointee.rootEnd == nil { try parse(isFinal: isFinal) }
      if document.pointee.rootEnd != nil { findTrailingContent() }
      try afterChunk(isFinal)
      if isFinal { break }
      let isAtEnd = document.pointee.rootEnd != nil
      window.drop(before: isAtEnd ? window.cleanEnd : search?.position ?? pending)
      isFinal = try !window.fill(from: &archive, options: options)
      progress(archive.position)
    }
    findReplacements()
    if document.pointee.rootEnd == nil {
      let end = window.cleaner
      findings.count(Finding(.xmlTruncated, at: place(line: end.line, offset: end.offset)))
    }
  }

  func place(line: Int, offset: Int) -> InputLocation {
    var place = location
    place.line = line
    place.byte = offset
    return place
  }

  /// Reads up to the root element, where the parser begins.
  ///
  /// - Returns: `false` where the document ends before it.
  private mutating func skipPrologue(_ archive: inout ArchiveReader) throws -> Bool {
    while true {
      if let root = HealthPrologue.rootOffset(in: window.unclean) {
        let prologue = HealthPrologue(UnsafeBufferPointer(rebasing: window.unclean[..<root]))
        var place = location
        if let line = prologue.entityLine {
          place.line = line
          throw DaymarkError(.xmlEntities, at: place)
        }
        if let line = prologue.malformedLine {
          place.line = line
          findings.count(Finding(.xmlDoctypeMalformed, at: place))
        }
        window.skip(to: root, line: prologue.rootLine)
        try startParser(at: root, line: prologue.rootLine, inside: [])
        return true
      }
      let limit = options.limits.prologueBytes
      guard window.end <= limit else {
        throw DaymarkError(.xmlLimit, at: location, limit: .prologueBytes, limit)
      }
      guard try window.fill(from: &archive, options: options) else { return false }
    }
  }

  // MARK: Parsing

  private mutating func checkAttributes() throws {
    let limit = options.limits.attributes
    guard let tag = crowdedTags.first(in: window, atMost: limit) else { return }
    throw DaymarkError(
      .xmlLimit, at: place(line: window.line(of: tag), offset: tag), limit: .attributes, limit)
  }

  /// Starts a new parser at a position, as if inside the given elements.
  mutating func startParser(
    at position: Int, line: Int, inside open: [HealthElement]
  ) throws {
    daymark_xml_free(parser)
    (scanned, cuts) = (nil, [])
    parser = AppleHealthDocument.makeParser(document)
    guard let parser else { throw DaymarkError(.xmlLimit, at: location, limit: .parserMemory, 0) }
    pushed = position
    parserStart = (position, line)
    pushSize = Self.firstPushBytes
    var reopening = open.map { "<\($0.name)>" }.joined()
    document.pointee.begin(
      parser: parser, reopening: open, offset: position - reopening.utf8.count, line: line)
    _ = reopening.withUTF8 { daymark_xml_push(parser, $0.baseAddress, Int32($0.count)) }
  }

  private mutating func parse(isFinal: Bool) throws {
    while document.pointee.rootEnd == nil {
      if search != nil, try !resume(isFinal: isFinal) { return }
      let code = try advance(by: min(window.cleanEnd - pushed, pushSize), isFinal: isFinal)
      pushSize = min(pushSize * 2, 1 << 30)
      if let failure = document.pointee.failure { throw DaymarkError(failure) }
      if document.pointee.rootEnd != nil { return }
      if code != 0 {
        try recover(from: code)
      } else if pushed == window.cleanEnd || missingEnds.include(pending, in: window),
        try !abandonEndlessTag(isFinal: isFinal)
      {
        return
      }
    }
  }

  /// The first position that neither the scanner nor the parser has completed.
  var pending: Int {
    if let scanned { return scanned.position }
    guard let parser else { return window.cleanEnd }
    let position = document.pointee.streamOffset + Int(daymark_xml_consumed(parser))
    return min(max(position, window.start), window.cleanEnd)
  }

  // MARK: At the end

  private mutating func findTrailingContent() {
    guard let end = document.pointee.rootEnd,
      !findings.contains(where: { $0.code == .xmlTrailingContent })
    else { return }
    let rest = max(end, window.start)..<max(end, window.cleanEnd)
    guard let junk = rest.first(where: { window[$0] > UInt8(ascii: " ") }) else { return }
    findings.append(
      Finding(.xmlTrailingContent, at: place(line: window.line(of: junk), offset: junk)))
  }

  private mutating func findReplacements() {
    let kinds = [
      (FindingCode.xmlControlBytes, window.cleaner.controlBytes),
      (.xmlInvalidUTF8, window.cleaner.invalidUTF8), (.xmlMalformed, window.cleaner.lostBlocks),
    ]
    for (code, replacement) in kinds where replacement.count > 0 {
      let first = place(line: replacement.line, offset: replacement.byte)
      findings.count(Finding(code, at: first, count: replacement.count))
    }
  }
}

// The division of work between scanner and parser. The result is always the parser's. If the
// scanner finds something unknown, a parser begins there inside the open elements. The parser
// receives the same pieces as if it had read alone, because its errors may depend on them. It
// returns control after it has completed all it received, except for an unfinished tag.

extension HealthXMLReader {
  /// Reads the next bytes.
  ///
  /// - Returns: 0, or the parser's error code.
  /// - Throws: `DaymarkError` with `xml.limit`.
  mutating func advance(by count: Int, isFinal: Bool) throws -> Int32 {
    let end = pushed + count
    if scanned != nil {
      let isKnown = scan(to: end)
      // Nothing follows, so the parser must judge an unfinished tag.
      let isOver = isFinal && end == window.cleanEnd && pending < end
      guard !isKnown || isOver else {
        pushed = end
        updateCuts()
        return 0
      }
      try leaveToParser()
    }
    for cut in cuts.filter({ $0 > pushed && $0 < end }) + [end] {
      let code = daymark_xml_push(parser, window.address(of: pushed), Int32(cut - pushed))
      pushed = cut
      if code != 0 { return code }
    }
    if !isFinal { handBack() }
    updateCuts()
    return 0
  }

  /// Records the end of the bytes given so far, while a tag is incomplete there that the scanner
  /// may leave to the parser.
  private mutating func updateCuts() {
    let position = pending
    cuts.removeAll { $0 <= position }
    if scanned != nil, position < pushed { cuts.append(pushed) }
  }

  /// Reads tags up to a position.
  ///
  /// - Returns: Whether the next bytes may become a known tag, or `end` is reached.
  private mutating func scan(to end: Int) -> Bool {
    guard let scanner, var (position, line) = scanned else { return true }
    var tag = daymark_scan_tag()
    while position < end {
      // Blanks without a following tag belong to the parser, because they may begin a text.
      let blanksEnd = min(end, position + Self.mostBlanks)
      while position < blanksEnd, window[position].isBlank {
        if window[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
      if position == end { return true }
      guard window[position] == UInt8(ascii: "<"), let bytes = window.address(of: position) else {
        return false
      }
      scanned = (position, line)
      let outcome = scanner.next(bytes, end - position, &tag)
      if outcome == DAYMARK_SCAN_CUT { return true }
      guard outcome == DAYMARK_SCAN_TAG,
        document.pointee.read(&tag, at: bytes, of: scanner, line: line, byte: position)
      else { return false }
      position += tag.length
      scanned = (position, line)
    }
    return true
  }

  /// The number of bytes below which libxml2 does not process text without an end.
  private static let mostBlanks = 200

  /// Starts a parser at the scanner's position.
  private mutating func leaveToParser() throws {
    guard let (position, line) = scanned else { return }
    let shown = (pushSize, cuts)
    try startParser(at: position, line: line, inside: document.pointee.openElements)
    (pushSize, cuts) = shown
  }

  /// Lets the scanner continue after the parser, if the parser's state allows it.
  private mutating func handBack() {
    guard scanner != nil, let parser, document.pointee.isAmongKnownElements,
      daymark_xml_is_between_tags(parser)
    else { return }
    let position = pending
    if isAfterTag(position) { scanned = (position, line(of: position)) }
  }

  /// Whether a position directly follows a tag, except for blanks, and not an unfinished text.
  private func isAfterTag(_ position: Int) -> Bool {
    let blanks = (window.start..<position).last { window[$0] > UInt8(ascii: " ") }
    return blanks.map { window[$0] == UInt8(ascii: ">") } ?? false
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t")
  }
}

extension AppleHealthDocument {
  /// Whether there is no error, and all open elements inside the root are known by name.
  fileprivate var isAmongKnownElements: Bool {
    failure == nil && rootEnd == nil && tagsToIgnore == 0 && openElements.first == .healthData
      && !openElements.contains(.unknown)
  }
}

// The continuation after malformed parts; see RestartInsteadOfRecovery.

extension HealthXMLReader {
  /// Returns the line of a position that the parser has reached, counted from the nearer end.
  func line(of position: Int) -> Int {
    let (start, line) = parserStart
    guard start >= window.start, position - start < window.cleanEnd - position else {
      return window.line(of: position)
    }
    return line + window.newlines(in: start..<max(start, position))
  }

  /// Gives up a tag whose end is clearly missing while the parser waits for it.
  ///
  /// - Returns: Whether it did.
  mutating func abandonEndlessTag(isFinal: Bool) throws -> Bool {
    let start = pending
    let length = window.cleanEnd - start
    let limit = options.limits.tagBytes
    let isComment = window.starts("<!", at: start) || window.starts("<?", at: start)
    let isEndless: Bool
    if isFinal {
      let rest = min(start + 1, window.cleanEnd)..<window.cleanEnd
      isEndless = window.first(UInt8(ascii: "<"), in: rest) != nil
    } else {
      guard length > (isComment ? limit : min(limit, Self.doubtfulTagBytes)) else { return false }
      isEndless = window.nextRecord(after: start) != nil
    }
    if isEndless {
      abandonRecord(at: start, tag: start, resumingAt: start + 1)
    } else if length > limit {
      throw DaymarkError(
        .xmlLimit, at: place(line: window.line(of: start), offset: start), limit: .tagBytes, limit)
    }
    return isEndless
  }

  mutating func recover(from code: Int32) throws {
    let state = document.pointee
    let offset = state.streamOffset + Int(daymark_xml_error_offset(parser))
    let position = min(max(offset, window.start), window.cleanEnd)
    // A tag that was already reported is not at fault. The error is after it.
    let reported = max(window.start, state.streamOffset + Int(daymark_xml_tag_end(parser)))
    let tag = window.last(UInt8(ascii: "<"), in: min(reported, position)..<position) ?? position
    let line = line(of: tag)
    let open = state.openElements
    if !open.contains(.unknown), let mended = window.mendTag(at: tag, code: code) {
      findings.count(Finding(mended, at: place(line: line, offset: tag)))
      try startParser(at: tag, line: line, inside: open)
    } else if window.starts("</HealthData", at: tag) {
      // An earlier element was not closed, but the document ends here anyway.
      findings.count(Finding(.xmlMalformed, at: place(line: line, offset: tag)))
      document.pointee.abandon()
      let end = window.first(UInt8(ascii: ">"), in: tag..<window.cleanEnd)
      document.pointee.rootEnd = end.map { $0 + 1 } ?? position
    } else {
      // A parser that fails where it has just begun would otherwise fail there for ever.
      let next = position == lastRestart ? position + 1 : position
      abandonRecord(at: position, tag: tag, resumingAt: next)
    }
  }

  /// Gives up the present record and searches for the next one.
  private mutating func abandonRecord(at position: Int, tag: Int, resumingAt next: Int) {
    findings.count(Finding(.xmlMalformed, at: place(line: line(of: position), offset: position)))
    let isInCorrelation =
      document.pointee.openElements.contains(.correlation) && !window.starts("</Cor", at: tag)
      || window.starts("<Correlation", at: tag)
    document.pointee.abandon()
    search = RecordSearch(
      from: next, line: line(of: next), isInCorrelation: isInCorrelation)
  }

  /// Starts a new parser at the next record, or continues to search if the window has none.
  ///
  /// - Returns: Whether parsing continues.
  mutating func resume(isFinal: Bool) throws -> Bool {
    guard var search else { return true }
    switch search.advance(in: window, isFinal: isFinal) {
    case .notYet:
      self.search = search
      return false
    case .rootEnd(let end):
      document.pointee.rootEnd = end
      return false
    case .record:
      self.search = nil
      lastRestart = search.position
      try startParser(
        at: search.position, line: search.line,
        inside: search.isInCorrelation ? [.healthData, .correlation] : [.healthData])
      return true
    }
  }
}
