import DaymarkModel

/// One row of a CSV document: its fields without their quotes, and where it stands.
struct CSVRow {
  /// Line of its first byte, from 1.
  private(set) var line = 1
  /// Offset of its first byte in the document, from 0.
  private(set) var byte = 0
  /// The fields' bytes, one field after the other.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Number of fields.
  var count: Int { ends.count }

  /// The bytes of a field, which need not be UTF-8; none where the row has fewer fields.
  subscript(column: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(column) else { return [] }
    return bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
  }

  /// A field as text, with replacement characters for what is no UTF-8.
  func text(_ column: Int) -> String { String(decoding: self[column], as: UTF8.self) }

  /// A field as a number, read exactly; `nil` where it is none.
  func number(_ column: Int) -> DecimalNumber? {
    self[column].withUnsafeBufferPointer { DecimalNumber(utf8: $0) }
  }

  /// The first field that holds exactly this text.
  func column(of text: String) -> Int? {
    ends.indices.first { self[$0].elementsEqual(text.utf8) }
  }

  /// How many fields hold exactly this text.
  func count(of text: String) -> Int {
    ends.indices.count { self[$0].elementsEqual(text.utf8) }
  }

  // MARK: Filling

  /// Makes it an empty row, and keeps its memory.
  mutating func begin(line: Int, byte: Int) {
    (self.line, self.byte) = (line, byte)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  mutating func endField() { ends.append(bytes.count) }
}
