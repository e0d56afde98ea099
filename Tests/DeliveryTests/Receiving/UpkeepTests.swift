import DaymarkDelivery
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

/// What an operator does with the file of an intake; see Intake, "Erase somebody" and "A price".
struct UpkeepTests {
  /// An instant at which no service is at work any more on what a test sends.
  private static var afterSettling: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 300_000)
  }

  @Test func `who is forgotten leaves nothing in the file, and others stay`() async throws {
    let folder = try ScratchFolder()
    let file = "\(folder.path)/intake.sqlite"
    try await RunningIntake.run(in: folder.path) { intake async throws in
      let gone = try await intake.post(TestBody(steps: 77_123), key: "gone")
      let other = try await intake.post(TestBody(subject: TestTokens.other), key: "other")
      let upkeep = try IntakeUpkeep(file: file)
      let address = try #require(EthereumAddress(TestTokens.subject))
      #expect(try upkeep.forget(address, challenge: "43").rows == 0)
      #expect(try upkeep.forget(address, challenge: nil).rows == 1)
      try upkeep.close()
      #expect(try await intake.get("/evidence/\(try #require(gone.evidence))").status == 404)
      #expect(try await intake.get("/evidence/\(try #require(other.evidence))").status == 200)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      for text in ["77123", TestTokens.subject.lowercased(), "gone"] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name): \(text)")
      }
    }
  }

  /// The payer is the subject, as most are.
  @Test(arguments: [FakeFacilitator.Settling.settles, .isSilent, .fails("insufficient_funds")])
  func `who is forgotten leaves nothing of a payment either, and does not come back`(
    settling: FakeFacilitator.Settling
  ) async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = settling }
    let payer = "0x857b06519e91e3a54538791bdbb0e22373e36b66"
    let body = TestBody(subject: payer, steps: 77_123)
    var headers: [String: String] = [:]
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        headers = try TestPayment(price, now: UInt64(Date().timeIntervalSince1970)).headers
        let first = try await intake.post(body, key: "gone", headers: headers)
        let upkeep = try IntakeUpkeep(file: "\(folder.path)/intake.sqlite")
        let address = try #require(EthereumAddress(payer))
        let forgotten = try upkeep.forget(address, challenge: nil)
        #expect(forgotten.rows == (first.status == 200 ? 1 : 0))
        #expect(forgotten.openPayments.count == (first.status == 503 ? 1 : 0))
        try upkeep.close()
      }
      // Its nonce was used, as is found out at the start or when it comes again.
      facilitator.state.withLock { $0.refusal = "invalid_exact_evm_nonce_already_used" }
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        let again = try await intake.post(body, key: "gone", headers: headers)
        #expect(again.status == 409 && again.code == "payment.forgotten")
        #expect(try await intake.get("/challenges/42/leaderboard").status == 404)
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      for text in ["77123", payer, "gone", Digest(of: body.bytes).hex] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name): \(text)")
      }
    }
  }

  @Test func `who is forgotten while a settlement is at work does not come back`() async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.delay = .seconds(2) }
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        let headers = try TestPayment(price, now: UInt64(Date().timeIntervalSince1970)).headers
        async let paid = intake.post(TestBody(), key: "k", headers: headers)
        let file = "\(folder.path)/intake.sqlite"
        let later = try IntakeUpkeep(file: file, now: Self.afterSettling)
        while try later.openPayments().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        try later.close()
        let upkeep = try IntakeUpkeep(file: file)
        // Nobody says how a payment ended that a service is at work on.
        #expect(try upkeep.openPayments().isEmpty)
        let address = try #require(EthereumAddress(TestTokens.subject))
        let open = try upkeep.forget(address, challenge: nil).openPayments
        #expect(try upkeep.resolve(try #require(open.first), .failed) == .running)
        try upkeep.close()
        #expect(try await paid.code == "payment.forgotten")
        #expect(try await intake.get("/challenges/42/leaderboard").status == 404)
      }
    }
  }

  @Test func `a payment that was taken for failed, and was settled, is stored when it comes again`()
    async throws
  {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .fails("insufficient_funds") }
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        let payment = try TestPayment(price, now: UInt64(Date().timeIntervalSince1970))
        let headers = payment.headers
        #expect(try await intake.post(TestBody(), key: "k", headers: headers).status == 422)
        let upkeep = try IntakeUpkeep(file: "\(folder.path)/intake.sqlite")
        let id =
          "eip155:84532|\(payment.transfer.from)|\(hexText(payment.transfer.nonce))"
        #expect(try upkeep.resolve(id, .settled(transaction: "0xfeed")) == .done)
        #expect(try upkeep.resolve(id, .settled(transaction: "0xfeed")) == .unknown)
        try upkeep.close()
        for _ in 0..<2 {
          let again = try await intake.post(TestBody(), key: "k", headers: headers)
          #expect(again.status == 200 && again.evidence != nil)
        }
        #expect(facilitator.state.withLock { $0.settlements } == 1)
      }
    }
  }

  @Test(arguments: [true, false])
  func `an operator says how a payment ended of which nobody knows`(isSettled: Bool) async throws {
    let folder = try ScratchFolder()
    let facilitator = FakeFacilitator()
    facilitator.state.withLock { $0.settling = .isSilent }
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(price: price, in: folder.path) { intake async throws in
        let now = UInt64(Date().timeIntervalSince1970)
        let headers = try TestPayment(price, now: now).headers
        #expect(try await intake.post(TestBody(), key: "k", headers: headers).status == 503)
        let upkeep = try IntakeUpkeep(
          file: "\(folder.path)/intake.sqlite", now: Self.afterSettling)
        let open = try #require(try upkeep.openPayments().first)
        let end = isSettled ? IntakeUpkeep.End.settled(transaction: "0xfeed") : .failed
        #expect(try upkeep.resolve("\(open.id)0", end) == .unknown)
        #expect(try upkeep.resolve(open.id, end) == .done)
        #expect(try upkeep.openPayments().isEmpty)
        #expect(try upkeep.resolve(open.id, end) == .unknown)
        try upkeep.close()
        let again = try await intake.post(TestBody(), key: "k", headers: headers)
        #expect(again.status == (isSettled ? 200 : 422))
      }
    }
  }
}
