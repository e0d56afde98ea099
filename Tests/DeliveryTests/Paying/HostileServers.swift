import DaymarkDocuments
import DaymarkModel

@testable import DaymarkDelivery

/// A service that tries to get more than the policy allows, and what must come of it.
struct HostileServer: Sendable, CustomStringConvertible {
  enum Outcome: Sendable {
    /// Nothing is signed, and the rule that refuses it is named.
    case refused(PaymentRule)
    /// It is paid what the policy allows: an amount, and until when the signature is good, in seconds from now.
    case paid(String, for: Int64)
    /// Nothing is signed, and no price is seen: the answer is none of a service that wants to be paid.
    case unpaid
    /// It was paid, and what it then says leaves open whether the money moved: no second signature, ever.
    case unknown
    /// It was paid, says so, and is not paid again.
    case settled
  }

  var name: String
  var outcome: Outcome
  var service: @Sendable () -> PricedService
  /// The price that it named before, when it was asked for a quote.
  var quoted: TestPrice?

  var description: String { name }

  /// One that asks for a price.
  private static func asking(
    _ name: String, _ outcome: Outcome, _ price: TestPrice, quoted: TestPrice? = nil
  ) -> HostileServer {
    HostileServer(name: name, outcome: outcome, service: { PricedService(price) }, quoted: quoted)
  }

  /// One whose price is refused.
  private static func price(
    _ name: String, _ rule: PaymentRule, _ amount: String = "10000",
    _ change: (inout PaymentOffer) -> Void = { _ in }
  ) -> HostileServer {
    asking(name, .refused(rule), TestPrice(amount, change))
  }

  /// One that answers every request alike.
  private static func always(
    _ name: String, _ outcome: Outcome, _ answer: ServiceResponse
  ) -> HostileServer {
    HostileServer(name: name, outcome: outcome) { PricedService { _, _ in answer } }
  }

  /// One that asks for an honest price, and answers every request that pays alike; `nil` cuts the connection.
  private static func afterPaying(
    _ name: String, _ answer: ServiceResponse?, _ outcome: Outcome = .unknown
  ) -> HostileServer {
    HostileServer(name: name, outcome: outcome) {
      PricedService { _, number throws(TransportFailure) in
        guard number > 0 else { return nil }
        guard let answer else { throw .lost("cut") }
        return answer
      }
    }
  }

  private static let other = "0x" + String(repeating: "1", count: 40)

  /// A price whose header is written by hand.
  private static func header(_ json: String) -> ServiceResponse {
    ServiceResponse(402, "", headers: ["payment-required": Base64.text(of: Array(json.utf8))])
  }

  private static func elsewhere(_ url: String, _ version: PaymentVersion) -> TestPrice {
    var price = TestPrice()
    (price.resource, price.version) = (url, version)
    return price
  }

  static let all = terms + amounts + texts + priceChanges + answersAfterPaying

