import CDaymarkArchive

/// A writer of zips, member by member.
///
/// The same members give the same bytes.
struct ZipWriter: ~Copyable {
  private let writer: OpaquePointer
  private let path: String?

  /// Begins a zip, in a file or in memory.
  ///
  /// - Parameter path: The path of the file; `nil` to keep the zip in memory.
  init(path: String? = nil) throws(SampleError) {
    guard let writer = daymark_archive_writer_open(path) else {
      throw SampleError.unwritable(path ?? "memory")
    }
    self.writer = writer
    self.path = path
  }

  deinit { daymark_archive_writer_free(writer) }

  /// Begins a member.
  ///
  /// - Parameter size: The length in bytes; `nil` where it is unknown.
  func begin(_ name: String, size: Int? = nil) throws(SampleError) {
    try check(daymark_archive_writer_begin(writer, name, size.map(Int64.init) ?? -1))
  }

  /// Appends to the current member.
  func write(_ bytes: [UInt8]) throws(SampleError) {
    let result = bytes.withUnsafeBytes {
      daymark_archive_writer_write(writer, $0.baseAddress, $0.count)
    }
    try check(result)
  }

  /// Writes the directory.
  ///
  /// - Returns: The bytes of a zip that is kept in memory; empty for a file.
  consuming func finish() throws(SampleError) -> [UInt8] {
    try check(daymark_archive_writer_finish(writer))
    var count = 0
    guard let bytes = daymark_archive_writer_bytes(writer, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(_ result: Int32) throws(SampleError) {
    if result != 0 { throw SampleError.unwritable(path ?? "memory") }
  }
}

/// An error that stops the writing of samples.
package enum SampleError: Error, Hashable {
  /// The file cannot be written, for example because the folder is missing or the disk is full.
  case unwritable(String)
}

/// Returns a gzip file (RFC 1952) whose content is stored without compression.
///
/// The same content therefore gives the same bytes with every version of every library.
func gzip(_ content: [UInt8]) -> [UInt8] {
  // This means Deflate, no name, no time, unknown system.
  var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  var rest = content[...]
  repeat {
    // RFC 1951, section 3.2.4: a bit for the last block, two bits for type 0, the length and its
    // complement.
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    let length = littleEndian(block.count, 2)
    file.append(rest.isEmpty ? 1 : 0)
    file += [length[0], length[1], ~length[0], ~length[1]] + block
  } while !rest.isEmpty
  return file + littleEndian(Int(crc32(content)), 4)
    + littleEndian(content.count, 4)
}

/// Returns the CRC-32 of IEEE 802.3, as used in gzip and zip.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
