package import DaymarkDocuments
import DaymarkModel

private let amount = Form.word(
  Pattern("^[1-9][0-9]{0,\(AtomicAmount.mostDigits - 1)}$"), .atomicAmount, orAs: [.number])
private let evmAddress = Form.word(
  Pattern("^0x[0-9a-fA-F]{40}$"), .hexadecimal(bytes: 20), orAs: [.number])
private let evmNetwork = Form.word(
  Pattern("^eip155:[1-9][0-9]{0,18}$"), .oneOf(["eip155:8453", "eip155:84532"]))

extension KeyTable {
  /// The keys of `policy.yaml`.
  static let paymentPolicy = KeyTable([
    .needed("origins", .list(.text, of: .name)),
    .needed("wallets", .list(.mapping(paymentWallet), of: .object)),
    .needed("assets", .list(.mapping(paymentAsset), of: .object)),
    .optional("schemes", .list(.choice(["exact"]), of: .word(["exact"]))),
    .optional("flows", .list(.choice(["authorization"]), of: .word(["authorization"]))),
    .optional("quoteHours", .number(1...8760), standard: .number(24)),
    .optional("requireQuote", .truth([true, false]), standard: .bool(false)),
    .optional("mostTimeoutSeconds", .number(10...3600), standard: .number(300)),
  ])

  static let paymentWallet = KeyTable([
    .needed("name", .word(VersionedName.namePattern, .identifier)),
    .needed("network", evmNetwork), .needed("address", evmAddress),
    .needed("signer", .list(.text, of: .name)),
    .optional("signerSeconds", .number(1...600), standard: .number(30)),
  ])

  static let paymentAsset = KeyTable([
    .needed("network", evmNetwork), .needed("contract", evmAddress), .needed("symbol", .text),
    .needed("decimals", .number(0...36)), .needed("name", .text), .needed("version", .text),
    .needed("payees", .list(evmAddress, of: .name)),
    .needed("caps", .mapping(paymentCaps)),
  ])

  static let paymentCaps = KeyTable([
    .needed("request", amount), .needed("run", amount), .needed("day", amount),
    .needed("host", amount),
  ])
}

/// Reads a `policy.yaml`.
///
/// - Throws: ``ConfigurationError`` with every error of it.
package func loadPaymentPolicy(at path: String) throws -> PaymentPolicy {
  let findings = FindingCollector()
  let policy = readYAML(at: path, findings)
    .flatMap { YAMLMapping($0, .paymentPolicy, findings) }.flatMap(readPolicy)
  guard let policy, findings.isEmpty else { throw findings.error() }
  return policy
}

private func readPolicy(_ file: YAMLMapping) -> PaymentPolicy? {
  let origins = file.readList("origins", freeText) ?? []
  let wallets = file.mappings("wallets", .paymentWallet, readWallet)
  let assets = file.mappings("assets", .paymentAsset, readAsset)
  // These lists can only contain one word each, because Daymark pays in no other way.
  _ = file.readList("schemes") { $0 == "exact" ? $0 : nil }
  _ = file.readList("flows") { $0 == "authorization" ? $0 : nil }
  var policy = PaymentPolicy(origins: origins, assets: assets, wallets: wallets)
  policy.quoteHours = file.read("quoteHours") { wholeNumber($0) } ?? policy.quoteHours
  policy.requiresQuote = file.readTruth("requireQuote") ?? false
  policy.mostTimeoutSeconds =
    file.read("mostTimeoutSeconds") { wholeNumber($0) } ?? policy.mostTimeoutSeconds
  for (index, wallet) in wallets.enumerated()
  where wallets[..<index].contains(where: { $0.network == wallet.network || $0.name == wallet.name }
  ) {
    // All offers would be paid by the first of the two wallets.
    file.findings.add(
      .configDuplicate, at: file.place(of: "wallets"), key: "\(wallet.name) on \(wallet.network)")
  }
  for (index, asset) in assets.enumerated()
  where !wallets.contains(where: { $0.network == asset.network }) {
    file.findings.add(
      .configMissingKey, at: file.place(of: "assets"), key: "wallets of \(assets[index].network)",
      expected: .mapping)
  }
  return policy
}

private func readWallet(_ entry: YAMLMapping) -> PaymentWallet? {
  let signer = entry.readList("signer", freeText) ?? []
  guard let name = entry.word("name"), let network = entry.word("network"),
    let address = entry.word("address"), !signer.isEmpty
  else { return nil }
  var wallet = PaymentWallet(
    name: name, network: network, address: address.lowercased(), signer: signer)
  wallet.signerSeconds = entry.read("signerSeconds") { wholeNumber($0) } ?? wallet.signerSeconds
  return wallet
}

private func readAsset(_ entry: YAMLMapping) -> PaymentAsset? {
  let caps = entry.mapping("caps", .paymentCaps)
  func cap(_ key: String) -> AtomicAmount? { caps?.read(key) { AtomicAmount($0) } }
  let (name, version) = (entry.read("name", freeText), entry.read("version", freeText))
  let payees = entry.readList("payees") { $0.lowercased() } ?? []
  guard let network = entry.word("network"), let contract = entry.word("contract"),
    let symbol = entry.read("symbol", freeText),
    let decimals = entry.read("decimals", decimalPlaces), let name, let version,
    let request = cap("request"), let run = cap("run"), let day = cap("day"),
    let host = cap("host")
  else { return nil }
  return PaymentAsset(
    network: network, contract: contract.lowercased(), symbol: symbol, decimals: decimals,
    domainName: name, domainVersion: version, payees: payees,
    caps: PaymentCaps(request: request, run: run, day: day, host: host))
}

private func decimalPlaces(_ text: String) -> Int? {
  wholeNumber(text).flatMap { (0...36).contains($0) ? $0 : nil }
}
