import DaymarkModel

/// By what two documents that are the same are found, whatever archives they lie in.
///
/// It is the SHA-256 of a document of at most 1 MiB, and of a larger one that of its first 1 MiB, of each
/// sixteenth 64 KiB behind it, and of its length. To hash all of a large one would take longer than to unpack it. Two documents whose samples are the
/// same are copies of one, even if one was changed between them.
struct DocumentFingerprint {
  private var hasher = DigestHasher()
  private var length = 0

  private static let blockBytes = 1 << 16
  private static let stride = 16

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < bytes.count {
      let block = length / Self.blockBytes
      let rest = (block + 1) * Self.blockBytes - length
      let end = min(bytes.count, offset + rest)
      if block < Self.stride || block % Self.stride == 0 {
        hasher.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
      }
      length += end - offset
      offset = end
    }
  }

  /// The fingerprint of all bytes that were added.
  var digest: Digest {
    var hasher = hasher
    if length > Self.stride * Self.blockBytes {
      withUnsafeBytes(of: UInt64(length).littleEndian) { hasher.update($0) }
    }
    return hasher.finish()
  }
}
