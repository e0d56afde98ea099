import DaymarkDelivery
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

/// What an operator does with the file of an intake; see Intake, "Erase somebody" and "A price".
struct UpkeepTests {
  @Test func `who is forgotten leaves nothing in the file, and others stay`() async throws {
    let folder = try ScratchFolder()
    let file = "\(folder.path)/intake.sqlite"
    try await RunningIntake.run(in: folder.path) { intake async throws in
      let gone = try await intake.post(TestBody(steps: 77_123), key: "gone")
      let other = try await intake.post(TestBody(subject: TestTokens.other), key: "other")
      let upkeep = try IntakeUpkeep(file: file)
      let address = try #require(EthereumAddress(TestTokens.subject))
      #expect(try upkeep.forget(address, challenge: "43") == 0)
      #expect(try upkeep.forget(address, challenge: nil) == 1)
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
        let upkeep = try IntakeUpkeep(file: "\(folder.path)/intake.sqlite")
        let open = try #require(try upkeep.openPayments().first)
        #expect(try !upkeep.resolve("\(open.id)0", isSettled: isSettled))
        #expect(try upkeep.resolve(open.id, isSettled: isSettled))
        #expect(try upkeep.openPayments().isEmpty)
        #expect(try !upkeep.resolve(open.id, isSettled: isSettled))
        try upkeep.close()
        let again = try await intake.post(TestBody(), key: "k", headers: headers)
        #expect(again.status == (isSettled ? 200 : 422))
      }
    }
  }
}
