import AsyncHTTPClient
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import HTTPTypes
import NIOHTTP1
import Synchronization
import Testing

@testable import DaymarkDelivery

/// Payments of which nobody knows at once how they ended: no payer loses by them; see Intake, "A price".
struct UnknownPaymentTests {
  private func run(
    _ facilitator: FakeFacilitator, _ settings: IntakeSettings = .withoutLooks,
    priceFile: String = TestPayment.priceFile, in folder: String? = nil,
    warnings: WarningList = WarningList(),
    _ body: (RunningIntake, Price) async throws -> Void
  ) async throws {
    try await facilitator.run { url async throws in
      let price = try Price(Array(priceFile.utf8), facilitator: url)
      try await RunningIntake.run(settings, price: price, in: folder, warnings: warnings) {
        intake async throws in
        try await body(intake, price)
      }
    }
  }

  private var now: UInt64 { UInt64(Date().timeIntervalSince1970) }

  /// The upkeep of a file, some minutes later.
  private func upkeep(_ folder: String) throws -> IntakeUpkeep {
    try IntakeUpkeep(
      file: "\(folder)/intake.sqlite",
      now: Instant(milliseconds: Int64(now + 300) * 1000))
  }

  private static let transaction = "0x" + String(repeating: "ab", count: 32)

  /// Answers of `/settle` after which the money may have moved.
  @Test(arguments: [
    (200, false, "invalid_exact_evm_nonce_already_used", ""),
    (200, false, "duplicate_settlement", ""), (200, false, "transaction_failed", "0xfeed"),
    (200, false, "transaction_failed", ""), (200, false, "insufficient_funds", "0xfeed"),
    (200, false, "invalid_exact_evm_payload_authorization_valid_before", ""),
    (200, false, nil, ""), (429, false, nil, ""), (429, false, "insufficient_funds", ""),
    (401, false, "insufficient_funds", ""), (400, false, nil, ""), (400, true, nil, "0xfeed"),
    (500, false, "insufficient_funds", ""),
  ])
  func `a failure after which the money may have moved is no end`(
    status: Int, isSuccess: Bool, reason: String?, transaction: String
  ) async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    var settlement = SettlementResponse()
    (settlement.success, settlement.errorReason) = (isSuccess, reason)
    settlement.transaction = transaction
    let json = Members<SettlementResponse>.settlement.kind.json(settlement).canonicalText
    facilitator.state.withLock { $0.settling = .answers(.init(code: status), json) }
    try await run(facilitator, in: folder.path) { intake, price async throws in
      let headers = try TestPayment(price, now: now).headers
      let first = try await intake.post(TestBody(), key: "k", headers: headers)
      #expect(first.status == 503 && first.code == "payment.unknown")
      let upkeep = try upkeep(folder.path)
      let open = try #require(try upkeep.openPayments().first)
      #expect(try upkeep.resolve(open.id, .settled(transaction: Self.transaction)) == .done)
      try upkeep.close()
      let again = try await intake.post(TestBody(), key: "k", headers: headers)
      #expect(again.status == 200 && again.evidence != nil)
      let receipt = try SettlementResponse(
        header: try #require(again.headers.first(name: "PAYMENT-RESPONSE")))
      #expect(receipt.success && receipt.transaction == Self.transaction)
      #expect(receipt.networkName == "eip155:84532")
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `a nonce that was used after a failure is not taken for paid`()
    async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("transaction_failed") }
    try await run(facilitator) { intake, price async throws in
      let payment = try TestPayment(price, now: now)
      #expect(try await intake.post(TestBody(), headers: payment.headers).status == 503)
      facilitator.state.withLock { _ = $0.nonces.insert(hexText(payment.transfer.nonce)) }
      let again = try await intake.post(TestBody(), headers: payment.headers)
      #expect(again.code == "payment.unknown")
    }
  }

