package import DaymarkModel

/// The proof that an attestation is in a log.
///
/// The attestation is a leaf of the tree of its night, and the root of that tree is an entry of the
/// log.
package struct Inclusion: Hashable, Sendable {
  /// A proof that a leaf is in a tree.
  package struct Step: Hashable, Sendable {
    /// The position of the leaf, from 0.
    package var index: Int
    /// The number of leaves of the tree.
    package var count: Int
    /// The hashes needed to compute the root from the leaf, the lowest first.
    package var path: [Digest]

    package init(_ index: Int, of count: Int, _ path: [Digest]) {
      (self.index, self.count, self.path) = (index, count, path)
    }
  }

  /// The name of the log.
  package var origin: String
  package var night: Step
  package var log: Step

  package init(_ origin: String, night: Step, log: Step) {
    (self.origin, self.night, self.log) = (origin, night, log)
  }
}

extension Members<Inclusion> {
  /// The members of the document `inclusion.json`.
  package static let inclusion = Members(
    Inclusion("", night: Inclusion.Step(0, of: 0, []), log: Inclusion.Step(0, of: 0, [])),
    [
      .mark("schema", "daymark/inclusion@1"), .needed("origin", \.origin, .text, "The log's name."),
      .needed(
        "night", \.night, Members<Inclusion.Step>.step.kind,
        "From the attestation to the root of all that was sealed together."),
      .needed("log", \.log, Members<Inclusion.Step>.step.kind, "From that root to the log's."),
    ])
}

extension Members<Inclusion.Step> {
  fileprivate static let step = Members(
    Inclusion.Step(0, of: 0, []),
    [
      .needed("index", \.index, .count, "From 0."), .needed("leaves", \.count, .count),
      .needed("path", \.path, .list(.digest), "The lowest first."),
    ])
}

// MARK: Consistency

/// Two checkpoints of one log, with the proof that the later one contains everything of the
/// earlier.
package struct Consistency: Hashable, Sendable {
  /// The texts of the signed checkpoints.
  package var earlier, later: String
  /// The hashes of the consistency proof; see RFC 9162, section 2.1.4.1.
  package var path: [Digest]

  package init(from earlier: String, to later: String, _ path: [Digest]) {
    (self.earlier, self.later, self.path) = (earlier, later, path)
  }

  /// The value of the member `schema`.
  package static let version = "daymark/consistency@1"
}

extension Members<Consistency> {
  /// The members of the document `consistency.json`.
  package static let consistency = Members(
    Consistency(from: "", to: "", []),
    [
      .mark("schema", Consistency.version), .needed("earlier", \.earlier, .text, "A checkpoint."),
      .needed("later", \.later, .text, "A checkpoint."),
      .needed("path", \.path, .list(.digest), "RFC 9162, section 2.1.4.1."),
    ])
}
