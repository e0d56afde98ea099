import CDaymarkTestKeys
import DaymarkDocuments
import DaymarkModel
import Synchronization
import Testing

@testable import DaymarkDelivery

/// A ledger that outlives the processes that use it.
final class MemoryPaymentBook: PaymentBook {
  private let state = Mutex<(log: [Payment], quotes: [OutboxKey: PaymentQuote])>(([], [:]))

  private let reads = Mutex(0)

  var log: [Payment] { state.withLock { $0.log } }
  /// How often all quotes were read.
  var quoteReads: Int { reads.withLock { $0 } }

  /// A ledger of its own that begins where this one stands.
  func copy() -> MemoryPaymentBook {
    let copy = MemoryPaymentBook()
    let known = state.withLock { $0 }
    copy.state.withLock { $0 = known }
    return copy
  }

  func payments() throws -> [Payment] {
    var (order, last): ([String], [String: Payment]) = ([], [:])
    for payment in log where last.updateValue(payment, forKey: payment.id) == nil {
      order.append(payment.id)
    }
    return order.compactMap { last[$0] }
  }

  func append(_ payment: Payment) throws { state.withLock { $0.log.append(payment) } }

  func quotes() throws -> [OutboxKey: PaymentQuote] {
    reads.withLock { $0 += 1 }
    return state.withLock { $0.quotes }
  }
  func append(_ quote: PaymentQuote) throws { state.withLock { $0.quotes[quote.key] = quote } }
  func paymentSecret() throws -> [UInt8] { [UInt8](repeating: 7, count: 32) }
}

/// A key for tests, and nowhere else.
enum TestKey {
  static let bytes = [UInt8](repeating: 0x11, count: 32)
  /// The address of that key, as the public vector has it.
  static let address = "0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a"

  static func sign(_ digest: [UInt8], with key: [UInt8] = bytes) throws -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 65)
    try #require(daymark_test_sign(digest, key, &signature) == 1)
    return signature
  }
}

/// A signer that signs what it is asked for, or what a test makes of it.
final class TestSigner: PaymentSigner {
  private let asked = Mutex<[JSONValue]>([])
  private let answer: @Sendable (JSONValue) throws -> JSONValue

  init(_ answer: @escaping @Sendable (JSONValue) throws -> JSONValue = TestSigner.honest) {
    self.answer = answer
  }

  var requests: [JSONValue] { asked.withLock { $0 } }
  /// How often it was asked to sign.
  var signings: Int { requests.count { $0.string("request") == "sign" } }

  func ask(
    _ request: JSONValue, of wallet: PaymentWallet
  ) async throws(SignerFailure) -> JSONValue {
    asked.withLock { $0.append(request) }
    do { return try answer(request) } catch let failure as SignerFailure {
      throw failure
    } catch { throw SignerFailure("\(error)") }
  }

  static func honest(_ request: JSONValue) throws -> JSONValue {
    if request.string("request") == "status" { return .object(["status": .string("unknown")]) }
    return .object(["signature": .string(try signature(over: request))])
  }

  static func signature(over request: JSONValue) throws -> String {
    let digest = try #require(request.string("digest").flatMap { hexBytes(prefixed: $0) })
    return hexText(try TestKey.sign(digest))
  }
}

extension PaymentPolicy {
  static let payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c"
  static let usdc = "0x036cbd53842c5426634e7929541ec2318f3dcf7e"

  /// At most 0.02 USDC for one submission, 0.05 in one call and a day, and 0.1 to one service.
  static var test: PaymentPolicy {
    func amount(_ units: UInt128) -> AtomicAmount { AtomicAmount(units) }
    return PaymentPolicy(
      origins: ["https://intake.example"],
      assets: [
        PaymentAsset(
          network: "eip155:84532", contract: usdc, symbol: "USDC", decimals: 6, domainName: "USDC",
          domainVersion: "2", payees: [payee],
          caps: PaymentCaps(
            request: amount(20_000), run: amount(50_000), day: amount(50_000),
            host: amount(100_000)))
      ],
      wallets: [
        PaymentWallet(
          name: "main", network: "eip155:84532", address: TestKey.address, signer: ["/bin/false"])
      ])
  }
}

/// One call of a courier that may pay, and what came of it.
struct PayingCall {
  /// In the proof window.
  static let window = Instant.at("2025-09-08T12:00:00Z")

  var deliveries: [Delivery]
  var delivery: Delivery { deliveries[0] }
  var book: MemoryPaymentBook
  var payment: Payment? { (try? book.payments())?.first }

