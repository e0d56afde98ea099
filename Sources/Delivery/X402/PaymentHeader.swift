package import DaymarkDocuments

/// The supported versions of x402, with the names of their headers.
package enum PaymentVersion: Int, CaseIterable, Sendable {
  /// Version 1, where prices are in the body of the answer 402.
  case one = 1
  /// Version 2, where prices are in a header and the protocol does not define the body.
  case two = 2

  /// The header of an answer 402 that states the prices.
  ///
  /// Version 1 has none.
  package static let priceHeader = "PAYMENT-REQUIRED"

  /// The header of a request that carries a payment.
  package var paymentHeader: String { self == .one ? "X-PAYMENT" : "PAYMENT-SIGNATURE" }

  /// The header of an answer that says whether the payment was settled.
  package var settlementHeader: String { self == .one ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE" }
}

/// The reasons for which a header or a body of x402 cannot be read.
package enum PaymentHeaderFault: Error, CaseIterable, Sendable {
  /// The header is longer than ``PaymentHeader/mostBytes``.
  case tooLong
  /// The header is not canonical Base64 of the standard alphabet with padding.
  case notBase64
  /// The content is not JSON, or has a key twice.
  case notJSON
  /// The JSON lacks a member, or has one of the wrong type.
  case malformed
  /// The version is unknown, or not that of the header.
  case otherVersion
}

/// The encoding of JSON in headers of x402.
package enum PaymentHeader {
  /// The maximum length of a header.
  ///
  /// - Units: bytes.
  package static let mostBytes = 16 * 1024

  /// Returns a header's value: standard Base64 (RFC 4648, section 4) with padding.
  package static func text(of json: JSONValue) -> String { Base64.text(of: json.canonicalBytes()) }

  /// Reads the JSON in a header's value.
  package static func json(_ text: String) throws(PaymentHeaderFault) -> JSONValue {
    guard text.utf8.count <= mostBytes else { throw .tooLong }
    // With the other alphabet the same bytes would have a second spelling.
    guard !text.isEmpty, !text.utf8.contains(where: { "-_".utf8.contains($0) }),
      let bytes = Base64.bytes(of: text)
    else { throw .notBase64 }
    return try json(bytes)
  }

  /// Reads the JSON of a body, or of a decoded header.
  package static func json(_ bytes: [UInt8]) throws(PaymentHeaderFault) -> JSONValue {
    do { return try JSONValue(parsing: bytes) } catch { throw .notJSON }
  }
}

extension JSONValue {
  /// Returns the version that a document of x402 states.
  func paymentVersion() throws(PaymentHeaderFault) -> PaymentVersion {
    guard let number = Kind<Int>.count.value(of: self["x402Version"]) else { throw .malformed }
    guard let version = PaymentVersion(rawValue: number) else { throw .otherVersion }
    return version
  }
}

extension Kind {
  /// Reads a required part of a document of x402.
  ///
  /// - Throws: ``PaymentHeaderFault/malformed`` where the part is absent or of another kind.
  func required(_ json: JSONValue?) throws(PaymentHeaderFault) -> Value {
    guard let value = value(of: json) else { throw .malformed }
    return value
  }
}
