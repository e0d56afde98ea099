package import DaymarkModel

/// The root of the hash tree over a subject's figures, which commits to them without showing them.
package struct CommitmentRoot: Hashable, Sendable {
  package var digest: Digest
  /// The number of leaves of the tree: one for each day and metric.
  package var count: Int

  package init(_ digest: Digest, count: Int) { (self.digest, self.count) = (digest, count) }
}

extension Members<CommitmentRoot> {
  static let root = Members(
    CommitmentRoot(.ofNothing, count: 0),
    [.needed("root", \.digest, .digest), .needed("leaves", \.count, .count)])
}

/// A leaf of the commitment: the figures of one metric on one day, as the evidence has them.
package struct CommittedFigures: Hashable, Sendable {
  package var day: CivilDay
  /// The id of the metric, or `activities`, `strength` or `feats`.
  package var metric: String
  /// The day's rows from the evidence's array of the metric.
  package var rows: [JSONValue]

  package init(_ day: CivilDay, _ metric: String, _ rows: [JSONValue]) {
    (self.day, self.metric, self.rows) = (day, metric, rows)
  }
}

extension Members<CommittedFigures> {
  /// The bytes that are hashed after the leaf's salt.
  package static let figures = Members(
    CommittedFigures(CivilDay(ordinal: 0), "", []),
    [
      .needed("date", \.day, .day), .needed("metric", \.metric, .text),
      .needed("rows", \.rows, .list(.dayRow, atLeast: 1), "As the evidence has them."),
    ])
}

/// The owner's part of a commitment: the secret from which all salts are derived, the leaves in the
/// order of the tree, and the signed statement on the root.
package struct Commitment: Hashable, Sendable {
  /// A leaf without its figures, which are in the evidence.
  package struct Leaf: Hashable, Sendable {
    package var day: CivilDay
    package var metric: String
    package var digest: Digest

    package init(_ day: CivilDay, _ metric: String, _ digest: Digest) {
      (self.day, self.metric, self.digest) = (day, metric, digest)
    }
  }

  /// 32 random bytes.
  package var secret: [UInt8]
  /// The leaves, ascending by digest, so that a leaf's place in the tree reveals nothing.
  package var leaves: [Leaf]
  /// The signed statement for those to whom figures are disclosed; `nil` until it is signed.
  package var envelope: Envelope?

  package init(secret: [UInt8], leaves: [Leaf]) { (self.secret, self.leaves) = (secret, leaves) }
}

extension Members<Commitment> {
  /// The members of the document `commitment.json`.
  package static let commitment = Members(
    Commitment(secret: [], leaves: []),
    [
      .mark("schema", "daymark/commitment@1"),
      .needed(
        "envelope", \.envelope, Members<Envelope>.envelope.kind,
        "What is signed of the root, for disclosures."),
      .needed("secret", \.secret, .secret, "Whoever has it can guess figures: it stays here."),
      .needed(
        "leaves", \.leaves,
        .list(
          Members<Commitment.Leaf>(
            Commitment.Leaf(CivilDay(ordinal: 0), "", .ofNothing),
            [
              .needed("date", \.day, .day), .needed("metric", \.metric, .text),
              .needed("sha256", \.digest, .digest),
            ]
          ).kind)),
    ])
}

extension Kind<[UInt8]> {
  /// 32 bytes, written as 64 hexadecimal digits.
  package static let secret = Kind<Digest>.digest.converted(
    { $0.bytes }, { Digest(exactly: $0) ?? .ofNothing })
}

extension Kind<JSONValue> {
  /// A row of one of the evidence's arrays of days, copied unchanged.
  fileprivate static let dayRow: Kind = {
    guard
      case .object(let arrays)? = Members<SubjectAggregates>.dailyArrays.kind.schema["properties"]
    else { return any }
    let rows = Set(arrays.values.compactMap { $0["items"] })
    let ordered = rows.sorted { $0.canonicalText < $1.canonicalText }
    return any.described(.object(["anyOf": .array(ordered)]))
  }()
}

// MARK: Disclosure

/// Some of a subject's figures, with the proof that they are among those that were signed.
package struct Disclosure: Hashable, Sendable {
  /// One leaf whose figures are disclosed.
  package struct Leaf: Hashable, Sendable {
    package var figures: CommittedFigures
    /// The leaf's 32 salt bytes, without which figures could be guessed from digests.
    package var salt: [UInt8]
    /// The position of the leaf in the tree, from 0.
    package var index: Int
    /// The hashes needed to compute the root from the leaf, the lowest first.
    package var path: [Digest]

    package init(_ figures: CommittedFigures, salt: [UInt8], index: Int, path: [Digest]) {
      (self.figures, self.salt, self.index, self.path) = (figures, salt, index, path)
    }
  }

  /// The signed statement on the root of all figures.
  package var envelope: Envelope
  /// The disclosed leaves, in the order of days and metrics.
  package var leaves: [Leaf]

  package init(_ envelope: Envelope, _ leaves: [Leaf]) {
    (self.envelope, self.leaves) = (envelope, leaves)
  }

  /// The value of the member `schema`.
  package static let version = "daymark/disclosure@1"
}

extension Members<Disclosure> {
  /// The members of the document `disclosure.json`.
  package static let disclosure = Members(
    Disclosure(Envelope([], of: ""), []),
    [
      .mark("schema", Disclosure.version),
      .needed(
        "envelope", \.envelope, Members<Envelope>.envelope.kind, "The statement on the root."),
      .needed("figures", \.leaves, .list(Members<Disclosure.Leaf>.leaf.kind, atLeast: 1)),
    ])
}

extension Members<Disclosure.Leaf> {
  fileprivate static let leaf = Members(
    Disclosure.Leaf(CommittedFigures(CivilDay(ordinal: 0), "", []), salt: [], index: 0, path: []),
    Members<CommittedFigures>.figures.inside(\.figures),
    [
      .needed("salt", \.salt, .secret), .needed("index", \.index, .count, "From 0."),
      .needed("path", \.path, .list(.digest), "The lowest first."),
    ])
}
