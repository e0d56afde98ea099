/// The tags and comments of a window that have no end in it, as far as is known.
///
/// The parser looks for the end of each from where it begins to the last byte that it was given. Where
/// thousands have none, that takes the square of their number; here every byte is looked at once.
struct MissingEnds {
  /// The range that was searched for an end in vain, by its kind.
  private var searched: [End: Range<Int>] = [:]

  /// An end whose last byte is `>`.
  private enum End {
    case ofTag, ofComment, ofInstruction

    /// The bytes before `>`.
    var before: StaticString {
      switch self {
      case .ofTag: ""
      case .ofComment: "--"
      case .ofInstruction: "?"
      }
    }

    /// The end of what begins at a `<`; `nil` where it is not of these kinds.
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

  /// Whether what begins at a position has no end in what the window holds.
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
