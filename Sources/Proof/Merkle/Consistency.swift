import DaymarkDocuments
package import DaymarkModel

// Proofs that one tree is the beginning of a larger one; RFC 9162, section 2.1.4.

extension MerkleTree {
  /// The hashes that prove that the tree over the first leaves is the beginning of the tree over
  /// all.
  ///
  /// - Parameters:
  ///   - count: The number of leaves of the smaller tree.
  ///   - leaves: The hashes of all leaves.
  /// - Returns: No hashes where one of the trees has no leaves, or both have equally many.
  package static func consistencyPath(from count: Int, in leaves: [Digest]) -> [Digest] {
    guard count > 0, count < leaves.count else { return [] }
    return path(count, leaves[...], isWhole: true)
  }

  /// The recursive step of the proof.
  ///
  /// - Parameter isWhole: Whether the verifier knows the root of the smaller tree.
  private static func path(
    _ count: Int, _ leaves: ArraySlice<Digest>, isWhole: Bool
  ) -> [Digest] {
    func root(_ leaves: ArraySlice<Digest>) -> Digest { MerkleTree(Array(leaves)).root }
    if count == leaves.count { return isWhole ? [] : [root(leaves)] }
    var half = 1
    while 2 * half < leaves.count { half *= 2 }
    let (left, right) = (leaves.prefix(half), leaves.dropFirst(half))
    return count <= half
      ? path(count, left, isWhole: isWhole) + [root(right)]
      : path(count - half, right, isWhole: false) + [root(left)]
  }
}

extension Checkpoint {
  /// Whether this checkpoint's log contains the log of an earlier checkpoint as its beginning; RFC
  /// 9162, section 2.1.4.2.
  package func continues(_ earlier: Checkpoint, by path: [Digest]) -> Bool {
    guard origin == earlier.origin, earlier.size <= size else { return false }
    if earlier.size == size { return path.isEmpty && earlier.root == root }
    if earlier.size == 0 { return path.isEmpty && earlier.root == .ofNothing }
    let isPower = earlier.size & (earlier.size - 1) == 0
    guard var first = isPower ? earlier.root : path.first else { return false }
    var (second, rest) = (first, isPower ? path[...] : path.dropFirst())
    var (place, last) = (earlier.size - 1, size - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    while let sibling = rest.popFirst() {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        (first, second) = (.node(sibling, first), .node(sibling, second))
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        second = .node(second, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && first == earlier.root && second == root
  }
}

extension TileLog {
  /// The hashes that prove that the log at an earlier size is the beginning of this one.
  package func consistencyPath(from count: Int) -> [Digest] {
    MerkleTree.consistencyPath(from: count, in: entries.map { .leaf($0.bytes) })
  }
}
