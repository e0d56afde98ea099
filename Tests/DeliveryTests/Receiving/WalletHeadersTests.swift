import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// What a wallet's headers open, and how often; see Intake, "Tokens".
struct WalletHeadersTests {
  /// The headers of the test's key.
  private func headers(
    at timestamp: Int64 = Int64(Date().timeIntervalSince1970 * 1000),
    _ change: ([UInt8]) throws -> [UInt8] = { $0 }
  ) throws -> [String: String] {
    let message = SignedMessage("lightchallenge:\(timestamp)", signature: [])
    let signature = try change(TestKey.sign(message.digest))
    let values = [TestKey.address, hexText(signature), "\(timestamp)"]
    return Dictionary(uniqueKeysWithValues: zip(WalletHeaders.names, values))
  }

  private var settings: IntakeSettings {
    var settings = IntakeSettings()
    settings.needsToken = true
    return settings
  }

  private func body(_ steps: Int) -> TestBody { TestBody(subject: TestKey.address, steps: steps) }

  /// The other spelling of a signature: n - s, and the other key.
  ///
  /// Source: SEC 2, 2.4.1, has n.
  private func spelledOtherwise(_ signature: [UInt8]) throws -> [UInt8] {
    let order = try #require(
      hexBytes(prefixed: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
    var (difference, borrow) = ([UInt8](repeating: 0, count: 32), 0)
    for place in (0..<32).reversed() {
      let digit = Int(order[place]) - Int(signature[32 + place]) - borrow
      borrow = digit < 0 ? 1 : 0
      difference[place] = UInt8(truncatingIfNeeded: digit)
    }
    return signature[..<32] + difference + [55 - signature[64]]
  }

  @Test(arguments: [Int64.max, .min, .max - 1, 0])
  func `a timestamp at the end of its range is refused, and the service lives`(
    timestamp: Int64
  ) async throws {
    try await RunningIntake.run(settings) { intake async throws in
      let headers = try headers(at: timestamp)
      #expect(try await intake.post(body(1), headers: headers).code == "token.wrong")
      let asked = try await intake.post(
        "/api/challenge/42/auto-proof", json: .object(["subject": .string(TestKey.address)]),
        headers: headers)
      #expect(asked.status == 401)
      #expect(try await intake.get("/healthz").status == 200)
    }
  }

  @Test func `headers are for the first body that comes with them, however they are spelled`()
    async throws
  {
    let folder = try ScratchFolder()
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let first = try headers(at: now)
    let spellings = [
      first, try headers(at: now) { try spelledOtherwise($0) },
      try headers(at: now) { $0[..<64] + [$0[64] - 27] },
    ]
    try await RunningIntake.run(settings, in: folder.path) { intake async throws in
      #expect(try await intake.post(body(1), headers: first).status == 200)
      for headers in spellings {
        // The same body may come again, as after an answer that was lost.
        #expect(try await intake.post(body(1), headers: headers).status == 200)
        #expect(try await intake.post(body(2), headers: headers).code == "token.wrong")
      }
    }
    try await RunningIntake.run(settings, in: folder.path) { intake async throws in
      #expect(try await intake.post(body(2), headers: first).code == "token.wrong")
      let asked = try await intake.post(
        "/api/challenge/42/auto-proof", json: .object(["subject": .string(TestKey.address)]),
        headers: first)
      #expect(asked.status == 401)
    }
  }

  @Test func `headers of another wallet are no use, and are not kept`() async throws {
    try await RunningIntake.run(settings) { intake async throws in
      let headers = try headers()
      let other = TestBody(subject: TestTokens.other)
      #expect(try await intake.post(other, headers: headers).code == "wallet.other")
      #expect(try await intake.post(body(1), headers: headers).status == 200)
    }
  }

  @Test func `headers hold until their body is paid for`() async throws {
    let facilitator = FakeFacilitator()
    try await facilitator.run { url async throws in
      let price = try Price(Array(TestPayment.priceFile.utf8), facilitator: url)
      try await RunningIntake.run(settings, price: price) { intake async throws in
        let headers = try headers()
        #expect(try await intake.post(body(1), key: "k", headers: headers).status == 402)
        let now = UInt64(Date().timeIntervalSince1970)
        let paying = headers.merging(try TestPayment(price, now: now).headers) { $1 }
        #expect(try await intake.post(body(1), key: "k", headers: paying).status == 200)
      }
    }
  }
}
