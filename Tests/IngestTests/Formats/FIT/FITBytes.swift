import CDaymarkArchive
import DaymarkModel
import DaymarkTestSupport

@testable import DaymarkIngest

/// A FIT file put together byte by byte, as the tables of the FIT protocol say.
struct FITBytes {
  /// Field number, size, base type.
  typealias Field = (UInt8, UInt8, UInt8)

  private(set) var data: [UInt8] = []

  mutating func define(
    _ local: UInt8, _ message: UInt16, _ fields: [Field], isBigEndian: Bool = false,
    developer: [Field] = []
  ) {
    let number = isBigEndian ? message.bigEndian : message.littleEndian
    data += [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0, isBigEndian ? 1 : 0]
    data += bytes(number) + [UInt8(fields.count)]
    for field in fields { data += [field.0, field.1, field.2] }
    guard !developer.isEmpty else { return }
    data.append(UInt8(developer.count))
    for field in developer { data += [field.0, field.1, field.2] }
  }

  mutating func add(_ local: UInt8, _ values: [UInt8]...) {
    data.append(local)
    data += values.flatMap(\.self)
  }

  /// A data message whose header holds the lowest five bits of its time.
  mutating func add(compressed offset: UInt8, _ local: UInt8, _ values: [UInt8]...) {
    data.append(0x80 | local << 5 | offset)
    data += values.flatMap(\.self)
  }

  mutating func append(raw bytes: [UInt8]) { data += bytes }

  /// A whole part.
  ///
  /// - Parameters:
  ///   - headerSize: The header's size; beyond 14 it has bytes that nobody knows.
  ///   - headerCRC: Instead of the right one.
  ///   - dataSize: Instead of the right one.
  ///   - crc: Instead of the right one; empty for none.
  func file(
    headerSize: Int = 14, headerCRC: UInt16? = nil, dataSize: Int? = nil, crc: [UInt8]? = nil
  ) -> [UInt8] {
    var file: [UInt8] = [UInt8(headerSize), 0x20, 0x54, 0x08]
    file += bytes(UInt32(dataSize ?? data.count)) + Array(".FIT".utf8)
    if headerSize >= 14 { file += bytes(headerCRC ?? nibbleChecksum(file)) }
    file += Array(repeating: 0xAA, count: max(0, headerSize - 14))
    file += data
    return file + (crc ?? bytes(nibbleChecksum(file)))
  }
}

/// The little-endian bytes of a number.
func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// The checksum by the table of 16 entries that the FIT protocol prints.
func nibbleChecksum(_ bytes: [UInt8]) -> UInt16 {
  let table: [UInt16] = [
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
    0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
  ]
  var crc: UInt16 = 0
  for byte in bytes {
    for nibble in [byte & 15, byte >> 4] {
      let shifted = crc >> 4
      crc = shifted ^ table[Int(crc & 15)] ^ table[Int(nibble)]
    }
  }
  return crc
}

/// 2026-03-05T17:00:00Z: 1,772,730,000 s after 1970, less 631,065,600.
let fitStart: UInt32 = 1_141_664_400

/// The same time with an offset in seconds.
func fitInstant(_ seconds: Int64) -> Instant { Instant(seconds: 1_772_730_000 + seconds) }

extension FITBytes {
  /// Local types of ``run(records:)``.
  static let (fileID, record, session) = (UInt8(0), UInt8(1), UInt8(2))

  /// The messages of a file that is one activity of Garmin's product 3290.
  mutating func addFileID(type: UInt8 = 4, maker: UInt16 = 1) {
    define(Self.fileID, 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84)])
    add(Self.fileID, [type], bytes(maker), bytes(UInt16(3290)))
  }

  /// Defines records of time, heart rate and distance.
  mutating func defineRecords() {
    define(Self.record, 20, [(253, 4, 0x86), (3, 1, 0x02), (5, 4, 0x86)])
  }

  /// - Parameter centimeters: All bits set are none.
  mutating func addRecord(at seconds: Int, rate: UInt8, centimeters: UInt32) {
    add(
      Self.record, bytes(UInt32(Int(fitStart) + seconds)), [rate], bytes(centimeters))
  }

  /// Start, elapsed ms, sport, sub-sport, centimeters, cycles, kcal, average and maximum rate.
  mutating func defineSessions() {
    define(
      Self.session, 18,
      [
        (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0), (6, 1, 0), (9, 4, 0x86), (10, 4, 0x86),
        (11, 2, 0x84), (16, 1, 2), (17, 1, 2),
      ])
  }

  mutating func addSession(
    at seconds: Int, elapsed: UInt32, sport: UInt8, subSport: UInt8 = 0,
    centimeters: UInt32 = .max, cycles: UInt32 = .max, kcal: UInt16 = .max,
    rates: [UInt8] = [
      255, 255,
    ]
  ) {
    add(
      Self.session, bytes(UInt32(Int(fitStart) + seconds)), bytes(elapsed * 1000),
      [sport, subSport], bytes(centimeters), bytes(cycles), bytes(kcal), rates)
  }

  /// A run of `records` seconds, 3 m in each.
  static func run(records: Int = 20) -> FITBytes {
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    for second in 1...records {
      fit.addRecord(
        at: second, rate: 120 + UInt8(second % 30), centimeters: UInt32(second) * 300)
    }
    fit.defineSessions()
    fit.addSession(
      at: 0, elapsed: UInt32(records), sport: 1, centimeters: UInt32(records) * 300, cycles: 28,
      kcal: 5, rates: [130, 149])
    return fit
  }
}

extension IngestedInput {
  /// Of a file that stands alone.
  init(fit bytes: [UInt8], chunkBytes: Int = 1 << 16) throws {
    let folder = try ScratchFolder()
    try self.init(of: folder.write(bytes, to: "a.fit"), chunkBytes: chunkBytes)
  }

  var track: [TrackPoint] { activities.flatMap(\.track) }
}

/// The parts of a file, before sessions are made of them.
func fitParts(of path: String) throws -> [FITActivityPart] {
  struct Parts: FITMessageConsumer {
    var parts: [FITActivityPart] = []
    mutating func beginPart(statedBytes: Int) {
      parts.append(FITActivityPart(statedBytes: statedBytes))
    }
    mutating func add(_ message: FITMessage) { parts[parts.count - 1].add(message) }
  }
  var reading = InputSink(
    facts: InputFacts(name: "a.fit", format: "fit", digest: .init(of: []), bytes: 0),
    options: ReadOptions(), progress: { _ in }, receive: { _ in })
  let place = InputLocation(file: "a.fit")
  var document = try ArchiveReader(
    InputFile(of: path, in: SystemFiles(), at: place), kind: DAYMARK_ARCHIVE_SINGLE, at: place,
    budget: ReadBudget(ReadLimits()))
  var decoder = FITDecoder(Parts(), chunkBytes: 4096)
  try decoder.read(&document, into: &reading)
  return decoder.consumer.parts
}

/// A written amount as a number.
func number(_ amount: WrittenAmount?) -> Double? {
  guard let value = amount?.value else { return nil }
  let scale = (0..<abs(value.exponent)).reduce(1.0) { scale, _ in scale * 10 }
  let magnitude = Double(value.coefficient)
  return (value.isNegative ? -1 : 1) * (value.exponent < 0 ? magnitude / scale : magnitude * scale)
}
