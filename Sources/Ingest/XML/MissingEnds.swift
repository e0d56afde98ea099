/// The tags and comments in a window that have no end in it.
///
/// The parser searches for each end from the beginning of the tag to the last byte it has received.
/// With thousands of missing ends that takes quadratic time, while here every byte is examined only
/// once.
struct MissingEnds {
  /// The range that was searched without result, by the kind of end.
  private var searched: [End: Range<Int>] = [:]

  /// A kind of end, whose last byte is `>`.
  private enum End {
    case ofTag, ofComment, ofInstruction

    /// The bytes before the `>`.
    var before: StaticString {
      switch self {
      case .ofTag: ""
      case .ofComment: "--"
      case .ofInstruction: "?"
      }
    }

    /// Makes the kind of end for a `<`; `nil` where it begins neither a tag nor a comment.
    init?(ofWhatBeginsAt start: Int, in window: borrowing DocumentWindow) {
      if window.starts("<!--", at: start) {
        self = .ofComment
      } else if window.starts("<?", at: start) {
        self = .ofInstruction
      } else if window.starts("<", at: start), !window.starts("<!", at: start) {
        self = .ofTag
      } else {
        return nil
      }
    }
  }

  /// Whether the construct that begins at a position has no end in the window.
  mutating func include(_ start: Int, in window: borrowing DocumentWindow) -> Bool {
    guard let end = End(ofWhatBeginsAt: start, in: window) else { return false }
    let length = end.before.utf8CodeUnitCount
    let known = searched[end].flatMap { $0.contains(start) ? $0 : nil }
    var at = max(start + 1 + length, known?.upperBound ?? 0)
    let clean = window.cleanEnd
    while let found = window.first(UInt8(ascii: ">"), in: min(at, clean)..<clean) {
      if length == 0 || window.starts(end.before, at: found - length) { return false }
      at = found + 1
    }
    searched[end] = (known?.lowerBound ?? start)..<clean
    return true
  }
}
