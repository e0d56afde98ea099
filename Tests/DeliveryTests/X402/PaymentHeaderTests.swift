import DaymarkDelivery
import DaymarkDocuments
import Testing

/// Headers and bodies of x402 are read strictly, in both versions, and written as others read them.
struct PaymentHeaderTests {
  private static let offer2 =
    #"{"scheme":"exact","network":"eip155:84532","amount":"10000","asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e","payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C","maxTimeoutSeconds":60,"extra":{"name":"USDC","version":"2"}}"#
  private static let required2 =
    #"{"x402Version":2,"error":"pay","resource":{"url":"http://127.0.0.1/x","description":"d","mimeType":"m"},"accepts":[\#(offer2)]}"#
  private static let required1 =
    #"{"x402Version":1,"error":"pay","accepts":[{"scheme":"exact","network":"base-sepolia","maxAmountRequired":"10000","resource":"http://127.0.0.1/x","description":"d","mimeType":"m","outputSchema":null,"payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C","maxTimeoutSeconds":60,"asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e","extra":{"name":"USDC","version":"2"}}]}"#
  private static let payload2 =
    #"{"x402Version":2,"accepted":\#(offer2),"payload":{"signature":"0x1122","authorization":\#(TransferAuthorizationTests.example)},"ours":"kept"}"#

  private func header(_ json: String) -> String { Base64.text(of: Array(json.utf8)) }

  private func fault(_ read: () throws -> Void) -> PaymentHeaderFault? {
    do { try read() } catch { return error as? PaymentHeaderFault }
    return nil
  }

  @Test func `prices are read in both versions`() throws {
    let two = try PaymentRequired(header: header(Self.required2))
    let one = try PaymentRequired(body: Array(Self.required1.utf8))
    let (second, first) = (try #require(two.offers.first), try #require(one.offers.first))
    #expect(two.resource?.url == "http://127.0.0.1/x")
    #expect(first.resource == "http://127.0.0.1/x")
    #expect(second.amount == AtomicAmount(10000) && first.amount == AtomicAmount(10000))
    #expect(second.network(.two) == first.network(.one))
    #expect(second.network(.two)?.chainID == 84532)
  }

  @Test func `what is written is read again as it was`() throws {
    let two = try PaymentRequired(header: header(Self.required2))
    #expect(try PaymentRequired(header: two.header) == two)
    let one = try PaymentRequired(body: Array(Self.required1.utf8))
    #expect(try PaymentRequired(body: one.body) == one)
    let payment = try PaymentPayload(header: header(Self.payload2), .two)
    #expect(try PaymentPayload(header: payment.header, .two) == payment)
    // A facilitator is handed members that nobody here knows, too.
    #expect(payment.json.string("ours") == "kept")
  }

  @Test func `a payment of version 1 states scheme and network itself`() throws {
    let two = try PaymentPayload(header: header(Self.payload2), .two)
    var offer = try #require(two.accepted)
    offer.networkName = "base-sepolia"
    let one = try PaymentPayload(header: PaymentPayload(.one, by: offer, two.proof).header, .one)
    #expect(one.scheme == "exact" && one.network == two.network && one.accepted == nil)
    #expect(one.proof == two.proof)
  }

  @Test func `a header is refused for what is wrong with it`() {
    let two = Self.required2
    let cases: [(String, PaymentHeaderFault)] = [
      (String(repeating: "A", count: 16 * 1024 + 4), .tooLong), ("", .notBase64),
      (header(two).replacing("=", with: ""), .notBase64),
      (header("{\"a\":\"??>>\"}") + "\n", .notBase64),
      (Base64.text(of: [0xFB, 0xFF, 0xFE]).replacing("+", with: "-"), .notBase64),
      (header("nothing"), .notJSON), (header(two + " x"), .notJSON),
      (header(two.replacing("\"amount\"", with: "\"amount\":\"1\",\"amount\"")), .notJSON),
      (header(two.replacing("\"name\"", with: "\"name\":\"A\",\"name\"")), .notJSON),
      (header(two.replacing("\"payTo\"", with: "\"payTwo\"")), .malformed),
      (header(two.replacing("\"10000\"", with: "10000")), .malformed),
      (header(two.replacing("\"x402Version\":2", with: "\"x402Version\":\"2\"")), .malformed),
      (header(two.replacing("\"x402Version\":2", with: "\"x402Version\":3")), .otherVersion),
      (header(two.replacing("\"x402Version\":2", with: "\"x402Version\":1")), .otherVersion),
      (header("{\"x402Version\":2,\"accepts\":[]}"), .malformed),
    ]
    for (text, expected) in cases {
      #expect(fault { _ = try PaymentRequired(header: text) } == expected, "\(text.prefix(60))")
    }
  }

  @Test(arguments: [
    "010000", "0", "1e4", " 10000", "10000 ", "+10000", "-1", "1.0", "", "0x10", "١",
    "1000000000000000000000000000000",
  ])
  func `an amount has one spelling, is positive, and has at most 30 digits`(text: String) throws {
    var offer = try #require(PaymentRequired(header: header(Self.required2)).offers.first)
    offer.amountText = text
    #expect(offer.amount == nil)
  }

  @Test func `networks have their names in both versions, and no others`() {
    #expect(PaymentNetwork("base", .one)?.description == "eip155:8453")
    #expect(PaymentNetwork("eip155:8453", .two)?.name(.one) == "base")
    #expect(PaymentNetwork("eip155:8453", .one) == nil && PaymentNetwork("base", .two) == nil)
    #expect(PaymentNetwork("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1")?.namespace == "solana")
    for text in ["eip155:08453", "eip155:", "eip155:1:2", "EIP155:1", "eip155:1 ", "ei:1", ":1"] {
      #expect(PaymentNetwork(text) == nil, "\(text)")
    }
  }
}
