import CDaymarkXML
import DaymarkModel

/// Feeds a Health document to libxml2's push parser and goes on after what is malformed.
///
/// libxml2's own recovery silently changes the nesting of everything after an error, so the parser is
/// abandoned at its first error and a new one begins at the next `<Record` or `<Workout`: one defect
/// costs one record. Two defects are mended instead, because a phone wrote
/// them: see ``DocumentWindow/mendTag(at:code:)``.
struct HealthXMLReader: ~Copyable {
  var window: DocumentWindow
  let document: UnsafeMutablePointer<AppleHealthDocument>
  let options: ReadOptions
  private let location: InputLocation
  var parser: OpaquePointer?
  /// Reads tags as phones write them, and leaves the others to the parser; `nil` where the parser is to
  /// read them all.
  let scanner: HealthScanner?
  /// Where the scanner goes on; `nil` while the parser reads.
  var scanned: (position: Int, line: Int)?
  /// Offset in the document of the first byte that the parser was not given.
  var pushed = 0
  /// Where the parser began, and on which line.
  private(set) var parserStart = (position: 0, line: 1)
  /// Where the bytes ended that were shown before, behind the tag that is begun: what libxml2 finds wrong with
  /// it may depend on that.
  var cuts: [Int] = []
  /// Bytes that the parser is given next.
  ///
  /// Small at first: where defects are dense, each would cost a whole block.
  var pushSize = 0
  private var missingEnds = MissingEnds()
  private var crowdedTags = CrowdedTags()
  /// Set while there is no parser to go on with.
  var search: RecordSearch?
  var lastRestart = -1
  var findings: [Finding] = []

  /// A start or end tag longer than this, with a record's tag in it, lacks its end.
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
  /// - Throws: `DaymarkError` with `xml.entities`, `xml.limit`, or what `archive` throws.
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

  /// Reads up to the root element, which the parser will see first.
  ///
  /// - Returns: `false` when the document ends before it.
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
        window.skip(to: root, line: prologue.lineCount)
        try startParser(at: root, line: prologue.lineCount, inside: [])
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

  /// A new parser that begins at a position, as if inside the elements given.
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

  /// First position that neither the scanner nor the parser has dealt with.
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

// How scanner and parser take turns. The result is the parser's, whatever the scanner reads: what it does
// not know it leaves, from there on, to a parser that begins inside the elements that are open. The parser
// is shown as much at a time as if it had read alone, for what it finds wrong may depend on that. It hands
// back once it has dealt with all that it was shown but a tag whose end is still to come.

extension HealthXMLReader {
  /// Reads the next bytes.
  ///
  /// - Returns: 0, or the code of the parser's error.
  /// - Throws: `DaymarkError` with `xml.limit`.
  mutating func advance(by count: Int, isFinal: Bool) throws -> Int32 {
    let end = pushed + count
    if scanned != nil {
      let isKnown = scan(to: end)
      // Nothing follows, so a tag that was begun is for the parser to judge.
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

  /// Keeps where the bytes end that were shown, while a tag is cut there that the scanner may yet leave.
  private mutating func updateCuts() {
    let position = pending
    cuts.removeAll { $0 <= position }
    if scanned != nil, position < pushed { cuts.append(pushed) }
  }

  /// Reads tags up to a position.
  ///
  /// - Returns: Whether what comes next may become a tag that is known, or `end` is reached.
  private mutating func scan(to end: Int) -> Bool {
    guard let scanner, var (position, line) = scanned else { return true }
    var tag = daymark_scan_tag()
    while position < end {
      // Blanks that no tag follows are the parser's from their beginning: they may begin a text.
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

  /// Of fewer bytes of text without an end libxml2 takes none.
  private static let mostBlanks = 200

  /// Begins a parser where the scanner has come to.
  private mutating func leaveToParser() throws {
    guard let (position, line) = scanned else { return }
    let shown = (pushSize, cuts)
    try startParser(at: position, line: line, inside: document.pointee.openElements)
    (pushSize, cuts) = shown
  }

  /// Lets the scanner go on behind what the parser has dealt with, if all else can be told.
  private mutating func handBack() {
    guard scanner != nil, let parser, document.pointee.isAmongKnownElements,
      daymark_xml_is_between_tags(parser)
    else { return }
    let position = pending
    if isAfterTag(position) { scanned = (position, line(of: position)) }
  }

  /// Whether a position follows a tag, with blanks at most between, and no text that was begun.
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
  /// Whether nothing is wrong, and all open elements, inside the root, are ones that are known by name.
  fileprivate var isAmongKnownElements: Bool {
    failure == nil && rootEnd == nil && tagsToIgnore == 0 && openElements.first == .healthData
      && !openElements.contains(.unknown)
  }
}

// How the reading goes on after what is malformed; see RestartInsteadOfRecovery.

extension HealthXMLReader {
  /// Line of a position that the parser has come to, counted from the nearer end.
  func line(of position: Int) -> Int {
    let (start, line) = parserStart
    guard start >= window.start, position - start < window.cleanEnd - position else {
      return window.line(of: position)
    }
    return line + window.newlines(in: start..<max(start, position))
  }

  /// Gives up a tag that the parser waits for the end of, when it plainly has none.
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
    // A tag that was reported is not the one at fault: what is wrong stands behind it.
    let reported = max(window.start, state.streamOffset + Int(daymark_xml_tag_end(parser)))
    let tag = window.last(UInt8(ascii: "<"), in: min(reported, position)..<position) ?? position
    let line = line(of: tag)
    let open = state.openElements
    if !open.contains(.unknown), let mended = window.mendTag(at: tag, code: code) {
      findings.count(Finding(mended, at: place(line: line, offset: tag)))
      try startParser(at: tag, line: line, inside: open)
    } else if window.starts("</HealthData", at: tag) {
      // An element before was never closed; the document ends here all the same.
      findings.count(Finding(.xmlMalformed, at: place(line: line, offset: tag)))
      document.pointee.abandon()
      let end = window.first(UInt8(ascii: ">"), in: tag..<window.cleanEnd)
      document.pointee.rootEnd = end.map { $0 + 1 } ?? position
    } else {
      // A parser that fails where it has just begun would fail there for ever.
      let next = position == lastRestart ? position + 1 : position
      abandonRecord(at: position, tag: tag, resumingAt: next)
    }
  }

  /// Gives up the record that is being read and looks for the next.
  private mutating func abandonRecord(at position: Int, tag: Int, resumingAt next: Int) {
    findings.count(Finding(.xmlMalformed, at: place(line: line(of: position), offset: position)))
    let isInCorrelation =
      document.pointee.openElements.contains(.correlation) && !window.starts("</Cor", at: tag)
      || window.starts("<Correlation", at: tag)
    document.pointee.abandon()
    search = RecordSearch(
      from: next, line: line(of: next), isInCorrelation: isInCorrelation)
  }

  /// Begins a new parser at the next record, or keeps looking when it is not in the window.
  ///
  /// - Returns: Whether parsing goes on.
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
