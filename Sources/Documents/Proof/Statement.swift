package import DaymarkModel

/// An in-toto statement: some files, identified by their digests, and a predicate that says
/// something about them.
///
/// Source: in-toto Attestation Framework, Statement v1.
package struct Statement<Predicate: Hashable & Sendable>: Hashable, Sendable {
  package var files: [AttestedFile]
  package var predicate: Predicate

  package init(_ files: [AttestedFile], _ predicate: Predicate) {
    (self.files, self.predicate) = (files, predicate)
  }
}

/// A file, or something else with a digest, that a statement is about.
package struct AttestedFile: Hashable, Sendable {
  /// The name of the file in the folder of the statement.
  package var name: String
  package var digest: Digest

  package init(_ name: String, _ digest: Digest) { (self.name, self.digest) = (name, digest) }
}

/// The names that in-toto gives its types.
package enum StatementType {
  package static let payload = "application/vnd.in-toto+json"
  package static let statement = "https://in-toto.io/Statement/v1"
}

/// A kind of predicate, with its type and the list of its members.
package protocol PredicateRow: Hashable, Sendable {
  /// The URI that identifies the kind of predicate.
  static var type: String { get }
  static var blank: Self { get }
  static var kind: Kind<Self> { get }
}

extension Statement where Predicate: PredicateRow {
  /// The members of a statement.
  package static var members: Members<Statement> {
    Members(
      Statement([], .blank),
      [
        .mark("_type", StatementType.statement),
        .needed("subject", \.files, .list(Members<AttestedFile>.file.kind, atLeast: 1)),
        .mark("predicateType", Predicate.type),
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

/// The name, version and digest of a rule or of limits.
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

/// The signed statement about a subject's figures for recipients to whom only some figures are
/// disclosed.
///
/// It contains nothing from which hidden figures could be guessed: no digest of a file, because
/// somebody who knows all of a file but one figure could try every value, and nothing about the
/// body, such as a weight.
package struct AttestedFigures: PredicateRow {
  package var tool: Tool
  package var challenge: String
  package var subject: String
  /// The rule and the limits by which the verdict was decided.
  package var rule, limits: VersionedDigest
  /// The policies that are the same for every subject.
  package var policies: Policies
  package var zone: ResolvedZone
  package var outcome: Outcome
  package var commitment: CommitmentRoot

  package static let type = "urn:daymark:figures:1"

  package static let blank: AttestedFigures = {
    let nothing = VersionedDigest(name: "", version: "", digest: .ofNothing)
    return AttestedFigures(
      tool: Tool(version: ""), challenge: "", subject: "", rule: nothing, limits: nothing,
      policies: Policies(), zone: ResolvedZone(.utc, by: .assumedUTC), outcome: .undetermined,
      commitment: CommitmentRoot(.ofNothing, count: 0))
  }()

  package static let kind = Members<AttestedFigures>.predicate.kind

  /// The statement, which is about the commitment.
  package var statement: Statement<AttestedFigures> {
    Statement([AttestedFile("commitment", commitment.digest)], self)
  }
}

extension Members<AttestedFigures> {
  fileprivate static let predicate = Members(
    AttestedFigures.blank,
    [
      .needed("tool", \.tool, Members<Tool>.tool.kind), .needed("challenge", \.challenge, .text),
      .needed("subject", \.subject, .text),
      .needed("rule", \.rule, Members<VersionedDigest>.identity.kind),
      .needed("limits", \.limits, Members<VersionedDigest>.identity.kind),
      .needed("policy", \.policies, Members<Policies>.shared.kind),
      .needed("zone", \.zone, Members<ResolvedZone>.zone.kind),
      .needed("outcome", \.outcome, .outcome),
      .needed("commitment", \.commitment, Members<CommitmentRoot>.root.kind),
    ])
}

/// The signed statement about a subject's evidence for recipients who have the evidence.
package struct AttestedEvidence: PredicateRow {
  package var figures: AttestedFigures
  /// The digests of the inputs, ascending, without repetition.
  package var inputs: [Digest]

  package static let type = "urn:daymark:evidence:1"
  package static let blank = AttestedEvidence(figures: .blank, inputs: [])
  package static let kind = Members<AttestedEvidence>.predicate.kind
}

extension Members<AttestedEvidence> {
  fileprivate static let predicate = Members(
    AttestedEvidence.blank, Members<AttestedFigures>.predicate.inside(\.figures),
    [.needed("inputs", \.inputs, .list(.digest))])
}

extension AttestedEvidence {
  /// Makes the statement about an evidence document; `nil` where the document lacks a member.
  ///
  /// - Returns: `nil` for a document that is no evidence with a verdict.
  package init?(_ evidence: JSONValue, _ commitment: CommitmentRoot) {
    let verdict = evidence["verdict"]
    let identity = Members<VersionedDigest>.identity.kind
    guard let tool = Members<Tool>.tool.kind.value(of: evidence["tool"]),
      let challenge = evidence["challenge"]?.string("id"),
      let subject = evidence.string("subject"),
      let rule = identity.value(of: verdict?["rule"]),
      let limits = identity.value(of: verdict?["quality"]?["limits"]),
      let policies = Members<Policies>.shared.kind.value(of: evidence["policy"]),
      let zone = Members<ResolvedZone>.zone.kind.value(of: evidence["zone"]),
      let outcome = Kind.outcome.value(of: verdict?["outcome"])
    else { return nil }
    figures = AttestedFigures(
      tool: tool, challenge: challenge, subject: subject, rule: rule, limits: limits,
      policies: policies, zone: zone, outcome: outcome, commitment: commitment)
    let digests = evidence.elements("inputs").compactMap { Kind.digest.value(of: $0["sha256"]) }
    inputs = Set(digests).sorted()
  }
}
