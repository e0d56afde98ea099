package import DaymarkModel

/// An amount of a token or currency in its smallest units, such as 10⁻⁶ USDC.
///
/// Documents write it as text, because JSON numbers are exact only up to 15 digits.
package struct AtomicAmount: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var units: UInt128

  package init(_ units: UInt128) { self.units = units }

  /// The greatest number of digits of a stake, so that the sum over a table cannot overflow.
  package static let mostDigits = 30

  /// Reads a number of at most 38 digits without leading zeros; `nil` for anything else.
  ///
  /// With that bound the sum of two amounts from an untrusted document cannot overflow.
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

/// The operator's rules for paying out stakes, from `payout.yaml`.
package struct PayoutPolicy: Hashable, Sendable {
  /// The way in which those who passed share the lost stakes.
  package enum Share: String, CaseIterable, Sendable { case equally, byStake, byRank }
  /// The treatment of the stake of a subject whose verdict is undetermined.
  package enum Undetermined: String, CaseIterable, Sendable { case refund, hold }
  /// The recipient of the amount that is left over from dividing into whole units.
  package enum Remainder: String, CaseIterable, Sendable { case winners, `operator` }

  /// The asset of the stakes, in the operator's words.
  package var asset: String
  package var share: Share
  /// The weights of the ranks, from the first down; used by `byRank`.
  package var rankWeights: [Int] = []
  /// The operator's part of the lost stakes.
  ///
  /// - Units: ten-thousandths.
  package var fee = 0
  /// The address at which the operator is paid.
  package var feeAddress: String?
  package var undetermined = Undetermined.refund
  package var remainder = Remainder.winners
  /// Whether the challenge was called off, so that every subject gets the stake back.
  package var isCancelled = false

  package init(asset: String, share: Share) { (self.asset, self.share) = (asset, share) }
}

/// The stake of one subject: a row of `stakes.csv`.
package struct Stake: Hashable, Sendable {
  package var subject: String
  package var amount: AtomicAmount
  /// The address at which the subject is paid, if the table states it.
  package var address: String?

  package init(_ subject: String, _ amount: AtomicAmount, address: String? = nil) {
    (self.subject, self.amount, self.address) = (subject, amount, address)
  }
}

/// The verdict or decision that decides on a stake, and the document that contains it.
package struct PayoutBasis: Hashable, Sendable {
  package var outcome: Outcome
  /// `decision.json` where a person decided, and otherwise `verdict.json`.
  package var document: OutputFile
  /// The SHA-256 of the document.
  package var digest: Digest
  /// The rank among the subjects that passed and have a stake; `nil` without a score that can be
  /// ranked.
  package var rank: Int?

  package init(_ outcome: Outcome, _ document: OutputFile, _ digest: Digest, rank: Int? = nil) {
    (self.outcome, self.document, self.digest, self.rank) = (outcome, document, digest, rank)
  }
}

/// Who gets what of the stakes of a challenge; the contents of `payout.json`.
package struct Payout: Hashable, Sendable {
  /// The payout of one subject.
  package struct Line: Hashable, Sendable {
    package var stake: Stake
    /// The basis of the decision on the stake; `nil` where the challenge was called off.
    package var basis: PayoutBasis?
    /// The part of the subject's own stake that is returned.
    package var back = AtomicAmount.zero
    /// The subject's part of the stakes that others lost.
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
  /// The sum of all stakes.
  package var staked = AtomicAmount.zero
  /// The sum of the lost stakes, including the operator's part.
  package var pool = AtomicAmount.zero
  package var fee = AtomicAmount.zero
  /// The payouts of the subjects, in the byte order of the ids.
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
  /// The documents that can contain the deciding answer.
  fileprivate static let basis = Kind.word.described(
    .object(["enum": .array([OutputFile.verdict, .decision].map { .string($0.rawValue) })]))
}

/// The signed statement about a payout.
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
