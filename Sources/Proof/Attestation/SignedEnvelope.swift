package import DaymarkDocuments
import DaymarkModel

extension Envelope {
  /// The bytes that are signed: the type and the payload, each after its length.
  ///
  /// Source: DSSE 1.0.2, "Signature Definition", PAE.
  package var signedBytes: [UInt8] {
    let type = Array(payloadType.utf8)
    return Array("DSSEv1 \(type.count) ".utf8) + type + Array(" \(payload.count) ".utf8) + payload
  }

  /// Signs a statement.
  ///
  /// - Returns: `nil` where the key cannot sign.
  package init?<Predicate: PredicateRow>(
    signing statement: Statement<Predicate>, with key: borrowing SigningKey
  ) {
    self.init(Statement<Predicate>.members.kind.bytes(statement), of: StatementType.payload)
    guard let signature = key.signature(of: signedBytes) else { return nil }
    signatures = [EnvelopeSignature(signature, by: key.publicKey.id.hex)]
  }

  /// The most signatures that are accepted, which is more than anybody needs.
  package static let mostSignatures = 100
}

/// The reason for which an envelope is not trusted.
package enum EnvelopeFault: Error, CaseIterable {
  /// The envelope is cut, or is not as DSSE defines it.
  case malformed
  /// The payload is no statement.
  case payloadType
  /// No signature is by a trusted key.
  case untrusted
  /// A signature names a trusted key, but does not match the bytes.
  case signature
  /// The payload is signed, but cannot be read as a statement.
  case statement
  /// The signed statement is of another kind than expected.
  case predicateType
}

/// A statement that a trusted key has signed.
package struct TrustedStatement<Predicate: PredicateRow>: Hashable, Sendable {
  package var statement: Statement<Predicate>
  package var key: PublicKey

  /// Checks the signature, and reads the payload only after that.
  ///
  /// - Parameters:
  ///   - envelope: The envelope.
  ///   - keys: The trusted keys; a signature by one of them is enough.
  package init(_ envelope: Envelope, trusting keys: [PublicKey]) throws(EnvelopeFault) {
    guard envelope.payloadType == StatementType.payload else { throw .payloadType }
    guard envelope.signatures.count <= Envelope.mostSignatures else { throw .malformed }
    key = try envelope.signer(among: keys)
    guard let json = try? JSONValue(parsing: envelope.payload),
      json.string("_type") == StatementType.statement
    else { throw .statement }
    guard json.string("predicateType") == Predicate.type else { throw .predicateType }
    guard let statement = Statement<Predicate>.members.kind.value(envelope.payload),
      Set(statement.files.map(\.name)).count == statement.files.count
    else { throw .statement }
    self.statement = statement
  }
}

extension Envelope {
  /// Reads the JSON of an envelope, without checking its signatures.
  ///
  /// - Throws: ``EnvelopeFault/malformed`` for bytes that are no envelope.
  package init(_ bytes: [UInt8]) throws(EnvelopeFault) {
    guard let envelope = Members<Envelope>.envelope.kind.value(bytes) else { throw .malformed }
    self = envelope
  }

  /// The trusted key that has signed.
  ///
  /// Every trusted key is tried; the key id that a signature states is not relied on.
  fileprivate func signer(among keys: [PublicKey]) throws(EnvelopeFault) -> PublicKey {
    let signed = signedBytes
    for key in keys where signatures.contains(where: { key.verifies($0.bytes, of: signed) }) {
      return key
    }
    let named = Set(signatures.compactMap(\.keyID))
    throw keys.contains { named.contains($0.id.hex) } ? .signature : .untrusted
  }
}
