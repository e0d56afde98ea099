package import DaymarkDocuments

/// A way to pay that a service offers: an element of `accepts`, in version 1 or 2.
///
/// Members hold the text of the service, so that a refusal can quote it. ``amount`` and
/// ``network(_:)`` return the values.
package struct PaymentOffer: Hashable, Sendable {
  package var scheme = ""
  /// The network in the service's spelling; see ``network(_:)``.
  package var networkName = ""
  /// The amount in the service's spelling; see ``amount``.
  package var amountText = ""
  /// The contract of the token on an EVM chain, or its mint on Solana.
  package var asset = ""
  /// The address of the payee.
  package var payTo = ""
  /// The longest time that the service takes to settle.
  ///
  /// - Units: seconds.
  package var maxTimeoutSeconds = 0
  /// Further facts of the scheme, such as `name` and `version` of the token's EIP-712 domain, and
  /// `feePayer`.
  package var extra: JSONValue?
  /// The URL that is paid for; version 1 only.
  package var resource: String?
  /// The description for people; version 1 only.
  package var details: String?
  package var mimeType: String?
  package var outputSchema: JSONValue?

  package init() {}

  /// The amount; `nil` where the text is not a positive whole number without leading zeros, or has
  /// more than `AtomicAmount.mostDigits` digits.
  package var amount: AtomicAmount? {
    guard amountText.utf8.count <= AtomicAmount.mostDigits, let amount = AtomicAmount(amountText)
    else { return nil }
    return amount > .zero ? amount : nil
  }

  /// Whether the service moves the money only after it has done its part.
  ///
  /// This is the flow `authorization`, the default of an offer that names no flow. Other flows are
  /// `upfront` and `escrow`.
  ///
  /// Source: the public Python package x402, 2.25, `payment_flow.py`.
  var isOfAuthorizationFlow: Bool {
    extra?["paymentFlow"].present.map { $0 == .string("authorization") } ?? true
  }

  /// Returns the network; `nil` where the version has no such name.
  package func network(_ version: PaymentVersion) -> PaymentNetwork? {
    PaymentNetwork(networkName, version)
  }
}

extension Members<PaymentOffer> {
  /// Returns the members of an offer's JSON in a version.
  package static func offer(_ version: PaymentVersion) -> Members {
    version == .one ? offerOfVersion1 : offerOfVersion2
  }

  private static let shared: [Member<PaymentOffer>] = [
    .needed("scheme", \.scheme, .text), .needed("network", \.networkName, .text),
    .needed("asset", \.asset, .text), .needed("payTo", \.payTo, .text),
    .needed("maxTimeoutSeconds", \.maxTimeoutSeconds, .count), .optional("extra", \.extra, .any),
  ]

  /// The members in version 2.
  ///
  /// Source: x402, "Protocol Specification", version 2, `PaymentRequirements`.
  private static let offerOfVersion2 = Members(
    PaymentOffer(), shared, [.needed("amount", \.amountText, .text)])

  /// The members in version 1.
  ///
  /// Source: x402, "Protocol Specification", version 1, `paymentRequirements`.
  private static let offerOfVersion1 = Members(
    PaymentOffer(), shared,
    [
      .needed("maxAmountRequired", \.amountText, .text), .optional("resource", \.resource, .text),
      .optional("description", \.details, .text), .optional("mimeType", \.mimeType, .text),
      .optional("outputSchema", \.outputSchema, .any),
    ])
}

/// The resource that is paid for.
package struct PaymentResource: Hashable, Sendable {
  package var url = ""
  package var details: String?
  package var mimeType: String?

  package init(url: String = "", details: String? = nil, mimeType: String? = nil) {
    (self.url, self.details, self.mimeType) = (url, details, mimeType)
  }
}

extension Members<PaymentResource> {
  package static let resource = Members(
    PaymentResource(),
    [
      .needed("url", \.url, .text), .optional("description", \.details, .text),
      .optional("mimeType", \.mimeType, .text),
    ])
}

/// The content of an answer 402: the ways to pay that a service accepts.
package struct PaymentRequired: Hashable, Sendable {
  package var version: PaymentVersion
  /// The reason for the answer, for people.
  package var error: String?
  /// The resource that is paid for; version 2 only.
  ///
  /// For version 1 see ``PaymentOffer/resource``.
  package var resource: PaymentResource?
  package var offers: [PaymentOffer]
  /// The extensions of the protocol; version 2 only.
  package var extensions: JSONValue?

  package init(
    _ version: PaymentVersion, _ offers: [PaymentOffer], of resource: PaymentResource? = nil,
    error: String? = nil
  ) {
    (self.version, self.offers, self.resource, self.error) = (version, offers, resource, error)
  }

  /// Reads the value of the header `PAYMENT-REQUIRED` of version 2.
  package init(header: String) throws(PaymentHeaderFault) {
    try self.init(PaymentHeader.json(header), .two)
  }

  /// Reads the body of an answer 402 of version 1.
  package init(body: [UInt8]) throws(PaymentHeaderFault) {
    try self.init(PaymentHeader.json(body), .one)
  }

  private init(_ json: JSONValue, _ expected: PaymentVersion) throws(PaymentHeaderFault) {
    version = try json.paymentVersion()
    guard version == expected else { throw .otherVersion }
    offers = try Self.offers(version).required(json["accepts"])
    guard !offers.isEmpty else { throw .malformed }
    error = json.string("error")
    guard version == .two else { return }
    resource = try json["resource"].present.map { json throws(PaymentHeaderFault) in
      try Members<PaymentResource>.resource.kind.required(json)
    }
    extensions = json["extensions"].present
  }

  package var json: JSONValue {
    .object(present: [
      "x402Version": .number(version.rawValue), "error": error.map { .string($0) },
      "accepts": Self.offers(version).json(offers),
      "resource": resource.map { Members<PaymentResource>.resource.kind.json($0) },
      "extensions": extensions,
    ])
  }

  /// The value of the header in version 2.
  package var header: String { PaymentHeader.text(of: json) }

  /// The body in version 1.
  package var body: [UInt8] { json.canonicalBytes() }

  private static func offers(_ version: PaymentVersion) -> Kind<[PaymentOffer]> {
    .list(Members<PaymentOffer>.offer(version).kind, atLeast: 1)
  }
}

extension JSONValue? {
  /// The value; `nil` for JSON's `null`.
  var present: JSONValue? { self == .null ? nil : self }
}
