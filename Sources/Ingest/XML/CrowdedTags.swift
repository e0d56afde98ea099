/// A search for tags with too many attributes, before the parser sees them.
///
/// libxml2 compares each attribute of a tag with all others before it reports the tag.
struct CrowdedTags {
  /// The position up to which the search is complete.
  private var position = 0

  /// The minimum length of an attribute: `a='' `.
  private static let leastBytes = 5

  /// Returns the first tag in the window with more than `most` attributes.
  mutating func first(in window: borrowing DocumentWindow, atMost most: Int) -> Int? {
    position = max(position, window.start)
    pass(in: window, atMost: most)
    while let tag = window.first(UInt8(ascii: "<"), in: position..<max(position, window.cleanEnd)) {
      let next = window.first(UInt8(ascii: "<"), in: (tag + 1)..<window.cleanEnd)
      let end = next ?? window.cleanEnd
      if end - tag > most * Self.leastBytes, attributes(in: tag..<end, of: window) > most {
        return tag
      }
      // An incomplete tag is examined again when more of it is available.
      position = next ?? tag
      if next == nil { return nil }
      pass(in: window, atMost: most)
    }
    position = max(position, window.cleanEnd)
    return nil
  }

  /// Skips tags that are too short to have too many attributes.
  private mutating func pass(in window: borrowing DocumentWindow, atMost most: Int) {
    let longest = most * Self.leastBytes
    while position < window.cleanEnd, window[position] == UInt8(ascii: "<") {
      let near = (position + 1)..<min(position + 1 + longest, window.cleanEnd)
      guard let next = window.last(UInt8(ascii: "<"), in: near) else { return }
      position = next
    }
  }

  private func attributes(in tag: Range<Int>, of window: borrowing DocumentWindow) -> Int {
    if window.starts("<!", at: tag.lowerBound) || window.starts("<?", at: tag.lowerBound) {
      return 0
    }
    var (count, at) = (0, tag.lowerBound)
    while at < tag.upperBound {
      switch window[at] {
      case UInt8(ascii: ">"): return count
      case UInt8(ascii: "="): count += 1
      case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
        guard let end = window.first(quote, in: (at + 1)..<tag.upperBound) else { return count }
        at = end
      default: break
      }
      at += 1
    }
    return count
  }
}
