import DaymarkDocuments
import DaymarkModel

/// The numbers of Parquet's types and encodings.
///
/// Source: parquet.thrift of Apache Parquet, `Type`, `ConvertedType`, `FieldRepetitionType`, `Encoding`,
/// `PageType`, `CompressionCodec`.
enum ParquetNumber {
  enum PhysicalType: Int {
    case boolean = 0
    case int32 = 1
    case int64 = 2
    case byteArray = 6
  }

  enum Encoding: Int {
    case plain = 0
    case runLength = 3
    case dictionary = 8
  }

  static let (required, optional) = (0, 1)
  static let (dataPage, dictionaryPage) = (0, 2)
  static let uncompressed = 0
}

extension DataColumn {
  /// The physical type of the column's values.
  var physicalType: ParquetNumber.PhysicalType {
    switch kind {
    case .text: .byteArray
    case .whole, .instant, .amount: .int64
    case .flag: .boolean
    case .day: .int32
    }
  }

  /// An amount is a decimal with 18 digits, ``scale`` of them after the point.
  private static let precision = 18
  private static let scale = 6

  /// The column's element in the schema of the file.
  ///
  /// Source: Apache Parquet, "STRING", "DECIMAL", "DATE", "TIMESTAMP"; the older
  /// `ConvertedType` beside each is for older readers.
  var schemaElement: ThriftStruct {
    var element = ThriftStruct()
    element.put(1, int32: physicalType.rawValue)
    element.put(3, int32: isOptional ? ParquetNumber.optional : ParquetNumber.required)
    element.put(4, text: name)
    var logical = ThriftStruct()
    switch kind {
    case .whole, .flag: return element
    case .text:
      element.put(6, int32: 0)
      logical.put(1, ThriftStruct())
    case .amount:
      element.put(6, int32: 5)
      element.put(7, int32: Self.scale)
      element.put(8, int32: Self.precision)
      var decimal = ThriftStruct()
      decimal.put(1, int32: Self.scale)
      decimal.put(2, int32: Self.precision)
      logical.put(5, decimal)
    case .day:
      element.put(6, int32: 6)
      logical.put(6, ThriftStruct())
    case .instant:
      element.put(6, int32: 9)
      var (timestamp, unit) = (ThriftStruct(), ThriftStruct())
      unit.put(1, ThriftStruct())
      timestamp.put(1, flag: true)
      timestamp.put(2, unit)
      logical.put(8, timestamp)
    }
    element.put(10, logical)
    return element
  }
}

extension DataValue {
  /// Whether the amount has more digits than a decimal of eight bytes holds, which is from 10¹²
  /// units on.
  var isTooGreat: Bool {
    if case .amount(let amount) = self {
      amount.microUnits.magnitude >= 1_000_000_000_000_000_000
    } else {
      false
    }
  }
}

extension [DataValue] {
  /// The values without missing ones, one after the other, in Parquet's plain encoding.
  ///
  /// Source: Apache Parquet, "Plain: (PLAIN = 0)".
  var plainBytes: [UInt8] {
    var bytes: [UInt8] = []
    var flags = 0
    for value in self {
      switch value {
      case .text(let text):
        bytes.append(littleEndian: UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      case .whole(let number): bytes.append(littleEndian: Int64(number))
      case .instant(let instant): bytes.append(littleEndian: instant.milliseconds)
      case .amount(let amount): bytes.append(littleEndian: amount.microUnits)
      case .day(let day): bytes.append(littleEndian: Int32(day.ordinal))
      case .flag(let flag):
        if flags % 8 == 0 { bytes.append(0) }
        if flag { bytes[bytes.count - 1] |= 1 << UInt8(flags % 8) }
        flags += 1
      case .none: break
      }
    }
    return bytes
  }
}
