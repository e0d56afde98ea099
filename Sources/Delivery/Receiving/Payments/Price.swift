import DaymarkDocuments
import Foundation

/// The price of a body, with the facilitator that settles payments.
package struct Price: Hashable, Sendable {
  /// The ways to pay, as version 2 of x402 spells them.
  package var offers: [PaymentOffer]
  /// The facilitator's address, without a slash at its end.
  package var facilitator: String

  /// The reason for which a price cannot be used.
  package struct Fault: Error { package var sentence: String }

  /// Reads a price file: a list of offers in the form of `accepts` in x402, version 2.
  ///
  /// - Throws: ``Fault`` and ``PaymentHeaderFault``.
  package init(_ bytes: [UInt8], facilitator: String) throws {
    let json = try PaymentHeader.json(bytes)
    offers = try Kind.list(Members<PaymentOffer>.offer(.two).kind, atLeast: 1).required(json)
    guard !offers.isEmpty else { throw Fault(sentence: "there is no offer") }
    for (place, offer) in zip(1..., offers) {
      if let fault = offer.faultOfPrice { throw Fault(sentence: "offer \(place) \(fault)") }
    }
    guard let url = safeServiceURL(facilitator) else {
      throw Fault(
        sentence:
          "the facilitator's address must begin with https://, or with http://127.0.0.1 or http://[::1]: \(facilitator)"
      )
    }
    self.facilitator = url
  }
}

extension PaymentOffer {
  fileprivate var faultOfPrice: String? {
    guard scheme == "exact" else {
      return "has the scheme \(scheme); this intake accepts only exact"
    }
    guard let network = network(.two), network.chainID != nil else {
      return "has the network \(networkName); this intake accepts only EVM networks (eip155)"
    }
    guard amount != nil else { return "has no amount in atomic units" }
    guard EthereumAddress(asset) != nil else { return "has an asset that is not an address" }
    guard EthereumAddress(payTo) != nil else { return "has a payTo that is not an address" }
    guard (1...3600).contains(maxTimeoutSeconds) else {
      return "has a maxTimeoutSeconds of more than 3600"
    }
    guard extra?.string("name") != nil, extra?.string("version") != nil else {
      return "has no extra with the name and version of the token's EIP-712 domain"
    }
    return nil
  }
}

/// Returns an address without a slash at its end; `nil` unless it begins with `https`, or with
/// `http` and the literal 127.0.0.1 or [::1].
package func safeServiceURL(_ text: String) -> String? {
  guard let url = URLComponents(string: text), url.user == nil, url.password == nil,
    url.query == nil, url.fragment == nil, let host = url.host, !host.isEmpty
  else { return nil }
  guard url.scheme == "https" || (url.scheme == "http" && isLoopbackURL(text)) else { return nil }
  return text.hasSuffix("/") ? String(text.dropLast()) : text
}

/// Whether the address is on this machine: the literal 127.0.0.1 or [::1].
func isLoopbackURL(_ text: String) -> Bool {
  ["127.0.0.1", "[::1]", "::1"].contains(URLComponents(string: text)?.host)
}

/// A negative answer about payment.
struct PaymentDemand: Error {
  /// The status: 402 demands a payment, 422 reports one that failed.
  var status: Int
  var body: [UInt8]
  var headers: [String: String]
}
