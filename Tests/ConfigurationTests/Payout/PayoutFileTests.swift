import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkConfiguration

/// What operators write of paying out; see Proof, "Pay out".
struct PayoutFileTests {
  private func policy(_ text: String) throws -> PayoutPolicy {
    let folder = try ScratchFolder()
    return try loadPayoutPolicy(at: folder.write(text.utf8, to: "payout.yaml"))
  }

  private func stakes(_ text: String) throws -> [Stake] {
    let folder = try ScratchFolder()
    return try loadStakes(at: folder.write(text.utf8, to: "stakes.csv"))
  }

  /// The errors as `line:column code key`.
  private func errors(_ load: () throws -> Void) -> [String] {
    do { try load() } catch let error as ConfigurationError {
      return error.findings.map { finding in
        let place = finding.location
        return "\(place?.line ?? 0):\(place?.column ?? 0) \(finding.code.rawValue) "
          + (finding.facts.key ?? "")
      }
    } catch {}
    return []
  }

  @Test func `a policy is read, and what it leaves out is as the page says`() throws {
    let least = try policy("asset: USDC\nshare: equally\n")
    #expect(least == PayoutPolicy(asset: "USDC", share: .equally))
    #expect(least.undetermined == .refund && least.remainder == .winners && least.fee == 0)
    let whole = try policy(
      """
      asset: "eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
      share: byRank
      places: [50, 30, 20]
      fee: 2.5 %
      feeAddress: "0xfe"
      undetermined: hold
      remainder: operator
      cancelled: true
      """)
    #expect(whole.rankWeights == [50, 30, 20] && whole.fee == 250 && whole.feeAddress == "0xfe")
    #expect(whole.undetermined == .hold && whole.remainder == .operator && whole.isCancelled)
  }

  @Test(
    arguments: [
      ("asset: x\n", "1:1 config.missing_key share"),
      ("asset: x\nshare: equal\n", "2:8 config.bad_value share"),
      ("asset: x\nshare: byRank\n", "1:1 config.missing_key places"),
      ("asset: x\nshare: equally\nplaces: [1]\n", "3:1 config.bad_value places"),
      ("asset: x\nshare: byRank\nplaces: [1.5]\n", "3:10 config.bad_value places"),
      ("asset: x\nshare: byRank\nplaces: [0, 0]\n", "3:1 config.bad_value places"),
      ("asset: x\nshare: byRank\nplaces: [0, 5]\n", "3:1 config.bad_value places"),
      ("asset: x\nshare: byRank\nplaces: []\n", "3:9 config.bad_value places"),
      ("asset: x\nshare: equally\nfeeAddress: \"0xfe \"\n", "3:13 config.bad_value feeAddress"),
      ("asset: x\nshare: byStake\nfee: 101 %\n", "3:6 config.bad_value fee"),
      ("asset: x\nshare: byStake\nfee: 5\n", "3:6 config.bad_value fee"),
      ("asset: x\nshare: byStake\nfees: 5 %\n", "3:1 config.unknown_key fees"),
      ("asset: x\nshare: byStake\ncancelled: yes\n", "3:12 config.bad_value cancelled"),
    ])
  func `a mistake in a policy has its place`(text: String, error: String) {
    #expect(errors { _ = try policy(text) } == [error])
  }

  @Test func `stakes are whole numbers of any length`() throws {
    #expect(
      try stakes(
        "subject,stake,address\nanna,25000000,0xAA\n\"ben, the second\",\(String(repeating: "9", count: 30)),\n"
      ) == [
        Stake("anna", AtomicAmount(25_000_000), address: "0xAA"),
        Stake("ben, the second", try #require(AtomicAmount(String(repeating: "9", count: 30)))),
      ])
    #expect(try stakes("subject,stake\nanna,1\n") == [Stake("anna", AtomicAmount(1))])
  }

  @Test(
    arguments: [
      ("0", "2:6 config.bad_value stake"), ("-1", "2:6 config.bad_value stake"),
      ("1.5", "2:6 config.bad_value stake"), ("007", "2:6 config.bad_value stake"),
      ("1e6", "2:6 config.bad_value stake"), ("", "2:6 config.missing_key stake"),
      ("1000000000000000000000000000000", "2:6 config.bad_value stake"),
      ("1\nanna,2", "3:1 config.duplicate subject"), ("1,2", "2:0 config.bad_value row"),
    ])
  func `a mistake in the stakes has its place`(text: String, error: String) {
    #expect(errors { _ = try stakes("subject,stake\nanna,\(text)\n") } == [error])
  }

  @Test(arguments: [" 0xab", "0xab ", "0x ab", "\u{a0}0xab"])
  func `an address has no white space, which nobody sees`(address: String) {
    #expect(
      errors { _ = try stakes("subject,stake,address\nanna,1,\(address)\n") }
        == ["2:8 config.bad_value address"])
  }

  @Test func `the schema accepts what the loader reads, and refuses what it refuses`() throws {
    let validator = try SchemaValidator(FileSchema.payout.text { "\($0)" })
    func accepts(_ text: String) throws -> Bool {
      let written = try #require(readYAML(text, file: "payout.yaml", FindingCollector()))
      return try validator.accepts(JSONValue(asEditorsRead: written))
    }
    #expect(try accepts("asset: x\nshare: byRank\nplaces: [50, 30]\nfee: 5 %\ncancelled: true\n"))
    #expect(try !accepts("asset: x\nshare: equal\n"))
    #expect(try !accepts("asset: x\nshare: equally\nfee: 5\n"))
  }
}
