import CDaymarkXML
import DaymarkModel

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
        noteCut()
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
    noteCut()
    return 0
  }

  /// Keeps where the bytes end that were shown, while a tag is cut there that the scanner may yet leave.
  private mutating func noteCut() {
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
