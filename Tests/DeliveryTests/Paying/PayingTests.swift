import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkDelivery

/// Paying under a policy: what is paid, and what is not whatever a service or a signer says; see Delivery, "Pay".
struct PayingTests {
  private typealias Call = PayingCall
  private static let window = PayingCall.window

  // MARK: An honest service

  @Test(arguments: [PaymentVersion.one, .two])
  func `a price that the policy allows is paid once`(version: PaymentVersion) async throws {
    var price = TestPrice()
    price.version = version
    let (service, signer) = (PricedService(price), TestSigner())
    let outcome = try await Call.deliver(over: service, signer)
    #expect(outcome.delivery.state == .submitted)
    #expect(outcome.book.log.map(\.state) == [.approved, .signed, .sent, .settled])
    let payment = try #require(outcome.payment)
    #expect(payment.transaction == "0x" + String(repeating: "ab", count: 32))
    #expect(service.requests.count == 2 && service.payloads.count == 1)
    // The same key for the request that pays.
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 1)
    let header = try #require(service.payloads.first)
    let payload = try PaymentPayload(header: header, version)
    guard case .authorization(let authorization, _) = payload.proof else {
      Issue.record("no authorization")
      return
    }
    #expect("\(authorization.value)" == "10000" && authorization.validAfter == 0)
    #expect("\(authorization.to)".lowercased() == PaymentPolicy.payee)
    // A minute, as the service takes to settle.
    #expect(
      authorization.validBefore == UInt64(Self.window.secondsSince1970) + 60)
    #expect(hexText(authorization.nonce) == payment.nonce)
    #expect(payload.resource?.url == (version == .two ? TestPrice.url : nil))
  }

  @Test(arguments: [true, false])
  func `a payment has a name of its own where the service takes names`(isNeeded: Bool) async throws
  {
    var price = TestPrice()
    let declared = #"{"info":{"required":\#(isNeeded)},"schema":{"type":"object"}}"#
    price.extensions = .object([
      "payment-identifier": try JSONValue(parsing: Array(declared.utf8)), "other": .number(1),
    ])
    let service = PricedService(price)
    _ = try await Call.deliver(over: service)
    let header = try #require(service.payloads.first)
    let payload = try PaymentPayload(header: header, .two)
    let name = "pay_" + Digest(of: payload.proof.json.canonicalBytes()).hex
    let expected =
      #"{"payment-identifier":{"info":{"id":"\#(name)","required":\#(isNeeded)},"#
      + #""schema":{"type":"object"}}}"#
    #expect(payload.extensions?.canonicalText == expected)
  }

  @Test(arguments: ["{}", #"{"info":{}}"#, #"{"info":{"required":"yes"}}"#, "[]", "null"])
  func `a service that declares no names gets none`(declared: String) async throws {
    var price = TestPrice()
    price.extensions = .object([
      "payment-identifier": try JSONValue(parsing: Array(declared.utf8))
    ])
    let service = PricedService(price)
    #expect(try await Call.deliver(over: service).delivery.state == .submitted)
    let header = try #require(service.payloads.first)
    #expect(try PaymentPayload(header: header, .two).extensions == nil)
  }

  @Test func `of several offers the lowest of the policy's first asset is paid`() async throws {
    var price = TestPrice("15000")
    price.offers.append(TestPrice("9000").offers[0])
    price.offers.append(
      TestPrice("1") { $0.asset = "0x" + String(repeating: "1", count: 40) }.offers[0])
    let outcome = try await Call.deliver(over: PricedService(price))
    #expect(outcome.payment.map { "\($0.terms.amount)" } == "9000")
  }

  // MARK: Hostile services

  @Test func `there are more than forty hostile services, each another one`() {
    #expect(HostileServer.all.count > 40)
    #expect(Set(HostileServer.all.map(\.name)).count == HostileServer.all.count)
  }

  @Test(arguments: HostileServer.all)
  func `a hostile service gets nothing that the policy does not allow`(server: HostileServer)
    async throws
  {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    if let price = server.quoted {
      _ = try await Call.deliver(
        over: PricedService(price), signer, outbox: outbox, book: book, onlyQuotes: true)
    }
    let service = server.service()
    let outcome = try await Call.deliver(over: service, signer, outbox: outbox, book: book)
    // However often it is asked again.
    for _ in 0..<3 {
      _ = try await Call.deliver(over: service, signer, outbox: outbox, book: book)
    }
    let (state, words) = (outcome.delivery.state, outcome.delivery.row?.answer?.words ?? "")
    let payments = try book.payments()
    switch server.outcome {
    case .refused(let rule):
      #expect(state == .error && words.contains("`\(rule.rawValue)`"), "\(words)")
      #expect(signer.requests.isEmpty && service.payloads.isEmpty && book.log.isEmpty)
    case .unpaid:
      #expect(state == .error)
      #expect(signer.requests.isEmpty && service.payloads.isEmpty && book.log.isEmpty)
    case .paid(let amount, let seconds):
      #expect(payments.map { "\($0.terms.amount)" } == [amount])
      #expect(payments.first?.validBefore == Self.window.advanced(byMilliseconds: seconds * 1000))
      #expect(signer.requests.count == 1 && service.payloads.count == 1)
    case .unknown, .settled:
      if case .settled = server.outcome {
        #expect(payments.map(\.state) == [.settled] && words.contains("paid for"), "\(words)")
      } else {
        #expect(payments.map(\.state) == [.unknown])
      }
      #expect(signer.requests.count == 1 && service.payloads.count == 1)
    }
  }

  @Test func `another origin is not paid`() async throws {
    var policy = PaymentPolicy.test
    policy.origins = ["https://intake.example:8443", "http://127.0.0.1:8480"]
    let outcome = try await Call.deliver(over: PricedService(), policy: policy)
    #expect(outcome.delivery.row?.answer?.words?.contains("`origin`") == true)
  }

  // MARK: After paying

  @Test func `a cut after paying is settled by the same payload under the same key`() async throws {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    let cut = PricedService { _, number throws(TransportFailure) in
      if number > 0 { throw .lost("cut") }
      return nil
    }
    let first = try await Call.deliver(over: cut, signer, outbox: outbox, book: book)
    #expect(first.delivery.state == .submitting && first.payment?.state == .unknown)
    let service = PricedService()
    let second = try await Call.deliver(over: service, signer, outbox: outbox, book: book)
    #expect(second.delivery.state == .submitted && second.payment?.state == .settled)
    #expect(service.payloads == cut.payloads && signer.requests.count == 1)
    #expect(service.requests.count == 1)
  }

  @Test func `a transaction that another payment has is no receipt`() async throws {
    let book = MemoryPaymentBook()
    let outcome = try await Call.deliver(
      [.anna(), .subject("ben", "B")], over: PricedService(), book: book, jobs: 1)
    #expect(outcome.deliveries.map(\.state) == [.submitted, .submitted])
    #expect(try book.payments().map(\.state) == [.settled, .unknown])
  }

  @Test(arguments: [("used", PaymentState.settled), ("unused", .failed), ("unknown", .unknown)])
  func `when it has lapsed the signer is asked what became of it`(
    status: String, state: PaymentState
  ) async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let lost = PricedService { _, number throws(TransportFailure) in
      if number > 0 { throw .lost("cut") }
      return nil
    }
    _ = try await Call.deliver(over: lost, outbox: outbox, book: book)
    let signer = TestSigner { request in
      request.string("request") == "status"
        ? .object(["status": .string(status)]) : try TestSigner.honest(request)
    }
    // A minute and ten more: nothing is asked before.
    _ = try await Call.deliver(
      over: lost, signer, outbox: outbox, book: book,
      at: Self.window.advanced(byMilliseconds: 600_000))
    #expect(signer.requests.isEmpty)
    let later = Self.window.advanced(byMilliseconds: 661_000)
    let refusing = PricedService { _, _ in ServiceResponse(500, "") }
    _ = try await Call.deliver(over: refusing, signer, outbox: outbox, book: book, at: later)
    #expect(signer.requests.first?.string("request") == "status")
    #expect(try book.payments().first?.state == state)
  }

  // MARK: Caps and quotes

  @Test func `jobs side by side spend no more than the caps allow`() async throws {
    let subjects = (0..<12).map { OutgoingSubject.subject("s\($0)", "body \($0)") }
    let book = MemoryPaymentBook()
    let outcome = try await Call.deliver(subjects, over: PricedService(), book: book, jobs: 8)
    // 50,000 at 10,000 each.
    #expect(outcome.deliveries.count { $0.state == .submitted } == 5)
    #expect(try book.payments().count == 5)
    let refused = outcome.deliveries.compactMap { $0.row?.answer?.words }
    #expect(refused.count { $0.contains("`capRun`") || $0.contains("`capDay`") } == 7)
    // The next day the day's budget is new, and that of the service is not.
    let next = try await Call.deliver(
      (20..<40).map { .subject("s\($0)", "body \($0)") }, over: PricedService(), book: book,
      at: .at("2025-09-09T12:00:00Z"))
    #expect(next.deliveries.count { $0.state == .submitted } == 5)
    let third = try await Call.deliver(
      [.subject("last", "body")], over: PricedService(), book: book,
      at: .at("2025-09-09T23:59:59Z"))
    #expect(third.delivery.row?.answer?.words?.contains("`capDay`") == true)
  }

  @Test func `a quote notes prices and pays nothing, and a price that was raised is refused`()
    async throws
  {
    let (book, signer) = (MemoryPaymentBook(), TestSigner())
    let quoted = try await Call.deliver(over: PricedService(), signer, book: book, onlyQuotes: true)
    #expect(quoted.delivery.row?.answer?.words?.contains("0.01 USDC") == true)
    #expect(signer.requests.isEmpty && book.log.isEmpty)
    let raised = try await Call.deliver(over: PricedService(TestPrice("10001")), signer, book: book)
    #expect(raised.delivery.row?.answer?.words?.contains("`quote`") == true)
    #expect(signer.requests.isEmpty)
    let kept = try await Call.deliver(over: PricedService(), signer, book: book)
    #expect(kept.delivery.state == .submitted)
  }

  @Test func `a policy may want a quote for everything, and quotes lapse`() async throws {
    var policy = PaymentPolicy.test
    policy.requiresQuote = true
    let book = MemoryPaymentBook()
    let none = try await Call.deliver(over: PricedService(), policy: policy, book: book)
    #expect(none.delivery.row?.answer?.words?.contains("`quote`") == true)
    _ = try await Call.deliver(over: PricedService(), policy: policy, book: book, onlyQuotes: true)
    let late = try await Call.deliver(
      over: PricedService(), policy: policy, book: book, at: .at("2025-09-09T12:00:01Z"))
    #expect(late.delivery.row?.answer?.words?.contains("`quote`") == true)
    #expect(
      try await Call.deliver(over: PricedService(), policy: policy, book: book).delivery.state
        == .submitted)
  }

  // MARK: Hostile signers

  /// What a signer makes of a request.
  private static let signers: [(String, @Sendable (JSONValue) throws -> JSONValue)] = {
    /// An answer whose signature is over a changed authorization.
    @Sendable func signing(
      _ change: @escaping @Sendable (inout TransferAuthorization) -> Void
    ) -> @Sendable (JSONValue) throws -> JSONValue {
      { request in
        let kind = Members<TransferAuthorization>.authorization.kind
        var authorization = try #require(kind.value(of: request["authorization"]))
        change(&authorization)
        let contract = try #require(EthereumAddress(PaymentPolicy.usdc))
        let domain = TokenDomain(name: "USDC", version: "2", chainID: 84_532, contract: contract)
        let signature = try TestKey.sign(authorization.digest(for: domain))
        return .object(["signature": .string(hexText(signature))])
      }
    }
    @Sendable func adding(
      _ members: [String: JSONValue]
    ) -> @Sendable (JSONValue) throws -> JSONValue {
      { request in
        .object(
          ["signature": .string(try TestSigner.signature(over: request))].merging(members) { $1 })
      }
    }
    let mallory = EthereumAddress("0x" + String(repeating: "3", count: 40)) ?? .zero
    return [
      ("more than approved", signing { $0.value = AtomicAmount(10_001) }),
      ("less than approved", signing { $0.value = AtomicAmount(9_999) }),
      ("another payee", signing { $0.to = mallory }),
      ("another payer", signing { $0.from = mallory }),
      ("another nonce", signing { $0.nonce[31] ^= 1 }),
      ("valid for longer", signing { $0.validBefore += 86_400 }),
      ("valid later", signing { $0.validAfter = 1 }),
      (
        "another key",
        { request in
          let digest = try #require(request.string("digest").flatMap { hexBytes(prefixed: $0) })
          let signature = try TestKey.sign(digest, with: [UInt8](repeating: 0x22, count: 32))
          return .object(["signature": .string(hexText(signature))])
        }
      ),
      ("no signature", { _ in .object([:]) }),
      ("an empty one", { _ in .object(["signature": .string("0x")]) }),
      (
        "half of one",
        { request in
          .object([
            "signature": .string(String(try TestSigner.signature(over: request).dropLast(2)))
          ])
        }
      ),
      (
        "two of them",
        { request in
          let signature = try TestSigner.signature(over: request)
          return .object(["signature": .string(signature + signature.dropFirst(2))])
        }
      ),
      (
        "zeros", { _ in .object(["signature": .string("0x" + String(repeating: "0", count: 130))]) }
      ),
      ("a list", { _ in .array([]) }), ("a number", { _ in .object(["signature": .number(1)]) }),
      ("another authorization beside it", adding(["authorization": .object([:])])),
      ("another network beside it", adding(["network": .string("eip155:1")])),
      ("another nonce beside it", adding(["nonce": .string("0x00")])),
      ("another digest beside it", adding(["digest": .string("0x00")])),
      ("another payment beside it", adding(["payment": .string("0")])),
      ("a second transfer", adding(["transactions": .array([.string("0x00")])])),
      ("a payload of its own", adding(["payload": .object([:])])),
    ]
  }()

  @Test(arguments: signers.indices)
  func `what was not approved is not sent`(index: Int) async throws {
    let (name, answer) = Self.signers[index]
    let service = PricedService()
    let outcome = try await Call.deliver(over: service, TestSigner(answer))
    #expect(service.payloads.isEmpty, "\(name)")
    #expect(outcome.delivery.state == .error, "\(name)")
    #expect(outcome.delivery.row?.answer?.words?.contains("`signer`") == true, "\(name)")
    #expect(outcome.payment?.state == .failed, "\(name)")
  }

  @Test func `a signer that gives no answer is asked for the same number again`() async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let silent = TestSigner { _ in throw Killed() }
    let first = try await Call.deliver(over: PricedService(), silent, outbox: outbox, book: book)
    #expect(first.payment?.state == .approved && first.delivery.state == .error)
    let signer = TestSigner()
    let second = try await Call.deliver(
      over: PricedService(), signer, outbox: outbox, book: book,
      at: Self.window.advanced(byMilliseconds: 3_600_000))
    #expect(second.delivery.state == .submitted && second.payment?.state == .settled)
    #expect(silent.requests[0].string("nonce") == signer.requests[0].string("nonce"))
    #expect(try book.payments().count == 1)
  }
}
