/// The name of a submission: the same for each request that repeats it, and another for every other.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07, which has lapsed and is no RFC.
package struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - body: The digest of the body.
  ///   - number: That of the submission. With 0 the key is the one of `headers.txt`, so that whoever sends the body
  ///     by hand sends the same submission.
  package init(of body: Digest, number: Int = 0) {
    let digest = number == 0 ? body : Digest(of: body.bytes + Array(String(number).utf8))
    bytes = Array(digest.bytes.prefix(16))
  }

  /// 32 hexadecimal digits in the form of a UUID.
  package var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
    }
    return text
  }

  /// The value of the header: a string as RFC 8941 has it.
  package var header: String { "\"\(self)\"" }
}
