package import DaymarkDocuments
import DaymarkModel

extension Envelope {
  /// The bytes that a signature is over: the type and the payload, each behind its length.
  ///
  /// Source: DSSE 1.0.2, "Signature Definition", PAE.
  package var signedBytes: [UInt8] {
    let type = Array(payloadType.utf8)
    return Array("DSSEv1 \(type.count) ".utf8) + type + Array(" \(payload.count) ".utf8) + payload
  }

  /// Puts a signature around a statement.
  ///
  /// - Returns: `nil` where the key cannot sign.
  package init?<Predicate: PredicateRow>(
    signing statement: Statement<Predicate>, with key: borrowing SigningKey
  ) {
    self.init(Statement<Predicate>.members.kind.bytes(statement), of: StatementType.payload)
    guard let signature = key.signature(of: signedBytes) else { return nil }
    signatures = [EnvelopeSignature(signature, by: key.publicKey.id.hex)]
  }

  /// More than anybody has reason to put around one statement.
  package static let mostSignatures = 100
}

/// The cause for which an envelope says nothing that can be believed.
package enum EnvelopeFault: Error, CaseIterable {
  /// It is cut, or not as DSSE has it.
  case malformed
  /// It is around something that is no statement.
  case payloadType
  /// None of its signatures is by a key that is trusted.
  case untrusted
  /// The signature that says it is by a trusted key is none over these bytes.
  case signature
  /// What was signed is no statement that can be read.
  case statement
  /// What was signed is a statement of another kind.
  case predicateType
}

/// A statement that a trusted key has signed.
package struct TrustedStatement<Predicate: PredicateRow>: Hashable, Sendable {
  package var statement: Statement<Predicate>
  package var key: PublicKey

  /// Checks the signature first, and looks at what was signed only then.
  ///
  /// - Parameters:
  ///   - envelope: The envelope.
  ///   - keys: The keys that are trusted; the signature of one is enough.
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
  /// Reads the bytes of an envelope.
  package init(_ bytes: [UInt8]) throws(EnvelopeFault) {
    guard let envelope = Members<Envelope>.envelope.kind.value(bytes) else { throw .malformed }
    self = envelope
  }

  /// The trusted key that has signed.
  ///
  /// What a signature says of its key decides nothing but the order in which they are tried.
  fileprivate func signer(among keys: [PublicKey]) throws(EnvelopeFault) -> PublicKey {
    let signed = signedBytes
    for key in keys where signatures.contains(where: { key.verifies($0.bytes, of: signed) }) {
      return key
    }
    let named = Set(signatures.compactMap(\.keyID))
    throw keys.contains { named.contains($0.id.hex) } ? .signature : .untrusted
  }
}
