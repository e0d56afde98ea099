/// Texts numbered in the order they first came, so that records carry two bytes instead of a name.
struct NameTable {
  private(set) var names: [String] = []
  private var indices: [[UInt8]: UInt16] = [:]
  private var lastBytes: [UInt8] = []
  private var lastIndex: UInt16 = 0

  /// The number of `text`, or `nil` when it is too long, or one more than there may be.
  mutating func index(of text: AttributeText, limits: ReadLimits) -> UInt16? {
    // Records of one source mostly follow each other.
    if text.count == lastBytes.count, !names.isEmpty,
      lastBytes.withUnsafeBufferPointer({ text.hasBytes($0) })
    {
      return lastIndex
    }
    let bytes = Array(text)
    let index: UInt16
    if let known = indices[bytes] {
      index = known
    } else {
      guard names.count < min(limits.names, Int(UInt16.max)), text.count <= limits.nameBytes else {
        return nil
      }
      index = UInt16(names.count)
      names.append(text.string)
      indices[bytes] = index
    }
    (lastBytes, lastIndex) = (bytes, index)
    return index
  }
}
