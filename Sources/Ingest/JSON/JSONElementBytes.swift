import DaymarkModel

/// The bytes of an element that is being cut out of a document.
struct JSONElementBytes {
  let path: Int
  let line: Int
  let byte: Int
  private let most: Int
  private var bytes: [UInt8] = []
  private var isTooLarge = false

  init(path: Int, line: Int, byte: Int, atMost most: Int) {
    (self.path, self.line, self.byte, self.most) = (path, line, byte, most)
  }

  mutating func append(_ part: Slice<UnsafeRawBufferPointer>) {
    if bytes.count + part.count > most {
      isTooLarge = true
      bytes = []
    }
    if !isTooLarge { bytes += part }
  }

  /// The element, or what is wrong with it, when it is whole.
  var event: JSONScanner.Event {
    guard !isTooLarge else {
      let facts = Finding.Facts {
        $0.limit = .elementBytes
        $0.most = most
      }
      return .problem(.jsonLimit, line: line, byte: byte, facts)
    }
    return bytes.withUnsafeBytes { bytes in
      do throws(MalformedJSON) {
        var repeated: RepeatedJSONKey?
        let item = try JSONItem(parsing: bytes, repeated: &repeated)
        repeated?.offset += byte
        return .element(
          JSONElement(path: path, item: item, line: line, byte: byte, repeated: repeated))
      } catch {
        let linesBefore = bytes[..<error.offset].count { $0 == UInt8(ascii: "\n") }
        return .problem(.jsonMalformed, line: line + linesBefore, byte: byte + error.offset)
      }
    }
  }
}
