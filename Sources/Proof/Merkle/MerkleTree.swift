import DaymarkDocuments
package import DaymarkModel

/// A Merkle tree over leaves in their order.
///
/// Source: RFC 9162, section 2.1.
package struct MerkleTree: Sendable {
  /// The hashes of each level, the leaves first; a node without a sibling stands in the level above as it is.
  private let levels: [[Digest]]

  /// - Parameter leaves: The leaves' hashes.
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

  /// The hash of the tree; that of no bytes where there are no leaves.
  package var root: Digest { levels.last?.first ?? .ofNothing }

  /// The hashes beside the way from a leaf to the root, the lowest first; RFC 9162, section 2.1.3.1.
  ///
  /// - Parameter index: The place of the leaf, from 0.
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
  /// The hash of a leaf: of a 0 and its bytes.
  package static func leaf(_ bytes: [UInt8]) -> Digest {
    var hasher = DigestHasher()
    hasher.update([0])
    hasher.update(bytes)
    return hasher.finish()
  }

  /// The hash of a node: of a 1 and those of its two children.
  package static func node(_ left: Digest, _ right: Digest) -> Digest {
    var hasher = DigestHasher()
    hasher.update([1])
    hasher.update(left.bytes)
    hasher.update(right.bytes)
    return hasher.finish()
  }

  /// The root to which a path leads from this leaf; RFC 9162, section 2.1.3.2.
  ///
  /// - Parameters:
  ///   - path: The hashes beside the way, the lowest first.
  ///   - index: The place of the leaf, from 0.
  ///   - count: How many leaves the tree has.
  /// - Returns: `nil` where a tree of so many leaves has no such path.
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
