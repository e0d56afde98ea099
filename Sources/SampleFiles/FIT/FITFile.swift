/// A FIT file as a device writes it, with any of the faults that real files have.
///
/// Two files one after another form a chained file. Source: the FIT Protocol, "File Header" to
/// "Base Types".
package struct FITFile: Sendable {
  /// The length or checksum that a file states.
  package enum Stated: Sendable {
    case right, wrong, zero
    /// The file ends before the stated value, because the recorder stopped.
    case missing
  }

  /// The messages, in the order of the file.
  package var messages: [FITFileMessage]
  /// The length of the header: 14 with a checksum of its own, 12 without.
  package var headerBytes = 14
  /// The checksum that the header states.
  package var headerChecksum = Stated.right
  /// The size that the header states.
  package var dataSize = Stated.right
  /// The checksum that the file states.
  package var checksum = Stated.right
  /// Whether all definitions and their messages are big-endian.
  ///
  /// Headers are always little-endian.
  package var isBigEndian = false

  package init(_ messages: [FITFileMessage]) { self.messages = messages }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var data = FITData(isBigEndian: isBigEndian)
    for message in messages { data.append(message) }
    let size = dataSize == .zero ? 0 : data.bytes.count
    // These are protocol 2.0 and profile 21.32.
    var file: [UInt8] = [UInt8(headerBytes), 0x20] + littleEndian(2132, 2) + littleEndian(size, 4)
    file += Array(".FIT".utf8)
    if headerBytes >= 14 {
      file += littleEndian(headerChecksum == .zero ? 0 : Int(fitChecksum(file)), 2)
    }
    file += data.bytes
    switch checksum {
    case .right: file += littleEndian(Int(fitChecksum(file)), 2)
    case .wrong: file += littleEndian(Int(fitChecksum(file) ^ 0x5555), 2)
    case .zero: file += [0, 0]
    case .missing: break
    }
    return file
  }
}

/// The records of a file.
///
/// Each definition precedes its first message, and local types are used in turn.
private struct FITData {
  let isBigEndian: Bool
  var bytes: [UInt8] = []
  /// The definitions, by local type.
  private var definitions: [[UInt8]] = []
  private var oldest = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func append(_ message: FITFileMessage) {
    let local = localType(of: message)
    if let offset = message.compressedTime {
      bytes.append(0x80 | local << 5 | offset & 31)
    } else {
      bytes.append(local)
    }
    for field in message.fields { bytes += field.bytes(isBigEndian: isBigEndian) }
  }

  /// Returns the local type of a message, and defines it if necessary.
  private mutating func localType(of message: FITFileMessage) -> UInt8 {
    let definition = definition(of: message)
    if let known = definitions.firstIndex(of: definition) { return UInt8(known) }
    // A compressed header has two bits for the local type.
    let limit = 4
    if definitions.count < limit {
      definitions.append(definition)
      oldest = definitions.count % limit
    } else {
      definitions[oldest] = definition
      oldest = (oldest + 1) % limit
    }
    let local = UInt8(definitions.firstIndex(of: definition) ?? 0)
    bytes.append(0x40 | local)
    bytes += definition
    return local
  }

  private func definition(of message: FITFileMessage) -> [UInt8] {
    var definition: [UInt8] = [0, isBigEndian ? 1 : 0]
    let number = littleEndian(Int(message.number), 2)
    definition += isBigEndian ? number.reversed() : number
    definition.append(UInt8(message.fields.count))
    for field in message.fields {
      definition += [field.number, UInt8(field.size), field.type.rawValue]
    }
    return definition
  }
}

/// Returns the CRC-16/ARC, with the reflected polynomial 0xA001; FIT Protocol, "File Header".
private func fitChecksum(_ bytes: [UInt8]) -> UInt16 {
  var crc: UInt16 = 0
  for byte in bytes {
    crc ^= UInt16(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1 }
  }
  return crc
}

/// Returns `value` in `count` little-endian bytes.
func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

extension FITFile {
  /// Returns a ride of about `bytes` bytes, with a point per second and the fields that devices
  /// write.
  package static func ride(bytes: Int, seed: UInt64) -> FITFile {
    var random = SplitMix64(seed: seed)
    let start: FITFileTime = "2025-05-10T08:00:00Z"
    let points = max(1, bytes / 27)
    var (centimeters, rate, altitude) = (0, 120, 3000)
    var messages: [FITFileMessage] = [.fileID(type: 4, created: start), .timer(0, at: start)]
    messages.reserveCapacity(points + 4)
    for second in 0..<points {
      let speed = random.number(in: 500...900)
      centimeters += speed
      rate = min(180, max(90, rate + random.number(in: -1...1)))
      altitude += random.number(in: -1...1)
      messages.append(
        FITFileMessage(
          20,
          [
            .init(253, .uint32, (start + second).seconds), .init(0, .sint32, 600_000_000 + second),
            .init(1, .sint32, 100_000_000 + second), .init(5, .uint32, centimeters),
            .init(73, .uint32, speed * 10), .init(78, .uint32, altitude), .init(3, .uint8, rate),
            .init(4, .uint8, 85),
          ]))
    }
    messages.append(
      .session(
        sport: 2, start: start, elapsed: points, centimeters: centimeters, kilocalories: 900))
    messages.append(.activity(at: start + points, timer: points, offset: 7200))
    return FITFile(messages)
  }
}
