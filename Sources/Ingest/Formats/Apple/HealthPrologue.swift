/// The bytes before the root element of a Health document: declaration, DTD and comments.
///
/// They are removed before the parser sees them, because the DTD of iOS 16 stops libxml2 in every
/// mode.
struct HealthPrologue {
  /// The line, from 1, on which the root element begins.
  let rootLine: Int
  /// The line of the first entity declaration; `nil` where there is none.
  let entityLine: Int?
  /// The line of the first declaration that does not end before the next one begins; `nil` where
  /// there is none.
  let malformedLine: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = Array(bytes)
    rootLine = 1 + text.count { $0 == UInt8(ascii: "\n") }
    entityLine = Self.firstIndex(of: "<!ENTITY", in: text, from: 0).map {
      Self.line(of: $0, in: text)
    }
    malformedLine = Self.malformedLine(in: text)
  }

  static func recognise(_ head: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Recognition {
    if rootOffset(in: head) != nil { return .recognised }
    var text = head[...]
    let mark = [UInt8].byteOrderMark
    if isWhole, mark.starts(with: text) { return .undecided }
    if text.starts(with: mark) { text = text.dropFirst(mark.count) }
    text = text.drop { $0 <= UInt8(ascii: " ") }
    guard let first = text.first else { return .undecided }
    guard first == UInt8(ascii: "<") else { return .other }
    for (byte, next) in zip(text, text.dropFirst())
    where byte == UInt8(ascii: "<") && isNameStart(next) {
      // The document may have been cut in the middle of its root element's name.
      return isCutRoot(head) && isWhole ? .undecided : .other
    }
    return .undecided
  }

  /// Returns the offset of the first `<HealthData` that is a complete name.
  static func rootOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let root = Array("<HealthData".utf8)
    var start = 0
    while start + root.count < bytes.count {
      var matched = 0
      while matched < root.count, bytes[start + matched] == root[matched] { matched += 1 }
      let next = bytes[start + root.count]
      if matched == root.count,
        next <= UInt8(ascii: " ") || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
      {
        return start
      }
      start += 1
    }
    return nil
  }

  /// Whether the bytes end within `<HealthData`.
  private static func isCutRoot(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
    return "<HealthData".utf8.starts(with: bytes[start...])
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func firstIndex(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
    let needle = Array(text.utf8)
    var at = start
    // This is a loop, because `first` with a closure takes ten times as long.
    while at + needle.count <= bytes.count {
      var matched = 0
      while matched < needle.count, bytes[at + matched] == needle[matched] { matched += 1 }
      if matched == needle.count { return at }
      at += 1
    }
    return nil
  }

  private static func line(of index: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the line of the first declaration that is not closed.
  ///
  /// It examines only where the declarations of the internal subset begin and end, which is enough
  /// to find the defect of iOS 16, whose `ATTLIST` is never closed.
  private static func malformedLine(in bytes: [UInt8]) -> Int? {
    guard let doctype = firstIndex(of: "<!DOCTYPE", in: bytes, from: 0),
      let subset = bytes[doctype...].firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    var index = subset + 1
    var isOpen = false
    func line(_ index: Int) -> Int { Self.line(of: index, in: bytes) }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if isOpen { return line(index) }
        if bytes[index...].starts(with: Array("<!--".utf8)) {
          guard let end = firstIndex(of: "-->", in: bytes, from: index + 4) else {
            return line(index)
          }
          index = end + 2
        } else {
          isOpen = true
        }
      case UInt8(ascii: ">"):
        guard isOpen else { return line(index) }
        isOpen = false
      case UInt8(ascii: "]") where !isOpen: return nil
      case let byte where !isOpen && byte > UInt8(ascii: " "): return line(index)
      default: break
      }
      index += 1
    }
    return line(bytes.count)
  }
}
