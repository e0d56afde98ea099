import CDaymarkCrypto

/// A SHA-256 digest.
package struct Digest: Hashable, Comparable, Sendable {
  /// The 32 bytes of the digest.
  package let bytes: [UInt8]

  /// Hashes bytes.
  package init(of data: some Sequence<UInt8>) {
    var hasher = DigestHasher()
    hasher.update(Array(data))
    self = hasher.finish()
  }

  /// Wraps the 32 bytes of a digest; `nil` for any other number of bytes.
  package init?(exactly bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Int(DAYMARK_SHA256_BYTES) else { return nil }
    self.bytes = bytes
  }

  /// Reads a digest from 64 hexadecimal digits; `nil` for other text.
  package init?(hex: some StringProtocol) {
    var text = String(hex)
    let bytes = text.withUTF8 { digits -> [UInt8] in
      guard digits.count == 64 else { return [] }
      return stride(from: 0, to: 64, by: 2).compactMap { index in
        guard let high = Self.value(ofHexDigit: digits[index]),
          let low = Self.value(ofHexDigit: digits[index + 1])
        else { return nil }
        return high << 4 | low
      }
    }
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  private static func value(ofHexDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        for (place, digit) in [(0, byte >> 4), (1, byte & 15)] {
          text[2 * index + place] =
            digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
      }
      return 2 * bytes.count
    }
  }

  /// Orders digests as their hexadecimal text.
  package static func < (a: Digest, b: Digest) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

/// Computes a SHA-256 digest of bytes that arrive in pieces.
package struct DigestHasher {
  private var state = HashState()

  package init() {}

  /// Adds the next bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&state) { state = HashState(copying: state) }
    state.add(bytes)
  }

  /// The digest of all bytes so far; more can be added afterwards.
  package func finish() -> Digest { Digest(bytes: HashState(copying: state).finish()) }
}

/// A hash computation of libcrypto, which is freed with its last reference.
private final class HashState {
  private let hash: OpaquePointer

  init() { hash = daymark_sha256_create() }

  init(copying other: HashState) { hash = daymark_sha256_copy(other.hash) }

  deinit { daymark_sha256_free(hash) }

  func add(_ bytes: UnsafeRawBufferPointer) {
    daymark_sha256_add(hash, bytes.baseAddress, bytes.count)
  }

  /// The digest; nothing can be added afterwards.
  func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(DAYMARK_SHA256_BYTES)) { digest, count in
      daymark_sha256_finish(hash, digest.baseAddress)
      count = digest.count
    }
  }
}
