import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import NIOHTTP1
import Synchronization
import Testing

/// Bodies that are paid for: each payment once, each submission once; see Intake, "A price".
struct CashierTests {
  /// Runs an intake with a price beside a facilitator.
  private func run(
    _ facilitator: FakeFacilitator = FakeFacilitator(), in folder: String? = nil,
    _ body: (RunningIntake, FakeFacilitator, Price) async throws -> Void
  ) async throws {
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(.withoutLooks, price: price, in: folder) { intake async throws in
        try await body(intake, facilitator, price)
      }
    }
  }

  private var now: UInt64 { UInt64(Date().timeIntervalSince1970) }

  @Test(arguments: PaymentVersion.allCases)
  func `a body is paid for and stored, and the answer says how`(version: PaymentVersion)
    async throws
  {
    try await run { intake, facilitator, price async throws in
      let wanted = try await intake.post(TestBody())
      #expect(wanted.status == 402)
      let header = try #require(wanted.headers.first(name: PaymentVersion.priceHeader))
      let (two, one) = (try PaymentRequired(header: header), try PaymentRequired(body: wanted.body))
      #expect(two.offers.first?.amountText == "10000" && one.offers.first?.amountText == "10000")
      #expect(two.resource?.url == "\(intake.url)/api/aivm/intake")
      #expect(one.offers.first?.resource == two.resource?.url)
      #expect(one.offers.first?.networkName == "base-sepolia")
      var payment = try TestPayment(price, now: now)
      payment.version = version
      payment.resource = two.resource
      let paid = try await intake.post(TestBody(), key: "k", headers: payment.headers)
      #expect(paid.status == 200)
      let settled = try SettlementResponse(
        header: try #require(paid.headers.first(name: version.settlementHeader)))
      #expect(settled.success && settled.transaction == "0xfeed")
      // A repeat is answered alike, with the payment and without it, and nothing is settled again.
      for headers in [payment.headers, [:]] {
        let again = try await intake.post(TestBody(), key: "k", headers: headers)
        #expect(again.status == 200 && again.body == paid.body)
        #expect(again.headers.first(name: version.settlementHeader) != nil)
      }
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  // MARK: What ness does not look at

  @Test func `the amount of a payment is looked at`() async throws {
    try await refused { $0.transfer.value = AtomicAmount(9999) }
    try await refused { $0.offer.amountText = "9999" }
  }

  @Test func `the payee of a payment is looked at`() async throws {
    let other = try #require(EthereumAddress(TestTokens.other))
    try await refused { $0.transfer.to = other }
    try await refused { $0.offer.payTo = other.checksummed }
  }

  @Test func `the expiry of a payment is looked at`() async throws {
    let now = now
    try await refused { $0.transfer.validBefore = now - 1 }
    try await refused { $0.transfer.validBefore = now + 3 }
    try await refused { $0.transfer.validAfter = now + 60 }
  }

  @Test func `a payment that was used is not taken for another body`() async throws {
    try await run { intake, facilitator, price async throws in
      let payment = try TestPayment(price, now: now)
      #expect(try await intake.post(TestBody(steps: 1), headers: payment.headers).status == 200)
      let replay = try await intake.post(TestBody(steps: 2), headers: payment.headers)
      #expect(replay.status == 409 && replay.code == "payment.other_body")
      let elsewhere = try await intake.post(
        TestBody(subject: TestTokens.other), key: "k", headers: payment.headers)
      #expect(elsewhere.status == 409)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  /// Sends a payment that is wrong in something, and wants it to be refused without asking anybody.
  private func refused(
    _ status: Int = 402, _ change: (inout TestPayment) -> Void
  ) async throws {
    try await run { intake, facilitator, price async throws in
      var payment = try TestPayment(price, now: now)
      change(&payment)
      let answer = try await intake.post(TestBody(), headers: payment.headers)
      #expect(answer.status == status)
      let (asked, settled) = facilitator.state.withLock { ($0.verifications, $0.settlements) }
      #expect(asked == 0 && settled == 0)
      // The body was not stored.
      let board = try await intake.get("/challenges/42/leaderboard")
      #expect(board.status == 404)
    }
  }

  // MARK: Hostile payers

  @Test func `no hostile payer has a body stored, and none is settled`() async throws {
    try await run { intake, facilitator, price async throws in
      for (name, status, change) in try HostilePayer.table(now: now, url: intake.url) {
        var payment = try TestPayment(price, now: now)
        let headers = change(&payment) ?? payment.headers
        let answer = try await intake.post(TestBody(), headers: headers)
        #expect(answer.status == status, "\(name)")
      }
      #expect(facilitator.state.withLock { $0.settlements } == 0)
      #expect(try await intake.get("/challenges/42/leaderboard").status == 404)
    }
  }

  @Test func `one payment with ten bodies at once is for one of them`() async throws {
    try await run { intake, facilitator, price async throws in
      let headers = try TestPayment(price, now: now).headers
      let answers = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
        for number in 1...10 {
          group.addTask {
            try await intake.post(TestBody(steps: number), key: "k\(number)", headers: headers)
          }
        }
        return try await group.reduce(into: [TestAnswer]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.count { $0.status == 409 } == 9)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `two payments for one submission are one payment`() async throws {
    try await run { intake, facilitator, price async throws in
      let answers = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
        for nonce in UInt8(1)...10 {
          let headers = try TestPayment(price, nonce: nonce, now: now).headers
          group.addTask { try await intake.post(TestBody(), headers: headers) }
        }
        return try await group.reduce(into: [TestAnswer]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.allSatisfy { [200, 409].contains($0.status) })
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  // MARK: When nobody knows

  @Test func `a settlement without an answer is looked up, and never settled again`() async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .settlesAndIsSilent }
    try await run(facilitator, in: folder.path) { intake, facilitator, price async throws in
      let payment = try TestPayment(price, now: now)
      let first = try await intake.post(TestBody(), key: "k", headers: payment.headers)
      #expect(first.status == 503 && first.code == "payment.unknown")
      #expect(first.headers.first(name: "Retry-After") != nil)
      // Who comes without the payment, or with another one, is not asked to pay.
      for headers in [[:], try TestPayment(price, nonce: 2, now: now).headers] {
        let other = try await intake.post(TestBody(), key: "k", headers: headers)
        #expect(other.status == 409 && other.code == "payment.second")
      }
      let again = try await intake.post(TestBody(), key: "k", headers: payment.headers)
      #expect(again.status == 200 && again.evidence != nil)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `a service that was killed while it settled knows when it is there again`()
    async throws
  {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .settlesAndIsSilent }
    try await run(facilitator, in: folder.path) { intake, _, price async throws in
      let headers = try TestPayment(price, now: now).headers
      #expect(try await intake.post(TestBody(), key: "k", headers: headers).status == 503)
    }
    // It asks at its start, and the client has the answer without the payment, too.
    try await run(facilitator, in: folder.path) { intake, facilitator, _ async throws in
      #expect(try await intake.post(TestBody(), key: "k").status == 200)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `a settlement that never was is no answer, and no second settlement`() async throws {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .isSilent }
    try await run(facilitator) { intake, facilitator, price async throws in
      let headers = try TestPayment(price, now: now).headers
      for _ in 0..<3 {
        #expect(try await intake.post(TestBody(), headers: headers).code == "payment.unknown")
      }
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test
  func `a settlement that failed is said so, is no 402, and lets the submission be paid anew`()
    async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("insufficient_funds") }
    try await run(facilitator) { intake, facilitator, price async throws in
      let payment = try TestPayment(price, now: now)
      for _ in 0..<2 {
        let failed = try await intake.post(TestBody(), key: "k", headers: payment.headers)
        #expect(failed.status == 422 && failed.code == "payment.failed")
        let header = try #require(failed.headers.first(name: "PAYMENT-RESPONSE"))
        #expect(try SettlementResponse(header: header).errorReason == "insufficient_funds")
      }
      #expect(facilitator.state.withLock { $0.settlements } == 1)
      facilitator.state.withLock { $0.settling = .settles }
      let anew = try TestPayment(price, nonce: 2, now: now).headers
      #expect(try await intake.post(TestBody(), key: "k", headers: anew).status == 200)
    }
  }

  /// `daymark submit` gives a submission one nonce for ever, so that no two of its payments can both be settled.
  @Test func `a payment that failed is made anew with its nonce, for its body alone`() async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("insufficient_funds") }
    try await run(facilitator) { intake, facilitator, price async throws in
      let first = try TestPayment(price, now: now)
      #expect(try await intake.post(TestBody(), key: "k", headers: first.headers).status == 422)
      var second = first
      second.transfer.validBefore += 7
      for _ in 0..<2 {
        let failed = try await intake.post(TestBody(), key: "k", headers: second.headers)
        #expect(failed.code == "payment.failed")
      }
      #expect(facilitator.state.withLock { $0.settlements } == 2)
      facilitator.state.withLock { $0.settling = .settles }
      var third = first
      third.transfer.validBefore += 8
      let other = try await intake.post(TestBody(steps: 2), headers: third.headers)
      #expect(other.code == "payment.other_body")
      #expect(try await intake.post(TestBody(), key: "k", headers: third.headers).status == 200)
      #expect(try await intake.post(TestBody(), key: "k", headers: first.headers).status == 200)
      #expect(facilitator.state.withLock { $0.settlements } == 3)
    }
  }

  @Test func `whose failed payment has moved the money after all is not asked for more`()
    async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("insufficient_funds") }
    try await run(facilitator) { intake, facilitator, price async throws in
      var payment = try TestPayment(price, now: now)
      #expect(try await intake.post(TestBody(), key: "k", headers: payment.headers).status == 422)
      facilitator.state.withLock { _ = $0.nonces.insert(hexText(payment.transfer.nonce)) }
      payment.transfer.validBefore += 7
      let again = try await intake.post(TestBody(), key: "k", headers: payment.headers)
      #expect(again.status == 503 && again.code == "payment.unknown")
    }
  }

  @Test func `a settlement that is pending is no end`() async throws {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("settlement_pending") }
    try await run(facilitator) { intake, facilitator, price async throws in
      let payment = try TestPayment(price, now: now)
      let pending = try await intake.post(TestBody(), key: "k", headers: payment.headers)
      #expect(pending.status == 503 && pending.code == "payment.unknown")
      facilitator.state.withLock { _ = $0.nonces.insert(hexText(payment.transfer.nonce)) }
      #expect(try await intake.post(TestBody(), key: "k", headers: payment.headers).status == 200)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `a payment that the facilitator refuses is refused, and nothing is stored`()
    async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.refusal = "invalid_signature" }
    try await run(facilitator) { intake, facilitator, price async throws in
      let headers = try TestPayment(price, now: now).headers
      let refused = try await intake.post(TestBody(), headers: headers)
      #expect(refused.status == 402)
      #expect(try PaymentRequired(body: refused.body).error?.contains("invalid_signature") == true)
      #expect(facilitator.state.withLock { $0.settlements } == 0)
    }
  }

  @Test func `a body that would be refused is refused before anybody pays`() async throws {
    try await run { intake, _, _ async throws in
      var body = TestBody()
      body["json"] = "{}"
      #expect(try await intake.post(body).status == 422)
      #expect(try await intake.post(TestBody(token: TestTokens.tokenOfOther)).status == 401)
    }
  }

  @Test(arguments: [
    ("[]", "malformed"), ("\"exact\"", "\"upto\""),
    ("eip155:84532", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"),
    ("\"10000\"", "\"0\""), ("\"maxTimeoutSeconds\":60", "\"maxTimeoutSeconds\":315360000"),
    (",\"extra\":{\"name\":\"USDC\",\"version\":\"2\"}", ""), (TestPayment.payee, "anna"),
  ])
  func `a price that could not be settled is refused at the start`(from: String, to: String) {
    let text = from == "[]" ? from : TestPayment.priceFile.replacing(from, with: to)
    #expect(text != TestPayment.priceFile)
    #expect(throws: (any Error).self) {
      try Price(Array(text.utf8), facilitator: "http://127.0.0.1:1")
    }
  }

  @Test(arguments: [
    ("https://x402.example/api/", "https://x402.example/api"),
    ("http://127.0.0.1:8/", "http://127.0.0.1:8"),
    ("http://[::1]:8", "http://[::1]:8"), ("http://x402.example", nil), ("http://localhost:8", nil),
    ("https://a:b@x402.example", nil), ("ftp://127.0.0.1", nil), ("https://", nil), ("x", nil),
    ("http://127.0.0.1.example", nil), ("https://x402.example/?a=b", nil),
  ])
  func `a facilitator is called over TLS, or on this machine`(text: String, url: String?) {
    #expect(safeServiceURL(text) == url)
  }
}
