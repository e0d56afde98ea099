import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel

/// Payments that are wrong in something, with what is answered.
enum HostilePayer {
  /// Changes a payment that is right, or gives headers of its own.
  typealias Change = (inout TestPayment) -> [String: String]?

  static func table(now: UInt64, url: String) throws -> [(name: String, status: Int, Change)] {
    func changed(_ name: String, _ change: @escaping (inout TestPayment) -> Void)
      -> (name: String, status: Int, Change)
    {
      (
        name, 402,
        {
          change(&$0)
          return nil
        }
      )
    }
    func sent(_ name: String, _ headers: @escaping (TestPayment) -> [String: String])
      -> (name: String, status: Int, Change)
    {
      (name, 400, { headers($0) })
    }
    func rewritten(_ name: String, _ from: String, _ to: String) -> (
      name: String, status: Int, Change
    ) {
      sent(name) { payment in
        let text = payment.payload.json.canonicalText
        return ["PAYMENT-SIGNATURE": Base64.text(of: Array(text.replacing(from, with: to).utf8))]
      }
    }
    guard let other = EthereumAddress(TestTokens.other) else { throw CancellationError() }
    return [
      changed("too little by one") { $0.transfer.value = AtomicAmount(9_999) },
      changed("nothing") { $0.transfer.value = .zero },
      changed("an offer that is less") { $0.offer.amountText = "1" },
      changed("an amount with a zero in front") { $0.offer.amountText = "010000" },
      changed("an amount with an exponent") { $0.offer.amountText = "1e4" },
      changed("another payee") { $0.transfer.to = other },
      changed("another payee in the offer") { $0.offer.payTo = other.checksummed },
      changed("another asset") { $0.offer.asset = other.checksummed },
      changed("another network") { $0.offer.networkName = "eip155:8453" },
      changed("a network that is none") { $0.offer.networkName = "eip155:084532" },
      changed("a network of Solana") {
        $0.offer.networkName = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
      },
      changed("the scheme upto") { $0.offer.scheme = "upto" },
      changed("a scheme in capitals") { $0.offer.scheme = "EXACT" },
      changed("lapsed") { $0.transfer.validBefore = now - 1 },
      changed("about to lapse") { $0.transfer.validBefore = now + 2 },
      changed("not yet valid") { $0.transfer.validAfter = now + 3600 },
      changed("for another address") { $0.resource = PaymentResource(url: "\(url)/other") },
      changed("for another host") {
        $0.resource = PaymentResource(url: "https://intake.example/api/aivm/intake")
      },
      changed("no signature") { $0.signature = [] },
      changed("another flow") {
        $0.offer.extra = .object(["paymentFlow": .string("upfront")])
      },
      changed("version 1 on another network") {
        $0.version = .one
        $0.transfer.to = other
      },
      sent("two payments") { payment in
        var older = payment
        older.version = .one
        return payment.headers.merging(older.headers) { $1 }
      },
      sent("version 2 in the header of version 1") { ["X-PAYMENT": $0.payload.header] },
      sent("a header beyond what is read") { _ in
        ["PAYMENT-SIGNATURE": String(repeating: "A", count: 20 * 1024)]
      },
      sent("no Base64") { _ in ["PAYMENT-SIGNATURE": "{}"] },
      sent("Base64 without padding") { payment in
        ["PAYMENT-SIGNATURE": Base64.text(of: Array("{\"a\":1}".utf8)).replacing("=", with: "")]
      },
      sent("the dialect of ness in a header of x402") { _ in
        let json = #"{"transaction_signature":"s","payer_address":"p","resource_id":"r"}"#
        return ["X-PAYMENT": Base64.text(of: Array(json.utf8))]
      },
      sent("the dialect of ness") { _ in ["X-Payment-Proof": #"{"transaction_signature":"s"}"#] },
      rewritten("a key twice", "\"value\":", "\"value\":\"20000\",\"value\":"),
      rewritten("a value with a space", "\"value\":\"10000\"", "\"value\":\" 10000\""),
      rewritten("a value that is a number", "\"value\":\"10000\"", "\"value\":10000"),
      rewritten("a nonce that is short", "0x0000", "0x00"),
      rewritten("no payload", "\"payload\":", "\"paylord\":"),
      rewritten("version 3", "\"x402Version\":2", "\"x402Version\":3"),
      (
        "a transaction of Solana", 402,
        { payment in
          let proof = JSONValue.object(["transaction": .string("AAAA")])
          guard case .object(var members) = payment.payload.json else { return nil }
          members["payload"] = proof
          return ["PAYMENT-SIGNATURE": PaymentHeader.text(of: .object(members))]
        }
      ),
    ]
  }
}
