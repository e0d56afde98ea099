/// The contents of the evidence document of one subject and challenge.
///
/// Shapes and order of the document itself are `Emit`'s; see Evidence, "The evidence document".
public struct Evidence: Hashable, Sendable {
  public var toolVersion: String
  public var challenge: Challenge
  public var subject: Subject
  public var policies: Policies
  public var inputs: [EvidenceInput]
  public var aggregates: SubjectAggregates
  public var rule: Rule
  public var verdict: Verdict
  /// What the verdict's flags were compared with; here for the sources of the limits.
  public var limits: Limits

  public init(
    toolVersion: String, challenge: Challenge, subject: Subject, policies: Policies,
    inputs: [EvidenceInput], aggregates: SubjectAggregates, rule: Rule, verdict: Verdict,
    limits: Limits
  ) {
    self.toolVersion = toolVersion
    self.challenge = challenge
    self.subject = subject
    self.policies = policies
    self.inputs = inputs
    self.aggregates = aggregates
    self.rule = rule
    self.verdict = verdict
    self.limits = limits
  }
}

/// One input as evidence lists it; ``Session/inputs`` are indices into the subject's list of these.
public struct EvidenceInput: Hashable, Sendable {
  public var format: String
  public var digest: Digest
  public var bytes: Int64
  public var records: Int
  public var rejected: [FindingCode: Int]
  public var damage: [FindingCode]

  public init(
    format: String, digest: Digest, bytes: Int64, records: Int, rejected: [FindingCode: Int],
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
