/// A DSSE envelope: a payload, its type, and signatures over both.
///
/// Source: DSSE 1.0.2, "Envelope".
package struct Envelope: Hashable, Sendable {
  /// The type of the payload, as a media type.
  package var payloadType: String
  /// The bytes that are signed, together with their type.
  package var payload: [UInt8]
  package var signatures: [EnvelopeSignature]

  package init(_ payload: [UInt8], of payloadType: String, signatures: [EnvelopeSignature] = []) {
    (self.payload, self.payloadType, self.signatures) = (payload, payloadType, signatures)
  }
}

/// A signature in an envelope.
package struct EnvelopeSignature: Hashable, Sendable {
  /// The id of the key that is said to have signed; it is not covered by the signature.
  package var keyID: String?
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8], by keyID: String?) { (self.bytes, self.keyID) = (bytes, keyID) }
}

extension Members<Envelope> {
  /// The members of an envelope; unknown members are ignored, as DSSE requires.
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