  private static let terms = [
    price("another asset", .asset) { $0.asset = other },
    price("another payee", .payee) { $0.payTo = other },
    price("another network", .network) { $0.networkName = "eip155:1" },
    price("a second spelling of the network", .network) { $0.networkName = "eip155:084532" },
    price("Solana", .network) { $0.networkName = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" },
    asking(
      "another resource", .refused(.resource), elsewhere("https://intake.example/api/other", .two)),
    asking(
      "another resource, version 1", .refused(.resource),
      elsewhere("https://intake.example/api/other", .one)),
    asking(
      "the resource of another host", .refused(.resource),
      elsewhere("https://intake.example.evil/api/aivm/intake", .two)),
    asking(
      "the resource with a query", .refused(.resource), elsewhere("\(TestPrice.url)?a=b", .two)),
    price("the scheme upto", .scheme) { $0.scheme = "upto" },
    price("the scheme batch-settlement", .scheme) { $0.scheme = "batch-settlement" },
    price("the scheme auth-capture", .scheme) { $0.scheme = "auth-capture" },
    price("the scheme in capitals", .scheme) { $0.scheme = "Exact" },
    price("Permit2", .flow) { $0.extra = .object(["assetTransferMethod": .string("permit2")]) },
    price("paid up front", .flow) { $0.extra = .object(["paymentFlow": .string("upfront")]) },
    price("escrow", .flow) { $0.extra = .object(["paymentFlow": .string("escrow")]) },
    price("the name of another token", .domain) { $0.extra = .object(["name": .string("DAI")]) },
    price("another version of the token", .domain) {
      $0.extra = .object(["version": .string("1")])
    },
    price("a name that is no text", .domain) { $0.extra = .object(["name": .number(1)]) },
  ]

  private static let amounts = [
    price("an exponent", .amount, "1e4"), price("a leading zero", .amount, "010000"),
    price("nothing", .amount, "0"), price("a space before", .amount, " 10000"),
    price("a space behind", .amount, "10000 "), price("a sign", .amount, "+10000"),
    price("below zero", .amount, "-10000"), price("a fraction", .amount, "10000.0"),
    price("hexadecimal", .amount, "0x2710"), price("digits of another script", .amount, "１００００"),
    price("more than anybody has", .amount, String(repeating: "9", count: 78)),
    price("no amount", .amount, ""), price("over the cap of a request", .capRequest, "20001"),
  ]

  private static let texts: [HostileServer] = {
    var nothing = TestPrice()
    nothing.offers = []
    return [
      asking("no offers", .refused(.header), nothing),
      always("no price", .refused(.header), ServiceResponse(402, "")),
      always("an empty one", .refused(.header), ServiceResponse(402, "{}")),
      always(
        "version 3", .refused(.header), ServiceResponse(402, #"{"x402Version":3,"accepts":[]}"#)),
      always(
        "no Base64", .refused(.header),
        ServiceResponse(402, "", headers: ["payment-required": "no base64"])),
      always(
        "a key twice", .refused(.header),
        header(
          #"{"x402Version":2,"x402Version":2,"resource":{"url":"https://intake.example/api/aivm/intake"},"accepts":[]}"#
        )),
      always(
        "a header of 20 kB", .refused(.header),
        ServiceResponse(
          402, "", headers: ["payment-required": String(repeating: "A", count: 20_000)])
      ),
      always(
        "two headers", .refused(.header),
        ServiceResponse(
          402, "",
          headers: [
            "payment-required": [TestPrice(), TestPrice("1")].map {
              $0.response.headers["payment-required"] ?? ""
            }.joined(separator: ", ")
          ])),
      // ness: its own dialect is none.
      always(
        "the dialect of ness", .refused(.header),
        ServiceResponse(
          402, #"{"payment_address":"x","amount_lamports":5,"currency":"SOL","resource_id":"a:b"}"#)
      ),
      always(
        "a redirect to a price", .unpaid,
        ServiceResponse(
          status: 307,
          headers: TestPrice().response.headers.merging(["location": "https://evil.example"]) { $1 }
        )
      ),
    ]
  }()

  private static let priceChanges: [HostileServer] = {
    var dear = TestPrice("20000")
    dear.offers.append(TestPrice("9000").offers[0])
    return [
      asking("a dear offer first", .paid("9000", for: 60), dear),
      asking(
        "a timeout of ten years", .paid("10000", for: 300),
        TestPrice { $0.maxTimeoutSeconds = 315_360_000 }),
      asking(
        "a timeout of nothing", .paid("10000", for: 1), TestPrice { $0.maxTimeoutSeconds = 0 }),
      asking(
        "a price raised after the quote", .refused(.quote), TestPrice("10001"), quoted: TestPrice()),
      asking(
        "a price lowered after the quote", .refused(.quote), TestPrice("9999"), quoted: TestPrice()),
    ]
  }()

  private static let answersAfterPaying: [HostileServer] = {
    func receipt(_ change: (inout SettlementResponse) -> Void) -> ServiceResponse {
      PricedService.receipt(change)
    }
    var notStored = receipt { _ in }
    notStored.body = Array(#"{"ok":true,"evidenceId":null}"#.utf8)
    return [
      afterPaying("a second 402", TestPrice().response),
      afterPaying("a second 402, dearer", TestPrice("10001").response),
      afterPaying("a 500", ServiceResponse(500, "")),
      afterPaying("a 403", ServiceResponse(403, "")),
      afterPaying("a cut", nil),
      afterPaying(
        "a redirect", ServiceResponse(307, "", headers: ["location": "https://evil.example"])),
      afterPaying("no receipt", .stored),
      afterPaying(
        "a receipt that is no Base64",
        ServiceResponse(
          200, #"{"ok":true,"evidenceId":"e1"}"#, headers: ["payment-response": "yes"])),
      afterPaying(
        "a receipt of another payer",
        receipt { $0.payer = "0x" + String(repeating: "2", count: 40) }),
      afterPaying("a receipt of another network", receipt { $0.networkName = "eip155:1" }),
      afterPaying("a receipt of another amount", receipt { $0.amountText = "1" }),
      afterPaying("a receipt whose transaction is none", receipt { $0.transaction = "ok" }),
      afterPaying(
        "a settlement that is pending",
        receipt { ($0.success, $0.errorReason) = (false, "settlement_pending") }),
      afterPaying(
        "a settlement that failed, it says",
        receipt { ($0.success, $0.errorReason) = (false, "insufficient_funds") }),
      afterPaying("not stored", notStored, .settled),
    ]
  }()
}
