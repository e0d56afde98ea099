package import DaymarkDocuments
package import DaymarkModel

extension Inclusion {
  /// The root of the night that a document is in; `nil` where there is no such way.
  package func nightRoot(of document: [UInt8]) -> Digest? {
    Digest.leaf(document).root(by: night.path, from: night.index, of: night.count)
  }

  /// The root of the log that a document is in, at the log's size.
  package func logRoot(of document: [UInt8]) -> Digest? {
    nightRoot(of: document).flatMap {
      Digest.leaf($0.bytes).root(by: log.path, from: log.index, of: log.count)
    }
  }
}

/// Documents that are sealed together.
package struct SealedNight: Sendable {
  private let tree: MerkleTree
  private let places: [Digest: Int]

  /// - Parameter documents: In any order; their places in the tree tell nothing.
  package init(_ documents: some Sequence<[UInt8]>) {
    let leaves = Set(documents.map { Digest.leaf($0) }).sorted()
    tree = MerkleTree(leaves)
    places = Dictionary(uniqueKeysWithValues: leaves.enumerated().map { ($1, $0) })
  }

  package var root: Digest { tree.root }

  /// The way of one of the documents; `nil` of any other.
  package func step(of document: [UInt8]) -> Inclusion.Step? {
    places[.leaf(document)].map { Inclusion.Step($0, of: tree.count, tree.path(of: $0)) }
  }
}
