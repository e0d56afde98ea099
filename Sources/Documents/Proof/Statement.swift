package import DaymarkModel

/// An in-toto statement: files by their digests, and what is said of them.
///
/// Source: in-toto Attestation Framework, Statement v1.
package struct Statement<Predicate: Hashable & Sendable>: Hashable, Sendable {
  package var files: [AttestedFile]
  package var predicate: Predicate

  package init(_ files: [AttestedFile], _ predicate: Predicate) {
    (self.files, self.predicate) = (files, predicate)
  }
}

/// A file that a statement is about.
package struct AttestedFile: Hashable, Sendable {
  /// Its name in the folder that the statement lies in.
  package var name: String
  package var digest: Digest

  package init(_ name: String, _ digest: Digest) { (self.name, self.digest) = (name, digest) }
}

/// What statements are, and of which kind.
package enum StatementType {
  package static let payload = "application/vnd.in-toto+json"
  package static let statement = "https://in-toto.io/Statement/v1"
  package static let evidence = "urn:daymark:evidence:1"
}

/// A kind of predicate: its type, and the list of its members.
package protocol PredicateRow: Hashable, Sendable {
  /// The URI that says which predicate it is.
  static var type: String { get }
  static var blank: Self { get }
  static var kind: Kind<Self> { get }
}

extension Statement where Predicate: PredicateRow {
  /// The statement's JSON.
  package static var members: Members<Statement> {
    Members(
      Statement([], .blank),
      [
        .derived("_type", .constant(StatementType.statement)) { _ in StatementType.statement },
        .needed("subject", \.files, .list(Members<AttestedFile>.file.kind, atLeast: 1)),
        .derived("predicateType", .constant(Predicate.type)) { _ in Predicate.type },
        .needed("predicate", \.predicate, Predicate.kind),
      ])
  }
}

extension Members<AttestedFile> {
  fileprivate static let file = Members(
    AttestedFile("", .ofNothing),
    [
      .needed("name", \.name, .text),
      .needed(
        "digest", \.digest, Members<Digest>(.ofNothing, [.needed("sha256", \.self, .digest)]).kind),
    ])
}

// MARK: Evidence

/// A rule or limits by name, version and digest.
package struct VersionedDigest: Hashable, Sendable {
  package var name: String
  package var version: String
  package var digest: Digest
}

extension Members<VersionedDigest> {
  fileprivate static let identity = Members(
    VersionedDigest(name: "", version: "", digest: .ofNothing),
    [
      .needed("name", \.name, .text), .needed("version", \.version, .text),
      .needed("sha256", \.digest, .digest),
    ])
}

/// What an attestation says of a subject's evidence.
///
/// A disclosure carries it to people who are not to see the evidence, so nothing of the body stands in it, such as a
/// weight.
package struct AttestedEvidence: PredicateRow {
  package var tool: Tool
  package var challenge: String
  package var subject: String
  /// The rule and the limits that decided.
  package var rule, limits: VersionedDigest
  /// Those that are the same for every subject.
  package var policies: Policies
  package var zone: ResolvedZone
  /// The digests of the inputs, ascending, each once.
  package var inputs: [Digest]
  package var outcome: Outcome
  package var commitment: CommitmentRoot

  package static let type = StatementType.evidence

  package static let blank: AttestedEvidence = {
    let nothing = VersionedDigest(name: "", version: "", digest: .ofNothing)
    return AttestedEvidence(
      tool: Tool(version: ""), challenge: "", subject: "", rule: nothing, limits: nothing,
      policies: Policies(), zone: ResolvedZone(.utc, by: .assumedUTC), inputs: [],
      outcome: .undetermined, commitment: CommitmentRoot(.ofNothing, count: 0))
  }()

  package static let kind = Members<AttestedEvidence>.predicate.kind
}

extension Members<AttestedEvidence> {
  fileprivate static let predicate = Members(
    AttestedEvidence.blank,
    [
      .needed("tool", \.tool, Members<Tool>.tool.kind), .needed("challenge", \.challenge, .text),
      .needed("subject", \.subject, .text),
      .needed("rule", \.rule, Members<VersionedDigest>.identity.kind),
      .needed("limits", \.limits, Members<VersionedDigest>.identity.kind),
      .needed("policy", \.policies, Members<Policies>.shared.kind),
      .needed("zone", \.zone, Members<ResolvedZone>.zone.kind),
      .needed("inputs", \.inputs, .list(.digest)), .needed("outcome", \.outcome, .outcome),
      .needed("commitment", \.commitment, Members<CommitmentRoot>.root.kind),
    ])
}

extension AttestedEvidence {
  /// What the evidence says.
  ///
  /// - Returns: `nil` of a document that is no evidence with a verdict.
  package init?(_ evidence: JSONValue, _ commitment: CommitmentRoot) {
    let verdict = evidence["verdict"]
    guard let tool = Members<Tool>.tool.kind.value(of: evidence["tool"]),
      let challenge = evidence["challenge"]?.string("id"),
      let subject = evidence.string("subject"),
      let rule = Members<VersionedDigest>.identity.kind.value(of: verdict?["rule"]),
      let limits = Members<VersionedDigest>.identity.kind.value(of: verdict?["quality"]?["limits"]),
      let policies = Members<Policies>.shared.kind.value(of: evidence["policy"]),
      let zone = Members<ResolvedZone>.zone.kind.value(of: evidence["zone"]),
      let outcome = Kind.outcome.value(of: verdict?["outcome"])
    else { return nil }
    let inputs = evidence.elements("inputs").compactMap {
      $0.string("sha256").flatMap(Digest.init(hex:))
    }
    self.init(
      tool: tool, challenge: challenge, subject: subject, rule: rule, limits: limits,
      policies: policies, zone: zone, inputs: Set(inputs).sorted(), outcome: outcome,
      commitment: commitment)
  }
}
