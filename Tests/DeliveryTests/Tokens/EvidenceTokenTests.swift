import DaymarkDelivery
import Testing

/// Who signed a token is worked out from the signature, and holds for one challenge, one subject and until an instant.
struct EvidenceTokenTests {
  private static let now: Int64 = 1_790_000_000_000

  private func read(
    _ text: String = TestTokens.token, expires: String = TestTokens.expires,
    challenge: String = "42", subject: String = TestTokens.subject
  ) -> EvidenceToken? {
    EvidenceToken(text, expires: expires, challenge: challenge, subject: subject)
  }

  @Test func `the hash and the signer are those of a token signed by another program`() throws {
    let token = try #require(
      read(
        "0x04e8b93810ecb606431d36df25bebe6c6e728a6890682f3425888d1b198e2d750bb41e385fcd5ebde776ab2f2f3c9fe5995c4970475f14ed9e8c246feb448d311b",
        expires: "1767225600000"))
    #expect(
      token.message.text
        == "lightchallenge-evidence:42:0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a:1767225600000")
    #expect(
      hexText(token.message.digest)
        == "0xedf1b37d42391baa268d7480bacad1d83e2d5710b01ff9aa883999e6bdd9711a")
    #expect(token.message.signer?.checksummed == TestTokens.subject)
    #expect(token.holds(at: 1_767_225_600_000))
    #expect(!token.holds(at: 1_767_225_600_001))
  }

  @Test func `a token holds for its challenge and subject alone`() throws {
    #expect(try #require(read()).holds(at: Self.now))
    // Capital and small letters of an address are the same.
    #expect(try #require(read(subject: TestTokens.subject.lowercased())).holds(at: Self.now))
    #expect(try !#require(read(challenge: "43")).holds(at: Self.now))
    #expect(try !#require(read(subject: TestTokens.other)).holds(at: Self.now))
    #expect(try !#require(read(expires: "4102444800001")).holds(at: Self.now))
  }

  @Test func `others sign only where they are trusted`() throws {
    let token = try #require(read(TestTokens.tokenOfOther))
    let other = try #require(EthereumAddress(TestTokens.other))
    #expect(!token.holds(at: Self.now))
    #expect(token.holds(at: Self.now, trusting: [other]))
  }

  @Test func `no bit of a signature may be another`() throws {
    let bytes = try #require(hexBytes(prefixed: TestTokens.token))
    for bit in stride(from: 0, to: 64 * 8, by: 7) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let token = try #require(read(hexText(changed)))
      #expect(!token.holds(at: Self.now), "bit \(bit)")
    }
    // The last byte may count from 0 or from 27, and is else another key.
    for last: UInt8 in [0, 1, 27, 28, 29, 255] {
      let token = try #require(read(hexText(bytes.dropLast() + [last])))
      #expect(token.holds(at: Self.now) == (last == 1 || last == 28), "\(last)")
    }
  }

  @Test(arguments: [
    "", "0x", "0x00", "142f", String(TestTokens.token.dropLast(2)), "\(TestTokens.token)00",
  ])
  func `a text of another length is no token`(text: String) { #expect(read(text) == nil) }

  @Test(arguments: ["", "x", "1.5", "+1", "01", "99999999999999999999"])
  func `an expiry is a whole number in its one spelling`(text: String) {
    #expect(read(expires: text) == nil)
  }

  @Test func `a wallet's headers hold for some minutes`() throws {
    let headers = try #require(
      WalletHeaders(
        address: TestTokens.subject,
        signature:
          "0x3a8619b0d5f784835f7d523a62be636c41e2b441b9e8fd6be62ab871b01716fb709d743c05ba219f32b44d77babf76f4e639886d64f4aa22f7fac5063df570431c",
        timestamp: "1767225600000"))
    for (drift, holds) in [(0, true), (300_000, true), (-300_000, true), (300_001, false)] {
      #expect(headers.hold(at: 1_767_225_600_000 + Int64(drift)) == holds, "\(drift)")
    }
    #expect(!headers.hold(at: .min))
  }
}