  /// - Parameters:
  ///   - policy: `nil` for a call without `--pay`.
  ///   - again: Whether what was refused is sent again.
  static func deliver(
    _ subjects: [OutgoingSubject] = [.anna()], over service: some Transport,
    _ signer: TestSigner = TestSigner(), policy: PaymentPolicy? = .test,
    outbox: MemoryOutbox = MemoryOutbox(), book: MemoryPaymentBook = MemoryPaymentBook(),
    at now: Instant = window, onlyQuotes: Bool = false, again: Bool = false, jobs: Int = 4
  ) async throws -> PayingCall {
    let world = VirtualWorld(at: now)
    let clerk = PaymentClerk(
      policy, to: try .test, book: book, signer: signer, in: world, onlyQuotes: onlyQuotes)
    var courier = Courier(to: try .test, over: service, outbox: outbox, in: world)
    courier.jobs = jobs
    courier.payer = clerk
    (courier.rules.canPay, courier.rules.sendsRefusedAgain) = (policy != nil, again)
    return PayingCall(deliveries: try await courier.deliver(subjects), book: book)
  }
}

/// The price of a service, and what a hostile one makes of it.
struct TestPrice {
  static let url = "https://intake.example/api/aivm/intake"

  var version = PaymentVersion.two
  var resource = url
  var offers: [PaymentOffer]
  var extensions: JSONValue?

  init(_ amount: String = "10000", _ change: (inout PaymentOffer) -> Void = { _ in }) {
    var offer = PaymentOffer()
    (offer.scheme, offer.networkName, offer.amountText) = ("exact", "eip155:84532", amount)
    (offer.asset, offer.payTo) = (PaymentPolicy.usdc, PaymentPolicy.payee)
    offer.maxTimeoutSeconds = 60
    offer.extra = .object(["name": .string("USDC"), "version": .string("2")])
    change(&offer)
    offers = [offer]
  }

  var response: ServiceResponse {
    if version == .one {
      let offers = offers.map { offer in
        var offer = offer
        offer.resource = resource
        offer.networkName = offer.networkName == "eip155:84532" ? "base-sepolia" : offer.networkName
        return offer
      }
      return ServiceResponse(status: 402, body: PaymentRequired(.one, offers).body)
    }
    var required = PaymentRequired(.two, offers, of: PaymentResource(url: resource))
    required.extensions = extensions
    return ServiceResponse(status: 402, headers: ["payment-required": required.header])
  }
}

/// A service that wants to be paid, stores once, and gives receipts, or whatever a test makes of its answers.
final class PricedService: Transport {
  private let state = Mutex<(requests: [ServiceRequest], settled: [String: Int])>(([], [:]))
  private let price: TestPrice
  private let interfere:
    @Sendable (ServiceRequest, Int) throws(TransportFailure) -> ServiceResponse?

  init(
    _ price: TestPrice = TestPrice(),
    _ interfere:
      @escaping @Sendable (
        ServiceRequest, Int
      ) throws(TransportFailure) -> ServiceResponse? = { _, _ in nil }
  ) {
    (self.price, self.interfere) = (price, interfere)
  }

  var requests: [ServiceRequest] { state.withLock { $0.requests } }
  /// How often each payload was settled.
  var settled: [String: Int] { state.withLock { $0.settled } }
  /// The different payloads that came.
  var payloads: Set<String> { Set(requests.compactMap { $0.header(price.version.paymentHeader) }) }

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    let paid = request.header(price.version.paymentHeader)
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count { $0.header(price.version.paymentHeader) != nil }
    }
    if let answer = try interfere(request, paid == nil ? 0 : number) { return answer }
    guard let paid else { return price.response }
    state.withLock { if $0.settled[paid] == nil { $0.settled[paid] = 1 } }
    return Self.receipt(version: price.version)
  }

  static func receipt(
    version: PaymentVersion = .two, _ change: (inout SettlementResponse) -> Void = { _ in }
  ) -> ServiceResponse {
    var receipt = SettlementResponse()
    (receipt.success, receipt.payer) = (true, TestKey.address)
    receipt.transaction = "0x" + String(repeating: "ab", count: 32)
    receipt.networkName = version == .two ? "eip155:84532" : "base-sepolia"
    change(&receipt)
    return ServiceResponse(
      200, #"{"ok":true,"evidenceId":"e1"}"#,
      headers: [version.settlementHeader.lowercased(): receipt.header])
  }
}
