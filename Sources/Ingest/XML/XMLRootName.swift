/// The root element that the beginning of a document names.
enum XMLRootName: Equatable {
  /// The name, without its prefix.
  case name(String)
  /// The bytes end before the root element.
  case undecided
  case notXML

  /// Reads the name after a byte order mark, blanks, the declaration, comments and a document type.
  init(of head: DocumentHead) {
    var scanner = XMLPrologueScanner(XMLPrologueScanner.ascii(head.bytes))
    self = scanner.rootName()
  }

  /// Returns whether a document with this root has the format whose root is `root`.
  func recognition(root: String) -> Recognition {
    switch self {
    case .name(let name): name == root ? .recognised : .other
    case .undecided: .undecided
    case .notXML: .other
    }
  }
}

private struct XMLPrologueScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the bytes without a byte order mark, or one byte for each unit of UTF-16.
  static func ascii(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else {
      let mark = [UInt8].byteOrderMark
      return Array(bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0))
    }
    return stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (bytes[index], bytes[index + 1])
      let (high, low) = isBigEndian ? (first, second) : (second, first)
      return high == 0 ? low : 0x80
    }
  }

  mutating func rootName() -> XMLRootName {
    while true {
      while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
      guard position < bytes.count else { return .undecided }
      guard bytes[position] == UInt8(ascii: "<") else { return .notXML }
      if starts("<?") {
        guard skip(past: "?>") else { return .undecided }
      } else if starts("<!--") {
        guard skip(past: "-->") else { return .undecided }
      } else if starts("<!DOCTYPE") {
        guard skipDocumentType() else { return .undecided }
      } else if "<!DOCTYPE".utf8.starts(with: bytes[position...])
        || "<!--".utf8.starts(with: bytes[position...])
      {
        return .undecided
      } else {
        return elementName()
      }
    }
  }

  private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skip(past text: String) -> Bool {
    while position < bytes.count {
      if starts(text) {
        position += text.utf8.count
        return true
      }
      position += 1
    }
    return false
  }

  /// Skips to the `>` outside of quotes and the internal subset.
  private mutating func skipDocumentType() -> Bool {
    var quote: UInt8?
    var isInSubset = false
    while position < bytes.count {
      let byte = bytes[position]
      if !isInSubset, starts("<!--") {
        guard skip(past: "-->") else { return false }
        continue
      }
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        isInSubset = true
      } else if byte == UInt8(ascii: "]") {
        isInSubset = false
      } else if byte == UInt8(ascii: ">"), !isInSubset {
        return true
      }
    }
    return false
  }

  private func elementName() -> XMLRootName {
    let name = bytes[(position + 1)...].prefix {
      $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        && $0 != UInt8(ascii: "<")
    }
    guard name.endIndex < bytes.count else { return .undecided }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? []
    return .name(String(decoding: local, as: UTF8.self))
  }
}
