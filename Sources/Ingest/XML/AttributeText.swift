import CDaymarkXML

#if canImport(Glibc)
  import Glibc
#endif

/// The text of an attribute; empty where the attribute is absent.
typealias AttributeText = UnsafeBufferPointer<UInt8>

extension daymark_xml_attribute {
  var text: AttributeText { AttributeText(start: value, count: Int(length)) }
}

extension AttributeText {
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && text.withUTF8Buffer { hasBytes($0) }
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && text.withUTF8Buffer { hasBytes($0) }
  }

  /// The text itself.
  ///
  /// libxml2 is not told to replace entities, and then passes an ampersand as the reference
  /// `&#38;`, which is the only such case.
  var string: String {
    let text = String(decoding: self, as: UTF8.self)
    return contains(UInt8(ascii: "&")) ? text.replacing("&#38;", with: "&") : text
  }

  /// Whether the text begins with `other`, which must not be longer.
  func hasBytes(_ other: AttributeText) -> Bool {
    guard let first = baseAddress, let second = other.baseAddress else { return other.isEmpty }
    return memcmp(first, second, other.count) == 0
  }

  /// The text without surrounding blanks.
  var trimmed: AttributeText {
    var text = self[...]
    while let last = text.last, last <= UInt8(ascii: " ") { text = text.dropLast() }
    return AttributeText(rebasing: text.drop { $0 <= UInt8(ascii: " ") })
  }
}
