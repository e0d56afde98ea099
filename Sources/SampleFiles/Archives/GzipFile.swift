/// A gzip file (RFC 1952) whose content is stored as it is, so that the same content gives the same
/// bytes with every version of every library.
func gzip(_ content: [UInt8]) -> [UInt8] {
  // Deflate, no name, no time, unknown system.
  var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  var rest = content[...]
  repeat {
    // RFC 1951, section 3.2.4: a last-block bit, two bits of type 0, the length and its complement.
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    let length = littleEndian(block.count, 2)
    file.append(rest.isEmpty ? 1 : 0)
    file += [length[0], length[1], ~length[0], ~length[1]] + block
  } while !rest.isEmpty
  return file + littleEndian(Int(crc32(content)), 4)
    + littleEndian(content.count, 4)
}

/// CRC-32 of IEEE 802.3, as gzip and zip have it.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
