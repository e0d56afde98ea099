import DaymarkModel

/// By what two documents that are the same are found, whatever archives they lie in.
///
/// It is the SHA-256 of a document of at most 1 MiB, and of a larger one that of its first 1 MiB, of the first 4 KiB of
/// each MiB behind it, and of its length. To hash all of a large one would take longer than to unpack it. Two documents
/// whose samples are the same are copies of one, even if one was changed between them.
struct DocumentFingerprint {
  private var hasher = DigestHasher()
  private var length = 0

  private static let wholeBytes = 1 << 20
  private static let stride = 1 << 20
  private static let sampleBytes = 1 << 12

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < bytes.count {
      let place = length % Self.stride
      let isSample = length < Self.wholeBytes || place < Self.sampleBytes
      let boundary = isSample && length >= Self.wholeBytes ? Self.sampleBytes : Self.stride
      let end = min(bytes.count, offset + boundary - place)
      if isSample { hasher.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<end])) }
      length += end - offset
      offset = end
    }
  }

  /// The fingerprint of all bytes that were added.
  var digest: Digest {
    var hasher = hasher
    if length > Self.wholeBytes {
      withUnsafeBytes(of: UInt64(length).littleEndian) { hasher.update($0) }
    }
    return hasher.finish()
  }
}
