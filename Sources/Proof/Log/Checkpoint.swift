import DaymarkDocuments
package import DaymarkModel

/// The signed state of a log at a size: its name, the number of its entries, and the root of the
/// tree over them.
///
/// Source: C2SP tlog-checkpoint and signed-note.
package struct Checkpoint: Hashable, Sendable {
  /// One signature line of a checkpoint.
  package struct Signature: Hashable, Sendable {
    package var name: String
    /// Four bytes that identify the key, followed by the signature.
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  package var origin: String
  package var size: Int
  package var root: Digest
  package var signatures: [Signature] = []

  /// Whether a text can be the name of a log: it must have no white space and no `+`, so that it
  /// fits into a signature line.
  package static func isOrigin(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && !text.unicodeScalars.contains {
        $0 == "+" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
      }
  }

  /// Signs the state of a log.
  ///
  /// - Returns: `nil` where the key is not of Ed25519, which signed notes require.
  package init?(
    _ origin: String, size: Int, root: Digest, signing key: borrowing SigningKey
  ) {
    (self.origin, self.size, self.root) = (origin, size, root)
    guard let id = key.publicKey.noteID(of: origin), let signature = key.signature(of: body) else {
      return nil
    }
    signatures = [Signature(name: origin, bytes: id + signature)]
  }

  /// Reads a checkpoint: three lines, an empty line, and signatures.
  ///
  /// - Returns: `nil` for anything else, and also for a checkpoint with further lines after the
  ///   root, which notes allow: nothing may be signed that is not read.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= 1 << 16, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 6, lines.last == "", lines[3].isEmpty, Self.isOrigin(lines[0]),
      let size = Int(lines[1]), size >= 0, String(size) == lines[1],
      let root = Base64.bytes(of: lines[2]).flatMap({ Digest(exactly: $0) }),
      Base64.text(of: root.bytes) == lines[2]
    else { return nil }
    (origin, self.size, self.root) = (lines[0], size, root)
    for line in lines[4...].dropLast() {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "\u{2014}", Self.isOrigin(String(parts[1])),
        let bytes = Base64.bytes(of: String(parts[2])), bytes.count > 4
      else { return nil }
      signatures.append(Signature(name: String(parts[1]), bytes: bytes))
    }
  }

  /// The text that is signed.
  private var body: [UInt8] {
    Array("\(origin)\n\(size)\n\(Base64.text(of: root.bytes))\n".utf8)
  }

  package var bytes: [UInt8] {
    let lines = signatures.map { "\u{2014} \($0.name) \(Base64.text(of: $0.bytes))\n" }
    return body + Array("\n\(lines.joined())".utf8)
  }

  /// Whether a key has signed the checkpoint under the log's name.
  package func isSigned(by key: PublicKey) -> Bool {
    guard let id = key.noteID(of: origin) else { return false }
    return signatures.prefix(Envelope.mostSignatures).contains { signature in
      signature.name == origin && Array(signature.bytes.prefix(4)) == id
        && key.verifies(Array(signature.bytes.dropFirst(4)), of: body)
    }
  }
}

extension PublicKey {
  /// The four bytes by which signed notes name a key, from a hash of the name and the key.
  ///
  /// - Returns: `nil` for a key that is not of Ed25519.
  fileprivate func noteID(of name: String) -> [UInt8]? {
    guard algorithm == .ed25519 else { return nil }
    // The number of the algorithm is 1, and the key is the last 32 bytes of its DER (RFC 8410).
    let digest = Digest(of: Array("\(name)\n".utf8) + [1] + der.suffix(32))
    return Array(digest.bytes.prefix(4))
  }
}
