package import DaymarkModel

/// An amount of an asset in its smallest parts, such as the 10⁻⁶ of a USDC.
///
/// Amounts are texts in documents, for a number of JSON has only 15 digits that everybody reads alike.
package struct AtomicAmount: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var units: UInt128

  package init(_ units: UInt128) { self.units = units }

  /// The most digits that a stake has, so that the sum of all rows of a table is far from overflowing.
  package static let mostDigits = 30

  /// Reads at most 38 digits alone, without a zero in front; `nil` of anything else.
  ///
  /// So the sum of two amounts of a document that somebody else wrote overflows nothing.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 38, text.utf8.allSatisfy({ (48...57).contains($0) }),
      text.utf8.first != 48 || text.utf8.count == 1, let units = UInt128(text)
    else { return nil }
    self.units = units
  }

  package var description: String { "\(units)" }

  package static func < (a: AtomicAmount, b: AtomicAmount) -> Bool { a.units < b.units }
  package static func + (a: AtomicAmount, b: AtomicAmount) -> AtomicAmount {
    AtomicAmount(a.units + b.units)
  }
  package static func - (a: AtomicAmount, b: AtomicAmount) -> AtomicAmount {
    AtomicAmount(a.units - b.units)
  }

  package static let zero = AtomicAmount(0)
}

extension Kind<AtomicAmount> {
  package static let atomicAmount = spelled(
    .object(["type": .string("string"), "pattern": .string("^(0|[1-9][0-9]*)$")]), \.description
  ) { AtomicAmount($0) }
}

/// What the operator says of paying out: `payout.yaml`.
package struct PayoutPolicy: Hashable, Sendable {
  /// How those who passed share what the others lost.
  package enum Share: String, CaseIterable, Sendable { case equally, byStake, byRank }
  /// What becomes of the stake of somebody without an answer.
  package enum Undetermined: String, CaseIterable, Sendable { case refund, hold }
  /// Who gets the parts that cannot be divided.
  package enum Remainder: String, CaseIterable, Sendable { case winners, `operator` }

  /// What is paid in, in the operator's words.
  package var asset: String
  package var share: Share
  /// The weights of the places, the first first; of `byRank`.
  package var places: [Int] = []
  /// The operator's part of what was lost.
  ///
  /// - Units: ten-thousandths.
  package var fee = 0
  /// Where the operator is paid.
  package var feeAddress: String?
  package var undetermined = Undetermined.refund
  package var remainder = Remainder.winners
  /// Whether the challenge was called off, so that everybody has the stake back.
  package var isCancelled = false

  package init(asset: String, share: Share) { (self.asset, self.share) = (asset, share) }
}

/// What somebody has staked: a row of `stakes.csv`.
package struct Stake: Hashable, Sendable {
  package var subject: String
  package var amount: AtomicAmount
  /// Where the subject is paid, if the table says so.
  package var address: String?

  package init(_ subject: String, _ amount: AtomicAmount, address: String? = nil) {
    (self.subject, self.amount, self.address) = (subject, amount, address)
  }
}

/// The answer that decides on a stake, and the document in which it stands.
package struct PayoutBasis: Hashable, Sendable {
  package var outcome: Outcome
  /// `verdict.json`, or `decision.json` where a decision stands.
  package var document: OutputFile
  /// The SHA-256 of that document.
  package var digest: Digest
  /// The rank among those who passed and have a stake; `nil` without a score that can be ranked.
  package var rank: Int?

  package init(_ outcome: Outcome, _ document: OutputFile, _ digest: Digest, rank: Int? = nil) {
    (self.outcome, self.document, self.digest, self.rank) = (outcome, document, digest, rank)
  }
}

