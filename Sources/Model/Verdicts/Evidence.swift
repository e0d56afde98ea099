/// The contents of the evidence document of one subject and challenge.
///
/// `Emit` decides the document's form and order; see Evidence, "The evidence document".
package struct Evidence: Hashable, Sendable {
  /// The version of Daymark that made the evidence.
  package var toolVersion: String
  package var challenge: Challenge
  /// The person whom the evidence is about.
  package var subject: Subject
  /// The policies by which data was chosen.
  package var policies: Policies
  /// The operator's files that say what the data means, at most one of a kind, in the order of the
  /// kinds.
  package var operatorFiles: [OperatorFileIdentity]
  /// The inputs that count, ascending by digest, followed by the late ones, to which sessions do
  /// not refer.
  package var inputs: [EvidenceInput]
  /// The daily figures and sessions.
  package var aggregates: SubjectAggregates
  /// The rule that was evaluated.
  package var rule: Rule
  /// The verdict of the rule.
  package var verdict: Verdict
  /// The limits by which flags were raised, with their sources.
  package var limits: Limits
  /// The earlier final verdict that this one replaces.
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

/// One input as evidence lists it; the indices in ``Session/inputs`` refer to the list of these.
package struct EvidenceInput: Hashable, Sendable {
  /// The id of the input's format; `mixed` for several formats.
  package var format: FormatID
  /// The SHA-256 of the input's bytes, or of the list of files of a folder.
  package var digest: Digest
  /// The size in bytes.
  package var bytes: Int64
  /// The number of records that were decoded.
  package var records: Int
  /// The number of rejected records, by the code of the reason.
  package var rejected: [FindingCode: Int]
  /// The codes that make days incomplete.
  package var damage: [FindingCode]
  /// The limits that the input exceeds, and the value of each.
  package var limits: [ReadLimit: Int] = [:]
  /// The instant at which the input was received, if it was stated.
  package var receivedAt: Instant?
  /// The reason for which earlier runs left the input out, if they did.
  package var history: InputHistory?
  /// The digest of the sound input that has everything that damage took from this one.
  package var healedBy: Digest?
  /// The operator's waivers of the input or of a loss in it.
  package var setAside: [InputWaiver] = []
  /// Whether the input came too late to count.
  package var isLate = false
  /// The result for each row of a workout log; `nil` for any other input.
  package var logRows: LogRows?
  /// The days of sessions whose date, or its year, is taken from a file's name and can be checked
  /// by nothing else.
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
  /// Whether no data of the input counts.
  package var isLeftOut: Bool { isLate || setAside.contains(where: \.leavesInputOut) }

  /// Whether the input is compared with those of other subjects.
  ///
  /// An input without data, or one that does not count, is not compared, because nobody gains by
  /// sharing it.
  package var mayBeShared: Bool { !isLeftOut && records > 0 }
}

extension [EvidenceInput] {
  /// The damage of each input that has any, in the order of the inputs.
  package var damaged: [InputDamage] {
    filter { !$0.damage.isEmpty }.map {
      InputDamage(
        format: $0.format, digest: $0.digest, codes: $0.damage.sorted(), limits: $0.limits)
    }
  }
}
