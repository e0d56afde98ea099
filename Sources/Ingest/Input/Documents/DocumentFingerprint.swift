import DaymarkModel

/// A fingerprint by which equal documents are found, regardless of their archives.
///
/// It is the SHA-256 of a document of at most 1 MiB. For a larger one it covers the first 1 MiB,
/// the first 4 KiB of each following MiB, and the length, because hashing all of a large document
/// takes longer than decompressing it. Two documents with equal samples are copies of one, even if
/// one was changed between them.
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
