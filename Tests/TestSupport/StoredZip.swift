/// A zip without compression, whose every field a test can get wrong.
package struct StoredZip {
  package struct Member: Sendable {
    package var name: [UInt8]
    package var content: [UInt8]
    /// What is added to the true checksum.
    package var checksumError: UInt32 = 0
    /// General purpose flags; APPNOTE 4.4.4: 1 encrypted, 8 data descriptor, 0x800 name in UTF-8.
    package var flags: UInt16 = 0
    /// 0 stored, 8 deflated; APPNOTE 4.4.5.
    package var method: UInt16 = 0
    /// Sizes stand in a zip64 extra field; APPNOTE 4.5.3.
    package var isZip64 = false
    /// The mode as of Unix, 0o120777 of a link, whose content is where it leads; APPNOTE 4.4.15.
    package var mode = 0o100644

    package init(_ name: String, _ content: some Sequence<UInt8>) {
      self.name = Array(name.utf8)
      self.content = Array(content)
    }
  }

  package var members: [Member]

  package init(_ members: [Member]) { self.members = members }

  /// The archive; APPNOTE 4.3.
  package var bytes: [UInt8] {
    var zip: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let offset = zip.count
      let checksum = crc32(member.content) &+ member.checksumError
      let size = member.content.count
      let name = field(member.name.count, 2)
      let extra =
        member.isZip64 ? field(1, 2) + field(16, 2) + field(size, 8) + field(size, 8) : []
      let stated = member.isZip64 ? Int(UInt32.max) : size
      let version = field(member.isZip64 ? 45 : 20, 2)
      let sums = field(checksum, 4) + field(stated, 4) + field(stated, 4)
      let hasDescriptor = member.flags & 8 != 0
      let common = version + field(member.flags, 2) + field(member.method, 2) + field(0, 4)
      zip += [0x50, 0x4B, 3, 4] + common + (hasDescriptor ? field(0, 12) : sums)
      zip += name + field(extra.count, 2) + member.name + extra + member.content
      if hasDescriptor {
        zip += [0x50, 0x4B, 7, 8] + field(checksum, 4) + field(size, 4) + field(size, 4)
      }
      directory += [0x50, 0x4B, 1, 2] + field(0x031E, 2) + common + sums
      directory += name + field(extra.count, 2) + field(0, 6)
      directory += field(member.mode << 16, 4) + field(offset, 4) + member.name + extra
    }
    let count = field(members.count, 2)
    let end = [0x50, 0x4B, 5, 6] + field(0, 4) + count + count
    return zip + directory + end + field(directory.count, 4) + field(zip.count, 4) + field(0, 2)
  }
}

/// A gzip of stored blocks; RFC 1952 and RFC 1951, section 3.2.4.
package func storedGzip(_ content: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  var rest = content[...]
  repeat {
    let block = rest.prefix(65535)
    rest = rest.dropFirst(block.count)
    bytes += [rest.isEmpty ? 1 : 0] + field(block.count, 2) + field(block.count ^ 0xFFFF, 2)
    bytes += block
  } while !rest.isEmpty
  return bytes + field(crc32(content), 4) + field(content.count, 4)
}

/// `value`, little-endian in `width` bytes.
private func field(_ value: some BinaryInteger, _ width: Int) -> [UInt8] {
  (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: UInt64(value) >> ($0 * 8)) : 0 }
}

/// RFC 1952, section 8.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc = ~UInt32(0)
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
  }
  return ~crc
}
