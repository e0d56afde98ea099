import DaymarkDelivery
import Testing

/// Who signed a token is worked out from the signature, and holds for one challenge, one subject and until an instant.
struct EvidenceTokenTests {
  /// That of the key of 32 bytes `0x11`, and of 32 bytes `0x22`.
  static let subject = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"
  static let other = "0x1563915e194D8CfBA1943570603F7606A3115508"
  /// 2100-01-01.
  static let expires = "4102444800000"
  /// Signed by the public Python package eth-account, for challenge 42 and the subject.
  static let token =
    "0x142f9912739568f5e31d7145f1efa3e07022a9476b35031490000b1e62a74feb6242f47eae316ccaacc7afaebf0385ed90ea75602dce4b0087cb79cdc3bc970d1c"
  /// The same message, signed by the other.
  static let tokenOfOther =
    "0x28096f7618e4a1e3581a1320e5819ca27088cf233dffceab01b9902bdcdd9e4d7d1c31148606a3b273aedc7ec0d619c452e016a17f77cd4cbb4290ae729cf9031b"

  private static let now: Int64 = 1_790_000_000_000

  private func token(
    _ text: String = token, expires: String = expires, challenge: String = "42",
    subject: String = subject
  ) -> EvidenceToken? {
    EvidenceToken(text, expires: expires, challenge: challenge, subject: subject)
  }

  @Test func `the hash and the signer are those of a token signed by another program`() throws {
    let token = try #require(
      token(
        "0x04e8b93810ecb606431d36df25bebe6c6e728a6890682f3425888d1b198e2d750bb41e385fcd5ebde776ab2f2f3c9fe5995c4970475f14ed9e8c246feb448d311b",
        expires: "1767225600000"))
    #expect(
      token.message.text
        == "lightchallenge-evidence:42:0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a:1767225600000")
    #expect(
      hexText(token.message.digest)
        == "0xedf1b37d42391baa268d7480bacad1d83e2d5710b01ff9aa883999e6bdd9711a")
    #expect(token.message.signer?.checksummed == Self.subject)
    #expect(token.holds(at: 1_767_225_600_000))
    #expect(!token.holds(at: 1_767_225_600_001))
  }

  @Test func `a token holds for its challenge and subject alone`() throws {
    #expect(try #require(token()).holds(at: Self.now))
    // Capital and small letters of an address are the same.
    #expect(try #require(token(subject: Self.subject.lowercased())).holds(at: Self.now))
    #expect(try !#require(token(challenge: "43")).holds(at: Self.now))
    #expect(try !#require(token(subject: Self.other)).holds(at: Self.now))
    #expect(try !#require(token(expires: "4102444800001")).holds(at: Self.now))
  }

  @Test func `others sign only where they are trusted`() throws {
    let token = try #require(token(Self.tokenOfOther))
    let other = try #require(EthereumAddress(Self.other))
    #expect(!token.holds(at: Self.now))
    #expect(token.holds(at: Self.now, trusting: [other]))
  }

  @Test func `no bit of a signature may be another`() throws {
    let bytes = try #require(hexBytes(prefixed: Self.token))
    for bit in stride(from: 0, to: 64 * 8, by: 7) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let token = try #require(token(hexText(changed)))
      #expect(!token.holds(at: Self.now), "bit \(bit)")
    }
    // The last byte may count from 0 or from 27, and is else another key.
    for last: UInt8 in [0, 1, 27, 28, 29, 255] {
      let token = try #require(token(hexText(bytes.dropLast() + [last])))
      #expect(token.holds(at: Self.now) == (last == 1 || last == 28), "\(last)")
    }
  }

  @Test(arguments: ["", "0x", "0x00", "142f", String(token.dropLast(2)), "\(token)00"])
  func `a text of another length is no token`(text: String) { #expect(token(text) == nil) }

  @Test(arguments: ["", "x", "1.5", "+1", "01", "99999999999999999999"])
  func `an expiry is a whole number in its one spelling`(text: String) {
    #expect(token(expires: text) == nil)
  }

  @Test func `a wallet's headers hold for some minutes`() throws {
    let headers = try #require(
      WalletHeaders(
        address: Self.subject,
        signature:
          "0x3a8619b0d5f784835f7d523a62be636c41e2b441b9e8fd6be62ab871b01716fb709d743c05ba219f32b44d77babf76f4e639886d64f4aa22f7fac5063df570431c",
        timestamp: "1767225600000"))
    for (drift, holds) in [(0, true), (300_000, true), (-300_000, true), (300_001, false)] {
      #expect(headers.hold(at: 1_767_225_600_000 + Int64(drift)) == holds, "\(drift)")
    }
    #expect(!headers.hold(at: .min))
  }
}
