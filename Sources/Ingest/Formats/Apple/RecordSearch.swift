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

  enum Outcome {
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
  mutating func advance(in window: borrowing DocumentWindow, isFinal: Bool) -> Outcome {
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
