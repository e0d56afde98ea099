/// The contents of the evidence document of one subject and challenge.
///
/// Shapes and order of the document itself are `Emit`'s; see Evidence, "The evidence document".
package struct Evidence: Hashable, Sendable {
  /// The version of the program.
  package var toolVersion: String
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The person that it is about.
  package var subject: Subject
  /// The policies that days were made with.
  package var policies: Policies
  /// The operator's files that say what the data means, one of a kind, in the order of the kinds.
  package var operatorFiles: [OperatorFileIdentity]
  /// The inputs that were read, ascending by digest; then the late ones, which sessions do not refer to.
  package var inputs: [EvidenceInput]
  /// The daily figures and sessions.
  package var aggregates: SubjectAggregates
  /// The rule that was asked.
  package var rule: Rule
  /// The answer, with its explanation.
  package var verdict: Verdict
  /// The limits that the verdict's flags were compared with; here for their sources.
  package var limits: Limits
  /// The final verdict that this one took the place of.
  package var supersedes: Supersedes?

  package init(
    toolVersion: String, challenge: Challenge, subject: Subject, policies: Policies,
    operatorFiles: [OperatorFileIdentity] = [], inputs: [EvidenceInput],
    aggregates: SubjectAggregates, rule: Rule, verdict: Verdict,
    limits: Limits
  ) {
    self.toolVersion = toolVersion
    self.challenge = challenge
    self.subject = subject
    self.policies = policies
    self.operatorFiles = operatorFiles
    self.inputs = inputs
    self.aggregates = aggregates
    self.rule = rule
    self.verdict = verdict
    self.limits = limits
  }
}

/// One input as evidence lists it; ``Session/inputs`` are indices into the subject's list of these.
package struct EvidenceInput: Hashable, Sendable {
  /// The id of the format; `mixed` for several.
  package var format: FormatID
  /// The SHA-256 of the bytes, or of a folder's list of files.
  package var digest: Digest
  /// The size in bytes.
  package var bytes: Int64
  /// The number of records that were decoded.
  package var records: Int
  /// The number of records that each code rejected.
  package var rejected: [FindingCode: Int]
  /// The codes that make days incomplete.
  package var damage: [FindingCode]
  /// The limits that it is beyond, and what each allowed.
  package var limits: [ReadLimit: Int] = [:]
  /// The instant at which it was received, if somebody said.
  package var receivedAt: Instant?
  /// Why earlier runs set it aside, if they did.
  package var history: InputHistory?
  /// The input that has whole what damage took of this one.
  package var healedBy: Digest?
  /// The operator's decisions on it.
  package var setAside: [SetAside] = []
  /// It was set aside for when it came.
  package var isLate = false
  /// What became of each row of a workout log; `nil` of any other input.
  package var logRows: LogRows?
  /// Days of sessions whose date, or its year, only a file's name says: taken on trust.
  package var daysFromNames: [CivilDay] = []

  package init(
    format: FormatID, digest: Digest, bytes: Int64, records: Int, rejected: [FindingCode: Int],
    damage: [FindingCode]
  ) {
    self.format = format
    self.digest = digest
    self.bytes = bytes
    self.records = records
    self.rejected = rejected
    self.damage = damage
  }
}

extension EvidenceInput {
  /// Whether nothing of it counts.
  package var isLeftOut: Bool { isLate || setAside.contains { $0.finding == nil } }

  /// Whether others may have handed it in too and both gain by it: nobody gains by what does not count, or has nothing.
  package var mayBeShared: Bool { !isLeftOut && records > 0 }
}

extension [EvidenceInput] {
  /// The damage of those that have any, in their order.
  package var damaged: [InputDamage] {
    filter { !$0.damage.isEmpty }.map {
      InputDamage(
        format: $0.format, digest: $0.digest, codes: $0.damage.sorted(), limits: $0.limits)
    }
  }
}
