import DaymarkDocuments
import DaymarkModel

/// Writes a table in the format Apache Parquet, one group of rows at a time, uncompressed.
///
/// Texts are stored in a dictionary for each group, other values plainly. The same rows give the
/// same bytes.
///
/// Source: Apache Parquet, "File format"; parquet.thrift.
struct ParquetWriter: Sendable {
  /// The first and last bytes of a file.
  static let mark = Array("PAR1".utf8)
  /// The rows of a group: enough to be read fast, and few enough for the memory.
  static let rowsPerGroup = 50_000

  private let columns: [DataColumn]
  private let rowsPerGroup: Int
  /// The rows that are not written yet, by column.
  private var values: [[DataValue]]
  private var rowCount = 0
  /// The offset of the next byte in the file.
  private var offset = mark.count
  private var groups: [Group] = []

  /// A group of rows that was written.
  private struct Group {
    var rows: Int
    var chunks: [Chunk]
  }

  /// The values of one column in a group.
  private struct Chunk {
    var bytes: [UInt8] = []
    var encodings: [ParquetNumber.Encoding]
    var dictionaryOffset: Int?
    var dataOffset: Int
    var size: Int
    var absent: Int
  }

  init(_ columns: [DataColumn], rowsPerGroup: Int = Self.rowsPerGroup) {
    self.columns = columns
    self.rowsPerGroup = rowsPerGroup
    values = Array(repeating: [], count: columns.count)
  }

  mutating func add(_ row: [DataValue]) -> [UInt8] {
    for (index, value) in row.enumerated() {
      values[index].append(value.isTooGreat ? .none : value)
    }
    rowCount += 1
    return rowCount < rowsPerGroup ? [] : endGroup()
  }

  mutating func finish() -> [UInt8] {
    var bytes = rowCount > 0 ? endGroup() : []
    let footer = metadata.ended
    bytes += footer
    bytes.append(littleEndian: UInt32(footer.count))
    return bytes + Self.mark
  }

  private mutating func endGroup() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunks: [Chunk] = []
    for (index, column) in columns.enumerated() {
      var chunk = chunk(of: column, values[index], at: offset + bytes.count)
      bytes += chunk.bytes
      chunk.bytes = []
      chunks.append(chunk)
      values[index].removeAll(keepingCapacity: true)
    }
    groups.append(Group(rows: rowCount, chunks: chunks))
    offset += bytes.count
    rowCount = 0
    return bytes
  }

  // MARK: Pages

  private func chunk(of column: DataColumn, _ all: [DataValue], at offset: Int) -> Chunk {
    let present = column.isOptional ? all.filter { $0 != .none } : all
    var page = column.isOptional ? definitionLevels(of: all) : []
    var dictionary: [UInt8] = []
    let isText = column.kind == .text
    if isText {
      let (distinct, places) = places(of: present)
      dictionary = dictionaryPage(distinct)
      let bits = max(1, Int.bitWidth - max(0, distinct.count - 1).leadingZeroBitCount)
      page += [UInt8(bits)] + runLengths(of: places, bits: bits)
    } else {
      page += present.plainBytes
    }
    let data = dataPage(page, values: all.count, isText ? .dictionary : .plain)
    return Chunk(
      bytes: dictionary + data,
      encodings: isText ? [.plain, .runLength, .dictionary] : [.plain, .runLength],
      dictionaryOffset: isText ? offset : nil, dataOffset: offset + dictionary.count,
      size: dictionary.count + data.count, absent: all.count - present.count)
  }

  /// Encodes which values are present, after the length of that encoding.
  ///
  /// Source: Apache Parquet, "Nested Encoding" and "Data Pages".
  private func definitionLevels(of values: [DataValue]) -> [UInt8] {
    let levels = runLengths(of: values.map { $0 == .none ? 0 : 1 }, bits: 1)
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(levels.count))
    return bytes + levels
  }

  /// The distinct values in the order of their first occurrence, and the index of each value among
  /// them.
  private func places(of values: [DataValue]) -> (distinct: [DataValue], places: [UInt32]) {
    // Compared by bytes, because two spellings of one letter are two values.
    var known: [[UInt8]: UInt32] = [:]
    var distinct: [DataValue] = []
    let places = values.map { value in
      let bytes = [value].plainBytes
      if let place = known[bytes] { return place }
      let place = UInt32(distinct.count)
      known[bytes] = place
      distinct.append(value)
      return place
    }
    return (distinct, places)
  }

  private func dictionaryPage(_ values: [DataValue]) -> [UInt8] {
    var page = ThriftStruct()
    page.put(1, int32: values.count)
    page.put(2, int32: ParquetNumber.Encoding.plain.rawValue)
    return self.page(ParquetNumber.dictionaryPage, field: 7, page, values.plainBytes)
  }

  private func dataPage(
    _ bytes: [UInt8], values: Int, _ encoding: ParquetNumber.Encoding
  ) -> [UInt8] {
    var page = ThriftStruct()
    page.put(1, int32: values)
    page.put(2, int32: encoding.rawValue)
    page.put(3, int32: ParquetNumber.Encoding.runLength.rawValue)
    page.put(4, int32: ParquetNumber.Encoding.runLength.rawValue)
    return self.page(ParquetNumber.dataPage, field: 5, page, bytes)
  }

  /// A page: its header, with the field for its kind, and its bytes.
  private func page(
    _ type: Int, field: Int, _ ofKind: ThriftStruct, _ bytes: [UInt8]
  ) -> [UInt8] {
    var header = ThriftStruct()
    header.put(1, int32: type)
    header.put(2, int32: bytes.count)
    header.put(3, int32: bytes.count)
    header.put(field, ofKind)
    return header.ended + bytes
  }

  // MARK: Footer

  private var metadata: ThriftStruct {
    var root = ThriftStruct()
    root.put(4, text: "schema")
    root.put(5, int32: columns.count)
    var metadata = ThriftStruct()
    metadata.put(1, int32: 2)
    metadata.put(2, [root] + columns.map(\.schemaElement))
    metadata.put(3, int64: groups.reduce(0) { $0 + $1.rows })
    metadata.put(4, groups.map { self.metadata(of: $0) })
    metadata.put(6, text: "daymark")
    return metadata
  }

  private func metadata(of group: Group) -> ThriftStruct {
    var metadata = ThriftStruct()
    metadata.put(1, zip(columns, group.chunks).map { self.metadata(of: $0, $1, rows: group.rows) })
    metadata.put(2, int64: group.chunks.reduce(0) { $0 + $1.size })
    metadata.put(3, int64: group.rows)
    return metadata
  }

  private func metadata(of column: DataColumn, _ chunk: Chunk, rows: Int) -> ThriftStruct {
    var statistics = ThriftStruct()
    statistics.put(3, int64: chunk.absent)
    var metadata = ThriftStruct()
    metadata.put(1, int32: column.physicalType.rawValue)
    metadata.put(2, int32s: chunk.encodings.map(\.rawValue))
    metadata.put(3, texts: [column.name])
    metadata.put(4, int32: ParquetNumber.uncompressed)
    metadata.put(5, int64: rows)
    metadata.put(6, int64: chunk.size)
    metadata.put(7, int64: chunk.size)
    metadata.put(9, int64: chunk.dataOffset)
    if let offset = chunk.dictionaryOffset { metadata.put(11, int64: offset) }
    metadata.put(12, statistics)
    var place = ThriftStruct()
    place.put(2, int64: 0)
    place.put(3, metadata)
    return place
  }
}
