import DaymarkDocuments
package import DaymarkModel

/// A Merkle tree over leaves in a fixed order.
///
/// Source: RFC 9162, section 2.1.
package struct MerkleTree: Sendable {
  /// The hashes of each level, from the leaves up; a node without a sibling is moved up unchanged.
  private let levels: [[Digest]]

  /// Builds a tree.
  ///
  /// - Parameter leaves: The hashes of the leaves.
  package init(_ leaves: [Digest]) {
    var levels = [leaves]
    while let level = levels.last, level.count > 1 {
      levels.append(
        stride(from: 0, to: level.count, by: 2).map { place in
          place + 1 < level.count ? .node(level[place], level[place + 1]) : level[place]
        })
    }
    self.levels = levels
  }

  package var count: Int { levels[0].count }

  /// The root of the tree; for a tree without leaves, the hash of no bytes.
  package var root: Digest { levels.last?.first ?? .ofNothing }

  /// The hashes needed to compute the root from a leaf, the lowest first; RFC 9162, section
  /// 2.1.3.1.
  ///
  /// - Parameter index: The position of the leaf, from 0.
  package func path(of index: Int) -> [Digest] {
    var place = index
    return levels.dropLast().compactMap { level in
      defer { place /= 2 }
      let sibling = place ^ 1
      return sibling < level.count ? level[sibling] : nil
    }
  }
}

extension Digest {
  /// The hash of a leaf: over a byte 0 and its contents.
  package static func leaf(_ bytes: [UInt8]) -> Digest {
    var hasher = DigestHasher()
    hasher.update([0])
    hasher.update(bytes)
    return hasher.finish()
  }

  /// The hash of a node: over a byte 1 and the hashes of its two children.
  package static func node(_ left: Digest, _ right: Digest) -> Digest {
    var hasher = DigestHasher()
    hasher.update([1])
    hasher.update(left.bytes)
    hasher.update(right.bytes)
    return hasher.finish()
  }

  /// Computes the root from this leaf's hash and a path; RFC 9162, section 2.1.3.2.
  ///
  /// - Parameters:
  ///   - path: The hashes beside the way to the root, the lowest first.
  ///   - index: The position of the leaf, from 0.
  ///   - count: The number of leaves of the tree.
  /// - Returns: `nil` where a tree of that size has no such path.
  package func root(by path: [Digest], from index: Int, of count: Int) -> Digest? {
    guard index >= 0, index < count else { return nil }
    var (place, last, hash) = (index, count - 1, self)
    for sibling in path {
      guard last > 0 else { return nil }
      if place & 1 == 1 || place == last {
        hash = .node(sibling, hash)
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        hash = .node(hash, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 ? hash : nil
  }
}
