import DaymarkDocuments
import DaymarkModel

/// A rule of the policy that a price breaks.
package enum PaymentRule: String, CaseIterable, Sendable {
  /// The policy does not list the service.
  case origin
  /// The price cannot be read.
  case header
  /// The price is for another resource than the one that was requested.
  case resource
  case scheme, flow, network, asset, payee, amount, domain, wallet
  case capRequest, capRun, capDay, capHost
  /// There is no valid quote, or its terms were different.
  case quote
  /// The body was paid for before.
  case paid
  /// The signer did not sign the approved payment.
  case signer
}

/// The reason for which a price is not paid.
package struct PaymentRefusal: Error, Hashable, Sendable {
  package var rule: PaymentRule
  /// The explanation, in our own words.
  package var words: String

  init(_ rule: PaymentRule, _ words: String) {
    (self.rule, self.words) = (
      rule, "not paid, by the rule `\(rule.rawValue)`: \(words)".plainWords
    )
  }
}

/// A price that the policy allows.
///
/// Caps are checked separately.
struct AllowedPrice: Hashable, Sendable {
  var asset: PaymentAsset
  var wallet: PaymentWallet
  var offer: PaymentOffer
  var resource: PaymentResource?
  var terms: PaymentTerms
  var version: PaymentVersion
  /// The `extensions` of the service's answer; version 2 only.
  var extensions: JSONValue?

  /// Returns the time for which a signature is to be valid, in seconds.
  func timeoutSeconds(_ policy: PaymentPolicy) -> Int {
    max(1, min(offer.maxTimeoutSeconds, policy.mostTimeoutSeconds))
  }

  /// Returns the extensions of a payment, with an identifier if the service accepts one.
  ///
  /// The identifier is a hash of the proof, so that no two payments share it.
  ///
  /// Source: the public Python package x402, 2.25, `extensions/payment_identifier`.
  func extensions(naming proof: PaymentProof) -> JSONValue? {
    let key = "payment-identifier"
    guard case .object(var declared)? = extensions?[key],
      case .object(var info)? = declared["info"],
      case .bool? = info["required"]
    else { return nil }
    info["id"] = .string("pay_" + Digest(of: proof.json.canonicalBytes()).hex)
    declared["info"] = .object(info)
    return .object([key: .object(declared)])
  }
}

/// Checks a price against a policy; see Delivery, "Before anything is signed".
struct PriceCheck: Sendable {
  let policy: PaymentPolicy
  let service: ServiceAddress
  /// The URL of the request.
  let url: String

  /// Returns the lowest offer in the first asset of the policy for which there is an offer.
  func allowed(_ response: ServiceResponse) throws(PaymentRefusal) -> AllowedPrice {
    guard policy.origins.contains("\(service)") else {
      throw PaymentRefusal(.origin, "\(service) is not among `origins`")
    }
    let required = try read(response)
    if required.version == .two, required.resource?.url != url {
      throw PaymentRefusal(.resource, "the price is for \(required.resource?.url ?? "nothing")")
    }
    var (prices, refusals): ([AllowedPrice], [PaymentRefusal]) = ([], [])
    for offer in required.offers {
      do throws(PaymentRefusal) {
        prices.append(try price(offer, required))
      } catch {
        refusals.append(error)
      }
    }
    for asset in policy.assets {
      let offered = prices.filter { $0.asset == asset }
      if let lowest = offered.min(by: { $0.terms.amount < $1.terms.amount }) { return lowest }
    }
    throw refusals.first ?? PaymentRefusal(.header, "the answer contains no offer")
  }

  private func read(_ response: ServiceResponse) throws(PaymentRefusal) -> PaymentRequired {
    do throws(PaymentHeaderFault) {
      if let header = response.headers[PaymentVersion.priceHeader.lowercased()] {
        return try PaymentRequired(header: header)
      }
      return try PaymentRequired(body: response.body)
    } catch {
      throw PaymentRefusal(.header, "the price cannot be read (\(error))")
    }
  }

  private func price(
    _ offer: PaymentOffer, _ required: PaymentRequired
  ) throws(PaymentRefusal) -> AllowedPrice {
    guard offer.scheme == "exact" else {
      throw PaymentRefusal(.scheme, "the scheme `\(offer.scheme)` is not `exact`")
    }
    if required.version == .one, offer.resource != url {
      throw PaymentRefusal(.resource, "the price is for \(offer.resource ?? "nothing")")
    }
    guard let network = offer.network(required.version) else {
      throw PaymentRefusal(.network, "`\(offer.networkName)` is not a network")
    }
    guard policy.assets.contains(where: { $0.network == "\(network)" }) else {
      throw PaymentRefusal(.network, "the policy lists no asset on \(network)")
    }
    guard
      let asset = policy.assets.first(where: {
        $0.network == "\(network)" && $0.contract == offer.asset.lowercased()
      })
    else { throw PaymentRefusal(.asset, "the policy does not list the asset \(offer.asset)") }
    guard asset.payees.contains(offer.payTo.lowercased()) else {
      throw PaymentRefusal(.payee, "\(offer.payTo) is not among `payees` of \(asset.symbol)")
    }
    guard let amount = offer.amount else {
      throw PaymentRefusal(
        .amount, "`\(offer.amountText)` is not an amount without sign, point and leading zeros")
    }
    try checkExtra(offer, asset)
    guard let wallet = policy.wallets.first(where: { $0.network == "\(network)" }) else {
      throw PaymentRefusal(.wallet, "the policy lists no wallet on \(network)")
    }
    let terms = PaymentTerms(
      version: required.version.rawValue, network: "\(network)", asset: asset.contract,
      payee: offer.payTo.lowercased(), amount: amount, resource: url)
    return AllowedPrice(
      asset: asset, wallet: wallet, offer: offer, resource: required.resource, terms: terms,
      version: required.version, extensions: required.extensions)
  }

  /// Checks the further facts of an offer, which must be absent or equal to those of the policy.
  private func checkExtra(_ offer: PaymentOffer, _ asset: PaymentAsset) throws(PaymentRefusal) {
    func value(_ key: String) -> JSONValue? {
      offer.extra?[key].flatMap { $0 == .null ? nil : $0 }
    }
    for (key, known) in [("name", asset.domainName), ("version", asset.domainVersion)] {
      if let said = value(key), said != .string(known) {
        throw PaymentRefusal(.domain, "`extra.\(key)` is not that of the policy's \(asset.symbol)")
      }
    }
    if let method = value("assetTransferMethod"), method != .string("eip3009") {
      throw PaymentRefusal(.flow, "`extra.assetTransferMethod` is not `eip3009`")
    }
    guard offer.isOfAuthorizationFlow else {
      throw PaymentRefusal(.flow, "`extra.paymentFlow` is not `authorization`")
    }
  }
}
