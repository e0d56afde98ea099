package import DaymarkDocuments
package import DaymarkModel

extension Inclusion {
  /// The root of the night's tree, computed from a document and the proof; `nil` where the proof is
  /// no valid path.
  package func nightRoot(of document: [UInt8]) -> Digest? {
    Digest.leaf(document).root(by: night.path, from: night.index, of: night.count)
  }

  /// The root of the log, computed from a document and the proof; `nil` where the proof is no valid
  /// path.
  package func logRoot(of document: [UInt8]) -> Digest? {
    nightRoot(of: document).flatMap {
      Digest.leaf($0.bytes).root(by: log.path, from: log.index, of: log.count)
    }
  }
}

/// Documents that are sealed together, as the leaves of one tree.
package struct SealedNight: Sendable {
  private let tree: MerkleTree
  private let places: [Digest: Int]

  /// Builds the tree.
  ///
  /// - Parameter documents: The documents in any order; leaves are sorted, so that their positions
  ///   reveal nothing.
  package init(_ documents: some Sequence<[UInt8]>) {
    let leaves = Set(documents.map { Digest.leaf($0) }).sorted()
    tree = MerkleTree(leaves)
    places = Dictionary(uniqueKeysWithValues: leaves.enumerated().map { ($1, $0) })
  }

  package var root: Digest { tree.root }

  /// The proof that one of the documents is in the tree; `nil` for any other document.
  package func step(of document: [UInt8]) -> Inclusion.Step? {
    places[.leaf(document)].map { Inclusion.Step($0, of: tree.count, tree.path(of: $0)) }
  }
}
