/// What an operator allows to be paid, as `policy.yaml` has it; what is not named in it is not paid.
package struct PaymentPolicy: Hashable, Sendable {
  /// The services that may be paid, as the outbox names them.
  package var origins: [String]
  /// In the order in which offers are taken.
  package var assets: [PaymentAsset]
  package var wallets: [PaymentWallet]
  /// How long a quote holds.
  ///
  /// - Units: hours.
  package var quoteHours = 24
  /// Whether nothing is paid that was not quoted before.
  package var requiresQuote = false
  /// The longest that a signature stays good, whatever the service asks for.
  ///
  /// - Units: seconds.
  package var mostTimeoutSeconds = 300

  package init(origins: [String], assets: [PaymentAsset], wallets: [PaymentWallet]) {
    (self.origins, self.assets, self.wallets) = (origins, assets, wallets)
  }
}

/// A token that may be paid in, to whom, and how much of it.
package struct PaymentAsset: Hashable, Sendable {
  /// The chain, by its CAIP-2 name.
  package var network: String
  /// The token's contract.
  package var contract: String
  /// The word that people know it by.
  package var symbol: String
  package var decimals: Int
  /// `name` and `version` of the token's EIP-712 domain; those of a service are never believed.
  package var domainName, domainVersion: String
  /// Who may be paid.
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

  /// An amount as people read it, such as `0.01 USDC`.
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

/// The most that may be paid in an asset, in its atomic units.
package struct PaymentCaps: Hashable, Sendable {
  /// For one submission.
  package var request: AtomicAmount
  /// In one call of `daymark submit`.
  package var run: AtomicAmount
  /// On one day of UTC.
  package var day: AtomicAmount
  /// To one service, all told.
  package var host: AtomicAmount

  package init(request: AtomicAmount, run: AtomicAmount, day: AtomicAmount, host: AtomicAmount) {
    (self.request, self.run, self.day, self.host) = (request, run, day, host)
  }
}

/// An address that pays, and the program that signs for it.
package struct PaymentWallet: Hashable, Sendable {
  package var name: String
  package var network: String
  package var address: String
  /// The program and its arguments; no shell sees them.
  package var signer: [String]
  /// The time after which the program is given up.
  ///
  /// - Units: seconds.
  package var signerSeconds = 30

  package init(name: String, network: String, address: String, signer: [String]) {
    (self.name, self.network, self.address, self.signer) = (name, network, address, signer)
  }
}
