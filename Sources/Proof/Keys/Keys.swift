import CDaymarkCrypto
package import DaymarkModel

/// The algorithms of signatures.
package enum SignatureAlgorithm: String, CaseIterable, Sendable {
  /// Ed25519; RFC 8032.
  case ed25519 = "Ed25519"
  /// ECDSA over P-256 with SHA-256, with signatures in DER.
  case p256 = "P-256"
}

/// The reason for which a text is no usable key.
package enum KeyFault: Error {
  /// The text is no PEM, or holds no key.
  case unreadable
  /// The key is protected by a passphrase.
  case encrypted
  case otherAlgorithm
  /// The text holds the other half of the key pair than was asked for.
  case privateHalf, publicHalf
}

/// The public half of a key.
package struct PublicKey: Hashable, Sendable {
  package let algorithm: SignatureAlgorithm
  /// The key's SubjectPublicKeyInfo in DER; RFC 5280.
  package let der: [UInt8]

  /// Reads a PEM block `PUBLIC KEY`, as `openssl pkey -pubout` writes it.
  package init(pem text: [UInt8]) throws(KeyFault) {
    guard let block = PEM(text) else { throw .unreadable }
    if block.label.hasSuffix("PRIVATE KEY") { throw .privateHalf }
    guard block.label == "PUBLIC KEY",
      let handle = daymark_key_read_public(block.der, block.der.count)
    else { throw .unreadable }
    defer { daymark_key_free(handle) }
    try self.init(handle)
  }

  fileprivate init(_ handle: OpaquePointer) throws(KeyFault) {
    switch Int(daymark_key_algorithm(handle)) {
    case DAYMARK_KEY_ED25519: algorithm = .ed25519
    case DAYMARK_KEY_P256: algorithm = .p256
    default: throw .otherAlgorithm
    }
    der = bytesOfKey { daymark_key_write_public(handle, $0) }
    if der.isEmpty { throw .unreadable }
  }

  /// The SHA-256 of the key's DER, by which signatures name the key.
  package var id: Digest { Digest(of: der) }

  package var pem: String { PEM("PUBLIC KEY", der).text }

  /// Whether a signature over these bytes was made with this key.
  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let handle = daymark_key_read_public(der, der.count) else { return false }
    defer { daymark_key_free(handle) }
    return daymark_key_verify(handle, bytes, bytes.count, signature, signature.count) == 1
  }
}

/// A key that signs.
///
/// Only its public half is accessible; the private half stays in its file and in libcrypto's
/// memory.
package struct SigningKey: ~Copyable {
  private let handle: OpaquePointer
  package let publicKey: PublicKey

  /// Generates a key of Ed25519.
  package init() throws(KeyFault) { try self.init(daymark_key_create()) }

  /// Reads a PEM block `PRIVATE KEY`, which is PKCS#8 without a passphrase, as `openssl genpkey` writes it.
  package init(pem text: [UInt8]) throws(KeyFault) {
    guard let block = PEM(text) else { throw .unreadable }
    switch block.label {
    case "ENCRYPTED PRIVATE KEY": throw .encrypted
    case "PUBLIC KEY": throw .publicHalf
    case "PRIVATE KEY": break
    default: throw .unreadable
    }
    guard let handle = daymark_key_read_private(block.der, block.der.count) else {
      throw .unreadable
    }
    try self.init(handle)
  }

  private init(_ handle: OpaquePointer) throws(KeyFault) {
    self.handle = handle
    do { publicKey = try PublicKey(handle) } catch {
      daymark_key_free(handle)
      throw error
    }
  }

  deinit { daymark_key_free(handle) }

  /// The private half as PEM, for writing a new key to its file.
  package var pem: [UInt8] {
    Array(PEM("PRIVATE KEY", bytesOfKey { daymark_key_write_private(handle, $0) }).text.utf8)
  }

  /// Signs bytes.
  ///
  /// - Returns: `nil` where libcrypto refuses, such as for a curve that it was built without.
  package func signature(of bytes: [UInt8]) -> [UInt8]? {
    let signature = bytesOfKey { daymark_key_sign(handle, bytes, bytes.count, $0) }
    return signature.isEmpty ? nil : signature
  }
}

private func bytesOfKey(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: Int(DAYMARK_KEY_MOST_BYTES)) { bytes, count in
    count = bytes.baseAddress.map(write) ?? 0
  }
}

/// The HMAC with SHA-256 of bytes; RFC 2104.
package func authenticationCode(of bytes: [UInt8], secret: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: Int(DAYMARK_SHA256_BYTES)) { code, count in
    daymark_hmac_sha256(secret, secret.count, bytes, bytes.count, code.baseAddress)
    count = code.count
  }
}
