package import DaymarkDocuments
package import DaymarkModel

// A commitment lets a subject disclose some figures of evidence and hide the others. The figures of
// a day could be guessed by trying all values, because nobody walks more than 100,000 steps, so
// each leaf is hashed together with a secret salt.

/// The figures of evidence by days and metrics, which become leaves; see Evidence, "Daily figures".
///
/// - Parameter evidence: The document; members of it that are no rows of days are ignored.
package func committedFigures(of evidence: JSONValue) -> [CommittedFigures] {
  guard case .object(let members) = evidence else { return [] }
  let figures = members.keys.filter { $0.hasPrefix("daily") }.flatMap { array in
    Dictionary(grouping: evidence.elements(array)) { $0.string("date") }.compactMap { date, rows in
      date.flatMap { CivilDay($0) }.map { CommittedFigures($0, metricName(ofArray: array), rows) }
    }
  }
  return figures.sorted { ($0.day, $0.metric) < ($1.day, $1.metric) }
}

/// The metric of one of the evidence's arrays: its id, or, for an array that is no metric's, the
/// array's name without `daily`.
private func metricName(ofArray name: String) -> String {
  if let metric = Metric.inEvidence.first(where: { $0.facts.evidence?.array == name }) {
    return metric.id
  }
  let rest = name.dropFirst("daily".count)
  return rest.prefix(1).lowercased() + rest.dropFirst()
}

extension CommittedFigures {
  /// The hash of the leaf: over a zero byte, the salt, and the canonical bytes.
  package func leaf(salt: [UInt8]) -> Digest {
    .leaf(salt + Members<CommittedFigures>.figures.kind.bytes(self))
  }

  /// The salt of the leaf: an HMAC of day and metric under the secret.
  package func salt(secret: [UInt8]) -> [UInt8] {
    authenticationCode(of: Array("\(day)|\(metric)".utf8), secret: secret)
  }
}

extension Commitment {
  /// Commits to figures.
  ///
  /// - Parameters:
  ///   - figures: The figures.
  ///   - secret: 32 random bytes, which must never be those of another commitment: a disclosed salt
  ///     would otherwise reveal a figure there.
  package init(to figures: [CommittedFigures], secret: [UInt8]) {
    self.init(
      secret: secret,
      leaves: figures.map { Leaf($0.day, $0.metric, $0.leaf(salt: $0.salt(secret: secret))) }
        .sorted { $0.digest < $1.digest })
  }

  private var tree: MerkleTree { MerkleTree(leaves.map(\.digest)) }

  package var root: CommitmentRoot { CommitmentRoot(tree.root, count: leaves.count) }

  /// Discloses some of the figures.
  ///
  /// - Parameter figures: The figures to disclose.
  /// - Returns: `nil` where one of them is not among the leaves, and before the root is signed.
  package func disclosure(of figures: [CommittedFigures]) -> Disclosure? {
    guard let envelope else { return nil }
    let (tree, places) = (
      tree, Dictionary(leaves.enumerated().map { ($1.digest, $0) }) { a, _ in a }
    )
    var shown: [Disclosure.Leaf] = []
    for figure in figures {
      let salt = figure.salt(secret: secret)
      guard let index = places[figure.leaf(salt: salt)] else { return nil }
      shown.append(Disclosure.Leaf(figure, salt: salt, index: index, path: tree.path(of: index)))
    }
    return Disclosure(envelope, shown)
  }
}

extension Disclosure.Leaf {
  /// Whether the figures are a leaf of the tree with this root.
  package func belongs(to commitment: CommitmentRoot) -> Bool {
    figures.leaf(salt: salt).root(by: path, from: index, of: commitment.count) == commitment.digest
  }
}
