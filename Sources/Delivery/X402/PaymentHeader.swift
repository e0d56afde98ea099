package import DaymarkDocuments

/// The versions of x402 that are spoken, with the names of their headers.
package enum PaymentVersion: Int, CaseIterable, Sendable {
  /// Prices stand in the body of a 402.
  case one = 1
  /// Prices stand in a header; the body is no protocol.
  case two = 2

  /// The header of a 402 that states the prices; version 1 has none.
  package static let priceHeader = "PAYMENT-REQUIRED"

  /// The header of a request that pays.
  package var paymentHeader: String { self == .one ? "X-PAYMENT" : "PAYMENT-SIGNATURE" }

  /// The header of an answer that says whether the payment was settled.
  package var settlementHeader: String { self == .one ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE" }
}

/// The causes for which a header or a body of x402 cannot be read.
package enum PaymentHeaderFault: Error, CaseIterable, Sendable {
  /// It is longer than ``PaymentHeader/mostBytes``.
  case tooLong
  /// It is not Base64 of the standard alphabet with padding, each text of bytes in one spelling.
  case notBase64
  /// It is not JSON, or has a key twice.
  case notJSON
  /// It is JSON that lacks a member, or has one of another kind.
  case malformed
  /// It is of a version other than 1 and 2, or of the other of these.
  case otherVersion
}

/// The JSON of x402 inside a header.
package enum PaymentHeader {
  /// The longest header that is read or written.
  ///
  /// - Units: bytes.
  package static let mostBytes = 16 * 1024

  /// The header's text: standard Base64 (RFC 4648, section 4) with padding.
  package static func text(of json: JSONValue) -> String { Base64.text(of: json.canonicalBytes()) }

  /// Reads a header.
  package static func json(_ text: String) throws(PaymentHeaderFault) -> JSONValue {
    guard text.utf8.count <= mostBytes else { throw .tooLong }
    // The other alphabet would be a second spelling of the same bytes.
    guard !text.isEmpty, !text.utf8.contains(where: { "-_".utf8.contains($0) }),
      let bytes = Base64.bytes(of: text)
    else { throw .notBase64 }
    return try json(bytes)
  }

  /// Reads a body, or the bytes that a header stands for.
  package static func json(_ bytes: [UInt8]) throws(PaymentHeaderFault) -> JSONValue {
    do { return try JSONValue(parsing: bytes) } catch { throw .notJSON }
  }
}

extension JSONValue {
  /// The version that a document of x402 says it is of.
  func paymentVersion() throws(PaymentHeaderFault) -> PaymentVersion {
    guard let number = Kind<Int>.count.value(of: self["x402Version"]) else { throw .malformed }
    guard let version = PaymentVersion(rawValue: number) else { throw .otherVersion }
    return version
  }
}

extension Kind {
  /// Reads a part of a document of x402.
  func required(_ json: JSONValue?) throws(PaymentHeaderFault) -> Value {
    guard let value = value(of: json) else { throw .malformed }
    return value
  }
}
