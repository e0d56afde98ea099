/// A DSSE envelope: bytes, what they are, and signatures over both.
///
/// Source: DSSE 1.0.2, "Envelope".
package struct Envelope: Hashable, Sendable {
  /// What the payload is, as a media type.
  package var payloadType: String
  /// The bytes that are signed together with their type.
  package var payload: [UInt8]
  package var signatures: [EnvelopeSignature]

  package init(_ payload: [UInt8], of payloadType: String, signatures: [EnvelopeSignature] = []) {
    (self.payload, self.payloadType, self.signatures) = (payload, payloadType, signatures)
  }
}

/// A signature in an envelope.
package struct EnvelopeSignature: Hashable, Sendable {
  /// Which key it is said to be by; nobody has signed this.
  package var keyID: String?
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8], by keyID: String?) { (self.bytes, self.keyID) = (bytes, keyID) }
}

extension Members<Envelope> {
  /// The envelope's JSON; members that it does not name are passed over, as DSSE asks.
  package static let envelope = Members(
    Envelope([], of: ""),
    [
      .needed("payload", \.payload, .base64), .needed("payloadType", \.payloadType, .text),
      .needed(
        "signatures", \.signatures, .list(Members<EnvelopeSignature>.signature.kind, atLeast: 1)),
    ])
}

extension Members<EnvelopeSignature> {
  fileprivate static let signature = Members(
    EnvelopeSignature([], by: nil),
    [
      .optional("keyid", \.keyID, .text, "SHA-256 of the public key's DER, as a hint."),
      .needed("sig", \.bytes, .base64),
    ])
}
