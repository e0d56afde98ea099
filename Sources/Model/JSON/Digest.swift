import Crypto

/// A SHA-256 digest.
public struct Digest: Hashable, Comparable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// The digest of bytes.
  public init(of data: some Sequence<UInt8>) {
    var hasher = DigestHasher()
    hasher.update(Array(data))
    self = hasher.finish()
  }

  /// Reads 64 hexadecimal digits.
  public init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8).map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map {
      UInt8((digits[$0] ?? 0) * 16 + (digits[$0 + 1] ?? 0))
    }
  }

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Orders digests as their hexadecimal text.
  public static func < (a: Digest, b: Digest) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

/// SHA-256 over bytes that come piece by piece.
public struct DigestHasher {
  private var hash = SHA256()

  /// Begins with no bytes.
  public init() {}

  /// Adds the next bytes.
  public mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// Adds the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  /// The digest of all bytes that were added.
  public func finish() -> Digest { Digest(bytes: Array(hash.finalize())) }
}
