/// The shape of a document as its beginning shows it: the paths of the keys that stand in it.
///
/// Enough to tell a format by; a head cut anywhere gives the keys before the cut.
struct JSONOutline {
  /// The keys, written as in ``JSONElements``: `[].calendarDate`, `dailies[].summaryId`.
  private(set) var keys: Set<String> = []
  /// The first byte that is no white space opens an object or an array.
  let isJSON: Bool
  private let isBlank: Bool
  private let isWhole: Bool

  /// Bytes that are looked at.
  private static let maximumBytes = 1 << 16
  private static let maximumDepth = 8

  init(_ head: DocumentHead) { self = head.outline }

  /// - Parameters:
  ///   - bytes: The document's first ones.
  ///   - isWhole: They are all there are.
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

  /// The answer of a format that takes documents with certain keys.
  func recognition(_ isOwn: (JSONOutline) -> Bool) -> Recognition {
    if isOwn(self) { return .recognised }
    return !isWhole && (isBlank || isJSON && keys.isEmpty) ? .undecided : .other
  }

  private static func keys(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Set<String> {
    var keys: Set<String> = []
    // The path of each open bracket; the last key of the innermost object.
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