  @Test func `a body that was held back by its payment does not replace a newer one`() async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .settlesAndIsSilent }
    try await run(facilitator) { intake, price async throws in
      let older = try TestPayment(price, now: now)
      #expect(
        try await intake.post(TestBody(steps: 1), key: "a", headers: older.headers).status == 503)
      facilitator.state.withLock { $0.settling = .settles }
      let newer = try TestPayment(price, nonce: 2, now: now)
      let stored = try await intake.post(TestBody(steps: 2), key: "b", headers: newer.headers)
      let id = try #require(stored.evidence)
      let before = try await intake.get("/evidence/\(id)")
      let late = try await intake.post(TestBody(steps: 1), key: "a", headers: older.headers)
      #expect(late.status == 200 && late.evidence == id)
      #expect(late.json["replaced"] == .bool(false))
      #expect(late.json.string("bodySha256") == Digest(of: TestBody(steps: 1).bytes).hex)
      #expect(try await intake.get("/evidence/\(id)").body == before.body)
      // And so at any later time.
      #expect(try await intake.post(TestBody(steps: 1), key: "a").body == late.body)
    }
  }

  @Test func `a token that lapses while nobody knows of the payment keeps nobody from the answer`()
    async throws
  {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .settlesAndIsSilent }
    var settings = IntakeSettings.withoutLooks
    settings.needsToken = true
    try await run(facilitator, settings) { intake, price async throws in
      let expires = "\(now * 1000 + 12_000)"
      let message = SignedMessage(
        "lightchallenge-evidence:42:\(TestKey.address):\(expires)", signature: [])
      let body = TestBody(
        subject: TestKey.address, token: hexText(try TestKey.sign(message.digest)),
        expires: expires)
      let headers = try TestPayment(price, now: now).headers
      let first = try await intake.post(body, key: "k", headers: headers)
      #expect(first.code == "payment.unknown")
      try await Task.sleep(for: .seconds(13))
      #expect(try await intake.post(body, key: "k", headers: headers).status == 200)
      // Another body has no such leave.
      let other = TestBody(
        subject: TestKey.address, steps: 9, token: body["evidenceToken"], expires: expires)
      #expect(try await intake.post(other, headers: headers).code == "token.wrong")
    }
  }

  @Test func `a settlement that never left is nobody's, and may be asked for again`() async throws {
    let folder = try ScratchFolder()
    try await VanishingFacilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        let headers = try TestPayment(price, now: now).headers
        let answer = try await intake.post(TestBody(), key: "k", headers: headers)
        #expect(answer.status == 503 && answer.code == "payment.facilitator")
        let upkeep = try upkeep(folder.path)
        #expect(try upkeep.openPayments().isEmpty)
        try upkeep.close()
      }
    }
    try await run(FakeFacilitator(), in: folder.path) { intake, price async throws in
      let headers = try TestPayment(price, now: now).headers
      #expect(try await intake.post(TestBody(), key: "k", headers: headers).status == 200)
    }
  }

  @Test func `many payments are settled at once, however long each takes`() async throws {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.delay = .seconds(6) }
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 12
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    try await run(facilitator) { intake, price async throws in
      let intake = RunningIntake(url: intake.url, client: client)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for nonce in UInt8(1)...12 {
          let headers = try TestPayment(price, nonce: nonce, now: now).headers
          group.addTask {
            try await intake.post(TestBody(steps: Int(nonce)), headers: headers).status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 200, count: 12))
    }
    try await client.shutdown()
  }

  @Test func `a facilitator that never comes to the end of its answer leaves it unknown`()
    async throws
  {
    try await DribblingService.run("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n") {
      url async throws in
      let facilitator = Facilitator(url, seconds: 1)
      let begun = ContinuousClock.now
      await #expect(throws: Facilitator.Unreachable.self) { try await facilitator.supported() }
      #expect(begun.duration(to: .now) < .seconds(10))
      try await facilitator.close()
    }
  }

  @Test func `a service that cannot start says why, and can be started again`() async throws {
    let folder = try ScratchFolder()
    let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: "http://127.0.0.1:1")
    let error = await #expect(throws: Price.Fault.self) {
      try await RunningIntake.run(price: price, in: folder.path) { _ in }
    }
    #expect(error?.sentence.contains("does not answer") == true)
    try await run(FakeFacilitator(), in: folder.path) { intake, price async throws in
      #expect(try await intake.get("/healthz").status == 200)
    }
  }

  @Test func `a payer of whose payments nobody knows makes no more than 64`() async throws {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .isSilent }
    try await run(facilitator) { intake, price async throws in
      var codes: [String?] = []
      for nonce in UInt8(1)...65 {
        let headers = try TestPayment(price, nonce: nonce, now: now).headers
        codes.append(try await intake.post(TestBody(steps: Int(nonce)), headers: headers).code)
      }
      #expect(Set(codes.dropLast()) == ["payment.unknown"])
      #expect(codes.last == "payment.too_many_open")
      #expect(facilitator.state.withLock { $0.settlements } == 64)
    }
  }

  @Test func `the service finds out by itself, while the payment is valid`() async throws {
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .settlesAndIsSilent }
    var settings = IntakeSettings()
    settings.timeBetweenLooks = .milliseconds(200)
    try await run(facilitator, settings) { intake, price async throws in
      let headers = try TestPayment(price, now: now).headers
      #expect(try await intake.post(TestBody(), key: "k", headers: headers).status == 503)
      // Without the payment, so that nothing is looked up for this request.
      var status = 0
      for _ in 0..<100 where status != 200 {
        try await Task.sleep(for: .milliseconds(200))
        status = try await intake.post(TestBody(), key: "k").status
      }
      #expect(status == 200)
      #expect(facilitator.state.withLock { $0.settlements } == 1)
    }
  }

  @Test func `the start says how many payments wait for a person`() async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .isSilent }
    try await run(facilitator, in: folder.path) { intake, price async throws in
      let headers = try TestPayment(price, now: now).headers
      #expect(try await intake.post(TestBody(), headers: headers).status == 503)
    }
    let warnings = WarningList()
    try await run(facilitator, in: folder.path, warnings: warnings) { _, _ in }
    #expect(
      warnings.all == ["payments with unknown outcome: 1; `daymark-intake payments` lists them"])
  }

  // MARK: Version 1

  @Test func `version 1 is asked for one token of a network, and only where it can be settled`()
    async throws
  {
    let second = TestPayment.priceFile.dropFirst().dropLast()
      .replacing(TestPayment.asset, with: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
      .replacing("10000", with: "5")
    let priceFile = TestPayment.priceFile.dropLast() + ",\(second)]"
    let facilitator = FakeFacilitator()
    try await run(facilitator, priceFile: String(priceFile)) { intake, price async throws in
      let wanted = try await intake.post(TestBody())
      let older = try PaymentRequired(body: wanted.body)
      #expect(older.offers.map(\.asset) == [TestPayment.asset])
      let header = try #require(wanted.headers.first(name: PaymentVersion.priceHeader))
      #expect(try PaymentRequired(header: header).offers.count == 2)
      var payment = try TestPayment(price, now: now)
      payment.version = .one
      #expect(try await intake.post(TestBody(), headers: payment.headers).status == 200)
    }
    facilitator.state.withLock { _ = $0.kinds.removeFirst() }
    try await run(facilitator) { intake, price async throws in
      let wanted = try await intake.post(TestBody())
      #expect(wanted.status == 402 && wanted.code == "payment.wanted")
      var payment = try TestPayment(price, nonce: 2, now: now)
      payment.version = .one
      #expect(try await intake.post(TestBody(), headers: payment.headers).status == 402)
    }
  }
}