/// Who gets what of a challenge; the document `payout.json`.
package struct Payout: Hashable, Sendable {
  /// What one subject gets.
  package struct Line: Hashable, Sendable {
    package var stake: Stake
    /// `nil` where the challenge was called off.
    package var basis: PayoutBasis?
    /// What the subject has back of its own.
    package var back = AtomicAmount.zero
    /// What the subject has of the stakes of others.
    package var share = AtomicAmount.zero

    package init(_ stake: Stake, _ basis: PayoutBasis?) {
      (self.stake, self.basis) = (stake, basis)
    }

    package var total: AtomicAmount { back + share }
  }

  package var tool = Tool(version: "")
  package var challenge = ""
  package var asset = ""
  package var feeAddress: String?
  package var isCancelled = false
  /// The digest of `payout.yaml`.
  package var policy = Digest.ofNothing
  /// The digest of `stakes.csv`.
  package var stakes = Digest.ofNothing
  /// What all have staked.
  package var staked = AtomicAmount.zero
  /// What was lost, the operator's part included.
  package var pool = AtomicAmount.zero
  package var fee = AtomicAmount.zero
  /// In the order of the bytes of the ids.
  package var lines: [Line] = []

  package init() {}
}

extension Members<Payout> {
  package static let payout = Members(
    Payout(),
    [
      .mark("schema", "daymark/payout@1"),
      .needed("tool", \.tool, Members<Tool>.tool.kind),
      .needed("challenge", \.challenge, .text), .needed("asset", \.asset, .text),
      .optional("feeAddress", \.feeAddress, .text),
      .unlessEmpty("cancelled", \.isCancelled, .flag),
      .needed("policySha256", \.policy, .digest), .needed("stakesSha256", \.stakes, .digest),
      .needed("staked", \.staked, .atomicAmount), .needed("pool", \.pool, .atomicAmount),
      .needed("fee", \.fee, .atomicAmount),
      .needed("lines", \.lines, .list(Members<Payout.Line>.line.kind)),
    ])
}

extension Members<Payout.Line> {
  fileprivate static let line = Members(
    Payout.Line(Stake("", .zero), nil),
    [
      .needed("subject", \.stake.subject, .text), .optional("address", \.stake.address, .text),
      .needed("stake", \.stake.amount, .atomicAmount),
      .optional("basis", \.basis, Members<PayoutBasis>.basis.kind),
      .needed("back", \.back, .atomicAmount), .needed("share", \.share, .atomicAmount),
      .derived("total", .atomicAmount, \.total),
    ])
}

extension Members<PayoutBasis> {
  fileprivate static let basis = Members(
    PayoutBasis(.undetermined, .verdict, .ofNothing),
    [
      .needed("outcome", \.outcome, .outcome), .needed("document", \.document, .basis),
      .needed("sha256", \.digest, .digest), .optional("rank", \.rank, .countFromOne),
    ])
}

extension Kind<OutputFile> {
  /// A document that an answer stands in.
  fileprivate static let basis = Kind.word.described(
    .object(["enum": .array([OutputFile.verdict, .decision].map { .string($0.rawValue) })]))
}

/// What is signed of a payout.
package struct AttestedPayout: PredicateRow {
  package var tool: Tool
  package var challenge: String
  package var asset: String
  package var policy: Digest
  package var stakes: Digest
  package var staked: AtomicAmount

  package static let type = "urn:daymark:payout:1"
  package static let blank = AttestedPayout(Payout())
  package static let kind = Members<AttestedPayout>.predicate.kind

  package init(_ payout: Payout) {
    (tool, challenge, asset) = (payout.tool, payout.challenge, payout.asset)
    (policy, stakes, staked) = (payout.policy, payout.stakes, payout.staked)
  }
}

extension Members<AttestedPayout> {
  fileprivate static let predicate = Members(
    AttestedPayout.blank,
    [
      .needed("tool", \.tool, Members<Tool>.tool.kind), .needed("challenge", \.challenge, .text),
      .needed("asset", \.asset, .text), .needed("policySha256", \.policy, .digest),
      .needed("stakesSha256", \.stakes, .digest), .needed("staked", \.staked, .atomicAmount),
    ])
}
