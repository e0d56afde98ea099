/// The value that identifies a submission to the service: requests that repeat a submission have
/// the same key.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07, which has lapsed and is no RFC.
package struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  private let bytes: [UInt8]

  /// Derives the key of a submission.
  ///
  /// - Parameters:
  ///   - body: The digest of the body.
  ///   - number: The number of the submission. The key of number 0 is the one that `headers.txt`
  ///     shows, so that a body that is sent by hand is the same submission.
  package init(of body: Digest, number: Int = 0) {
    let digest = number == 0 ? body : Digest(of: body.bytes + Array(String(number).utf8))
    bytes = Array(digest.bytes.prefix(16))
  }

  /// The key as 32 hexadecimal digits in the form of a UUID.
  package var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
    }
    return text
  }

  /// The value of the header `Idempotency-Key`: a string as RFC 8941 defines it.
  package var header: String { "\"\(self)\"" }
}
