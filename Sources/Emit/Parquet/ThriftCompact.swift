import DaymarkDocuments
import DaymarkModel

/// A structure in Thrift's compact protocol, in which Parquet writes headers and the footer.
///
/// Source: the compact protocol of Apache Thrift, "Base types", "Struct encoding" and "List and
/// Set".
struct ThriftStruct {
  private(set) var bytes: [UInt8] = []
  private var lastField = 0

  /// The types as the header of a field encodes them.
  private enum FieldType: UInt8 {
    case yes = 1
    case no, byte, int16, int32, int64, double, binary, list, set, map, structure
  }

  mutating func put(_ field: Int, int32 value: Int) {
    begin(field, .int32)
    bytes.append(zigZag: Int64(value))
  }

  mutating func put(_ field: Int, int64 value: Int) {
    begin(field, .int64)
    bytes.append(zigZag: Int64(value))
  }

  mutating func put(_ field: Int, flag: Bool) { begin(field, flag ? .yes : .no) }

  mutating func put(_ field: Int, text: String) {
    begin(field, .binary)
    bytes.append(text: text)
  }

  mutating func put(_ field: Int, _ structure: ThriftStruct) {
    begin(field, .structure)
    bytes += structure.ended
  }

  mutating func put(_ field: Int, _ structures: [ThriftStruct]) {
    beginList(field, .structure, count: structures.count)
    for structure in structures { bytes += structure.ended }
  }

  mutating func put(_ field: Int, int32s values: [Int]) {
    beginList(field, .int32, count: values.count)
    for value in values { bytes.append(zigZag: Int64(value)) }
  }

  mutating func put(_ field: Int, texts: [String]) {
    beginList(field, .binary, count: texts.count)
    for text in texts { bytes.append(text: text) }
  }

  /// The bytes, followed by the stop field.
  var ended: [UInt8] { bytes + [0] }

  /// Begins a field; fields must ascend, each at most 15 above the one before.
  private mutating func begin(_ field: Int, _ type: FieldType) {
    bytes.append(UInt8(field - lastField) << 4 | type.rawValue)
    lastField = field
  }

  private mutating func beginList(_ field: Int, _ type: FieldType, count: Int) {
    begin(field, .list)
    if count < 15 {
      bytes.append(UInt8(count) << 4 | type.rawValue)
    } else {
      bytes.append(0xF0 | type.rawValue)
      bytes.append(varint: UInt64(count))
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: String) {
    append(varint: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  /// Appends a number, with its lowest byte first.
  mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
