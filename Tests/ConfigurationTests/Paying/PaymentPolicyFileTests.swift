import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkConfiguration

/// What operators write of paying; see Delivery, "Pay".
struct PaymentPolicyFileTests {
  /// The example of the page.
  private static let page = """
    origins: [https://intake.example]
    wallets:
      - name: main
        network: eip155:8453
        address: "0x857b06519E91e3A54538791bDbb0E22373e36b66"
        signer: [/usr/local/bin/sign, --wallet, main]
    assets:
      - network: eip155:8453
        contract: "0x833589fcD6eDb6E08f4c7C32D4f71b54bdA02913"
        symbol: USDC
        decimals: 6
        name: USD Coin
        version: "2"
        payees: ["0x209693Bc6afc0C5328bA36FaF03C514EF312287C"]
        caps: { request: 10000, run: 100000, day: 500000, host: 5000000 }

    """

  private func load(_ text: String) throws -> PaymentPolicy {
    let folder = try ScratchFolder()
    return try loadPaymentPolicy(at: folder.write(text.utf8, to: "policy.yaml"))
  }

  /// The errors as `code key`, and whether there is no policy where there are some.
  private func errors(_ text: String) -> [String] {
    do {
      _ = try load(text)
      return []
    } catch let error as ConfigurationError {
      return error.findings.map { "\($0.code.rawValue) \($0.facts.key ?? "")" }
    } catch { return ["\(error)"] }
  }

  @Test func `the page's policy is read, with addresses in small letters`() throws {
    let policy = try load(Self.page)
    #expect(policy.origins == ["https://intake.example"])
    #expect(
      policy.wallets == [
        PaymentWallet(
          name: "main", network: "eip155:8453",
          address: "0x857b06519e91e3a54538791bdbb0e22373e36b66",
          signer: ["/usr/local/bin/sign", "--wallet", "main"])
      ])
    let asset = try #require(policy.assets.first)
    #expect(asset.contract == "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913")
    #expect(asset.payees == ["0x209693bc6afc0c5328ba36faf03c514ef312287c"])
    #expect(asset.domainName == "USD Coin" && asset.domainVersion == "2" && asset.decimals == 6)
    #expect(
      asset.caps
        == PaymentCaps(
          request: AtomicAmount(10_000), run: AtomicAmount(100_000), day: AtomicAmount(500_000),
          host: AtomicAmount(5_000_000)))
    // What it leaves out.
    #expect(policy.quoteHours == 24 && !policy.requiresQuote && policy.mostTimeoutSeconds == 300)
    #expect(policy.wallets.first?.signerSeconds == 30)
  }

  @Test func `what it says of quotes, times and schemes is taken`() throws {
    let text =
      Self.page.replacing("signer: [", with: "signerSeconds: 5\n    signer: [")
      + "quoteHours: 2\nrequireQuote: true\nmostTimeoutSeconds: 60\nschemes: [exact]\nflows: [authorization]\n"
    let policy = try load(text)
    #expect(policy.quoteHours == 2 && policy.requiresQuote && policy.mostTimeoutSeconds == 60)
    #expect(policy.wallets.first?.signerSeconds == 5)
  }

  @Test(
    arguments: [
      // Every cap is needed, in its one spelling.
      (", host: 5000000", "", "config.missing_key host"),
      ("request: 10000", "request: 010000", "config.bad_value request"),
      ("request: 10000", "request: 1e4", "config.bad_value request"),
      ("request: 10000", "request: 0", "config.bad_value request"),
      ("request: 10000", "request: -1", "config.bad_value request"),
      ("request: 10000", "request: 100.5", "config.bad_value request"),
      // Only what can be paid is a word of the policy.
      ("origins:", "schemes: [upto]\norigins:", "config.bad_value schemes"),
      ("origins:", "flows: [upfront]\norigins:", "config.bad_value flows"),
      ("origins:", "scheme: [exact]\norigins:", "config.unknown_key scheme"),
      (
        "network: eip155:8453\n    contract", "network: base\n    contract",
        "config.bad_value network"
      ),
      ("0x833589fcD6eDb6E08f4c7C32D4f71b54bdA02913", "0x8335", "config.bad_value contract"),
      ("\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\"", "anybody", "config.bad_value payees"),
      ("decimals: 6", "decimals: 37", "config.bad_value decimals"),
      ("[https://intake.example]", "https://intake.example", "config.bad_value origins"),
      ("[/usr/local/bin/sign, --wallet, main]", "sign", "config.bad_value signer"),
      // A wallet that no offer would ever be paid from.
      (
        "assets:",
        "  - { name: other, network: eip155:8453, address: \"0x2222222222222222222222222222222222222222\", signer: [/bin/sign] }\nassets:",
        "config.duplicate other on eip155:8453"
      ),
    ])
  func `what is wrong in it is refused as a whole`(from: String, to: String, error: String) {
    let text = Self.page.replacing(from, with: to)
    #expect(text != Self.page)
    #expect(errors(text).contains(error), "\(errors(text))")
  }

  @Test(arguments: ["origins", "wallets", "assets"])
  func `nothing is allowed that is not written`(key: String) {
    let lines = Self.page.split(separator: "\n", omittingEmptySubsequences: false)
    var isIn = false
    let rest = lines.filter { line in
      if !line.hasPrefix(" ") { isIn = line.hasPrefix("\(key):") }
      return !isIn
    }
    #expect(errors(rest.joined(separator: "\n")).contains { $0.hasSuffix(" \(key)") })
  }

  @Test func `a token on a chain without a wallet is told`() {
    let text = Self.page.replacing(
      "network: eip155:8453\n    address", with: "network: eip155:84532\n    address")
    #expect(errors(text) == ["config.missing_key wallets of eip155:8453"])
  }
}
