/// The paths of the keys in the beginning of a JSON document.
///
/// They are sufficient to recognize a format. If the beginning ends anywhere, the keys before that
/// are available.
struct JSONOutline {
  /// The paths of the keys in the form of ``JSONElements``: `[].calendarDate`,
  /// `dailies[].summaryId`.
  private(set) var keys: Set<String> = []
  /// Whether the first byte other than white space opens an object or an array.
  let isJSON: Bool
  private let isBlank: Bool
  private let isWhole: Bool

  /// The maximum number of bytes that are examined.
  private static let maximumBytes = 1 << 16
  private static let maximumDepth = 8

  init(_ head: DocumentHead) { self = head.outline }

  /// Reads the keys in the beginning of a document.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the document.
  ///   - isWhole: Whether they are the complete document.
  init(of bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    self.isWhole = isWhole
    var text = bytes.prefix(Self.maximumBytes)
    let mark = [UInt8].byteOrderMark
    if text.starts(with: mark) { text = text.dropFirst(mark.count) }
    text = text.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    isBlank = text.isEmpty
    isJSON = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    if isJSON { keys = Self.keys(in: text) }
  }

  func has(_ keys: String...) -> Bool { keys.allSatisfy(self.keys.contains) }

  /// Returns the answer of a format that recognizes documents by their keys.
  func recognition(_ isOwn: (JSONOutline) -> Bool) -> Recognition {
    if isOwn(self) { return .recognised }
    return !isWhole && (isBlank || isJSON && keys.isEmpty) ? .undecided : .other
  }

  private static func keys(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Set<String> {
    var keys: Set<String> = []
    // These are the path of each open bracket, and below the last key of the innermost object.
    var open: [(path: String, isArray: Bool)] = []
    var path = ""
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard open.count < maximumDepth else { return keys }
        let isArray = text[index] == UInt8(ascii: "[")
        if open.last?.isArray == true { path = open[open.count - 1].path }
        path += isArray ? "[]" : ""
        open.append((path, isArray))
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() != nil else { return keys }
      case UInt8(ascii: "\""):
        guard let end = stringEnd(in: text, from: index + 1) else { return keys }
        let string = text[(index + 1)..<end]
        index = end
        if let level = open.last, !level.isArray, isKey(text, endingAt: end) {
          let name = String(decoding: string, as: UTF8.self)
          path = level.path.isEmpty ? name : "\(level.path).\(name)"
          keys.insert(path)
        }
      default: break
      }
      index += 1
    }
    return keys
  }

  private static func stringEnd(
    in text: Slice<UnsafeBufferPointer<UInt8>>, from start: Int
  ) -> Int? {
    var index = start
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\"") { return index }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Whether a colon follows the string.
  private static func isKey(_ text: Slice<UnsafeBufferPointer<UInt8>>, endingAt end: Int) -> Bool {
    let next = text[(end + 1)...].first { $0 > 0x20 }
    return next == UInt8(ascii: ":")
  }
}
