import DaymarkDelivery
import DaymarkDocuments
import Testing

/// What a wallet signs to pay; the vector is that of the example in x402's specification of the scheme `exact` on EVM.
struct TransferAuthorizationTests {
  static let example = """
    {"from": "0x857b06519E91e3A54538791bDbb0E22373e36b66",
     "to": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
     "value": "10000", "validAfter": "1740672089", "validBefore": "1740672154",
     "nonce": "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480"}
    """

  private let kind = Members<TransferAuthorization>.authorization.kind

  @Test func `the hashes are those of the published example`() throws {
    let transfer = try #require(kind.value(Array(Self.example.utf8)))
    let contract = try #require(EthereumAddress("0x036CbD53842c5426634e7929541eC2318f3dCF7e"))
    let token = TokenDomain(name: "USDC", version: "2", chainID: 84532, contract: contract)
    #expect(
      hexText(token.separator)
        == "0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818")
    #expect(
      hexText(transfer.structHash)
        == "0x49ad644555c7bdf3ea4fc022a4940ae5589b230b1dde0065c5504fa19bbe39a4")
    #expect(
      hexText(transfer.digest(for: token))
        == "0xf256992871671abcb27ff92885a7afa46218724e5fc0bac35d050115aa1d22e6")
  }

  @Test func `a transfer comes back as it was written`() throws {
    let transfer = try #require(kind.value(Array(Self.example.utf8)))
    #expect(try kind.json(transfer) == JSONValue(parsing: Self.example.utf8))
  }

  @Test(arguments: [
    ("\"10000\"", "\"010000\""), ("\"10000\"", "\"1e4\""), ("\"10000\"", "\" 10000\""),
    ("\"10000\"", "10000"), ("\"10000\"", "\"-1\""), ("\"1740672089\"", "\"+1740672089\""),
    ("\"1740672154\"", "\"99999999999999999999\""), ("f13480", "f134"), ("f13480", "f1348g"),
    ("0x857b06519E91e3", "0x857B06519E91e3"),
  ])
  func `a number, nonce or address in another spelling is no transfer`(from: String, to: String) {
    let text = Self.example.replacing(from, with: to)
    #expect(text != Self.example)
    #expect(kind.value(Array(text.utf8)) == nil)
  }
}
