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
      capacity: max(limits.prologueBytes, limits.tagBytes) + options.blockBytes + 16)
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
      if document.pointee.rootEnd != nil { noteTrailingContent() }
      try afterChunk(isFinal)
      if isFinal { break }
      let isAtEnd = document.pointee.rootEnd != nil
      window.drop(before: isAtEnd ? window.cleanEnd : search?.position ?? pending)
      isFinal = try !window.fill(from: &archive, options: options)
      progress(archive.position)
    }
    noteReplacements()
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

  private mutating func noteTrailingContent() {
    guard let end = document.pointee.rootEnd,
      !findings.contains(where: { $0.code == .xmlTrailingContent })
    else { return }
    let rest = max(end, window.start)..<max(end, window.cleanEnd)
    guard let junk = rest.first(where: { window[$0] > UInt8(ascii: " ") }) else { return }
    findings.append(
      Finding(.xmlTrailingContent, at: place(line: window.line(of: junk), offset: junk)))
  }

  private mutating func noteReplacements() {
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
