package import DaymarkModel

/// Where an attestation stands in a log: in the tree of its night, whose root is an entry of the log.
package struct Inclusion: Hashable, Sendable {
  /// A way from a leaf to a root.
  package struct Step: Hashable, Sendable {
    /// The place of the leaf, from 0.
    package var index: Int
    /// How many leaves the tree has.
    package var count: Int
    /// The hashes beside the way, the lowest first.
    package var path: [Digest]

    package init(_ index: Int, of count: Int, _ path: [Digest]) {
      (self.index, self.count, self.path) = (index, count, path)
    }
  }

  /// The log's name.
  package var origin: String
  package var night: Step
  package var log: Step

  package init(_ origin: String, night: Step, log: Step) {
    (self.origin, self.night, self.log) = (origin, night, log)
  }
}

extension Members<Inclusion> {
  /// The document `inclusion.json`.
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

/// Two checkpoints of one log, and what shows that the later has all that the earlier has.
package struct Consistency: Hashable, Sendable {
  /// The checkpoints as they were signed.
  package var earlier, later: String
  /// The hashes of RFC 9162, section 2.1.4.1.
  package var path: [Digest]

  package init(from earlier: String, to later: String, _ path: [Digest]) {
    (self.earlier, self.later, self.path) = (earlier, later, path)
  }

  /// The value of `schema`.
  package static let version = "daymark/consistency@1"
}

extension Members<Consistency> {
  /// The document `consistency.json`.
  package static let consistency = Members(
    Consistency(from: "", to: "", []),
    [
      .mark("schema", Consistency.version), .needed("earlier", \.earlier, .text, "A checkpoint."),
      .needed("later", \.later, .text, "A checkpoint."),
      .needed("path", \.path, .list(.digest), "RFC 9162, section 2.1.4.1."),
    ])
}
