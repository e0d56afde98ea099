import CDaymarkXML
import DaymarkModel

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
