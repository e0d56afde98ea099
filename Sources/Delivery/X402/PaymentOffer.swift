package import DaymarkDocuments

/// One way in which a service takes payment: an element of `accepts`, which version 1 and 2 spell differently.
///
/// Members are as the service wrote them, so that whoever refuses an offer can say what was wrong with it. Read
/// ``amount`` and ``network(_:)`` for what they stand for.
package struct PaymentOffer: Hashable, Sendable {
  package var scheme = ""
  /// The network as it is written; see ``network(_:)``.
  package var networkName = ""
  /// The amount as it is written; see ``amount``.
  package var amountText = ""
  /// The contract of the token, or its mint.
  package var asset = ""
  /// Who is paid.
  package var payTo = ""
  /// How long the service takes to settle.
  ///
  /// - Units: seconds.
  package var maxTimeoutSeconds = 0
  /// Further facts of the scheme, such as `name` and `version` of the token's EIP-712 domain, and `feePayer`.
  package var extra: JSONValue?
  /// What is paid for; version 1 has it in each offer.
  package var resource: String?
  /// Words for people; version 1 has them in each offer.
  package var details: String?
  package var mimeType: String?
  package var outputSchema: JSONValue?

  package init() {}

  /// The amount; `nil` where it is not written as a positive whole number in its one spelling, or has more than
  /// `AtomicAmount.mostDigits` digits.
  package var amount: AtomicAmount? {
    guard amountText.utf8.count <= AtomicAmount.mostDigits, let amount = AtomicAmount(amountText)
    else { return nil }
    return amount > .zero ? amount : nil
  }

  /// Whether the money moves when the service has done its part, and not before: by the flow `authorization`, which an
  /// offer is of that names none.
  ///
  /// Source: the public Python package x402, 2.25, `payment_flow.py`; other flows are `upfront` and `escrow`.
  var isOfAuthorizationFlow: Bool {
    extra?["paymentFlow"].present.map { $0 == .string("authorization") } ?? true
  }

  /// The network; `nil` where the version has no such name.
  package func network(_ version: PaymentVersion) -> PaymentNetwork? {
    PaymentNetwork(networkName, version)
  }
}

extension Members<PaymentOffer> {
  /// The offer's JSON in a version.
  package static func offer(_ version: PaymentVersion) -> Members {
    version == .one ? offerOfVersion1 : offerOfVersion2
  }

  private static let shared: [Member<PaymentOffer>] = [
    .needed("scheme", \.scheme, .text), .needed("network", \.networkName, .text),
    .needed("asset", \.asset, .text), .needed("payTo", \.payTo, .text),
    .needed("maxTimeoutSeconds", \.maxTimeoutSeconds, .count), .optional("extra", \.extra, .any),
  ]

  /// Source: x402, "Protocol Specification", version 2, `PaymentRequirements`.
  private static let offerOfVersion2 = Members(
    PaymentOffer(), shared, [.needed("amount", \.amountText, .text)])

  /// Source: x402, "Protocol Specification", version 1, `paymentRequirements`.
  private static let offerOfVersion1 = Members(
    PaymentOffer(), shared,
    [
      .needed("maxAmountRequired", \.amountText, .text), .optional("resource", \.resource, .text),
      .optional("description", \.details, .text), .optional("mimeType", \.mimeType, .text),
      .optional("outputSchema", \.outputSchema, .any),
    ])
}

/// What is paid for.
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

/// The answer 402: what a service wants to be paid, and how.
package struct PaymentRequired: Hashable, Sendable {
  package var version: PaymentVersion
  /// Words for people.
  package var error: String?
  /// What is paid for; version 2 alone, see ``PaymentOffer/resource`` for version 1.
  package var resource: PaymentResource?
  package var offers: [PaymentOffer]
  /// Version 2 alone.
  package var extensions: JSONValue?

  package init(
    _ version: PaymentVersion, _ offers: [PaymentOffer], of resource: PaymentResource? = nil,
    error: String? = nil
  ) {
    (self.version, self.offers, self.resource, self.error) = (version, offers, resource, error)
  }

  /// Reads the header `PAYMENT-REQUIRED` of version 2.
  package init(header: String) throws(PaymentHeaderFault) {
    try self.init(PaymentHeader.json(header), .two)
  }

  /// Reads the body of version 1.
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

  /// The header of version 2.
  package var header: String { PaymentHeader.text(of: json) }

  /// The body of version 1.
  package var body: [UInt8] { json.canonicalBytes() }

  private static func offers(_ version: PaymentVersion) -> Kind<[PaymentOffer]> {
    .list(Members<PaymentOffer>.offer(version).kind, atLeast: 1)
  }
}

extension JSONValue? {
  /// The value, unless it is `null`, which stands for none.
  var present: JSONValue? { self == .null ? nil : self }
}
