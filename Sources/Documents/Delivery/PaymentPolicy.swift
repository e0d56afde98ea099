/// The operator's policy for payments, from `policy.yaml`.
///
/// Anything that the file does not name is never paid.
package struct PaymentPolicy: Hashable, Sendable {
  /// The services that may be paid, by the names that they have in the outbox.
  package var origins: [String]
  /// The tokens to pay with, in the order of preference.
  package var assets: [PaymentAsset]
  package var wallets: [PaymentWallet]
  /// The number of hours for which a quote is valid.
  ///
  /// - Units: hours.
  package var quoteHours = 24
  /// Whether a payment needs an earlier quote of its price.
  package var requiresQuote = false
  /// The longest that a signature may be valid, even if the service asks for more.
  ///
  /// - Units: seconds.
  package var mostTimeoutSeconds = 300

  package init(origins: [String], assets: [PaymentAsset], wallets: [PaymentWallet]) {
    (self.origins, self.assets, self.wallets) = (origins, assets, wallets)
  }
}

/// A token that may be paid with, the addresses that may receive it, and how much of it may be
/// spent.
package struct PaymentAsset: Hashable, Sendable {
  /// The chain, by its CAIP-2 name.
  package var network: String
  /// The address of the token's contract.
  package var contract: String
  /// The short name that people know, such as `USDC`.
  package var symbol: String
  package var decimals: Int
  /// `name` and `version` of the token's EIP-712 domain; those that a service states are never
  /// used.
  package var domainName, domainVersion: String
  /// The addresses that may be paid.
  package var payees: [String]
  package var caps: PaymentCaps

  package init(
    network: String, contract: String, symbol: String, decimals: Int, domainName: String,
    domainVersion: String, payees: [String], caps: PaymentCaps
  ) {
    (self.network, self.contract, self.symbol) = (network, contract, symbol)
    (self.decimals, self.domainName, self.domainVersion) = (decimals, domainName, domainVersion)
    (self.payees, self.caps) = (payees, caps)
  }

  /// An amount as people read it: `0.01 USDC`.
  package func text(_ amount: AtomicAmount) -> String {
    var digits = "\(amount)"
    guard decimals > 0 else { return "\(digits) \(symbol)" }
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = digits.dropLast(decimals)
    return "\(whole)\(fraction.isEmpty ? "" : ".\(fraction)") \(symbol)"
  }
}

/// The most that may be spent of a token, in its smallest units.
package struct PaymentCaps: Hashable, Sendable {
  /// The most for one submission.
  package var request: AtomicAmount
  /// The most in one call of `daymark submit`.
  package var run: AtomicAmount
  /// The most on one day of UTC.
  package var day: AtomicAmount
  /// The most for one service in all.
  package var host: AtomicAmount

  package init(request: AtomicAmount, run: AtomicAmount, day: AtomicAmount, host: AtomicAmount) {
    (self.request, self.run, self.day, self.host) = (request, run, day, host)
  }
}

/// An address that pays, with the program that signs for it.
package struct PaymentWallet: Hashable, Sendable {
  package var name: String
  package var network: String
  package var address: String
  /// The signing program and its arguments, which are passed without a shell.
  package var signer: [String]
  /// The time after which the signing program is ended.
  ///
  /// - Units: seconds.
  package var signerSeconds = 30

  package init(name: String, network: String, address: String, signer: [String]) {
    (self.name, self.network, self.address, self.signer) = (name, network, address, signer)
  }
}
