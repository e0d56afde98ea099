import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Testing

/// Trees are those of RFC 9162, section 2.1.
struct MerkleTreeTests {
  /// The inputs of the reference tree that implementations of RFC 6962 share.
  private static let inputs = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ]

  /// The roots of the trees over the first one, the first two, and so on.
  private static let roots = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  private static let leaves: [Digest] = inputs.map { hex in
    .leaf(
      stride(from: 0, to: hex.count, by: 2).compactMap {
        UInt8(hex.dropFirst($0).prefix(2), radix: 16)
      })
  }

  /// The definition, word by word: the larger half of leaves is a power of two.
  private func plainRoot(_ leaves: ArraySlice<Digest>) -> Digest {
    guard leaves.count > 1 else { return leaves.first ?? Digest(of: []) }
    var half = 1
    while 2 * half < leaves.count { half *= 2 }
    return .node(plainRoot(leaves.prefix(half)), plainRoot(leaves.dropFirst(half)))
  }

  @Test(arguments: 0..<8)
  func `roots are those of the reference tree`(place: Int) {
    let leaves = Array(Self.leaves.prefix(place + 1))
    #expect(MerkleTree(leaves).root.hex == Self.roots[place])
    #expect(plainRoot(leaves[...]).hex == Self.roots[place])
  }

  @Test func `a tree without leaves is the hash of nothing`() {
    #expect(
      MerkleTree([]).root.hex
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `a path leads from its own leaf, place and count to the root, and from no other`() {
    for count in Sweep.over(1...70, step: 7) {
      let leaves = (0..<count).map { Digest.leaf([UInt8($0)]) }
      let tree = MerkleTree(leaves)
      #expect(tree.root == plainRoot(leaves[...]))
      for index in 0..<count {
        let path = tree.path(of: index)
        #expect(leaves[index].root(by: path, from: index, of: count) == tree.root)
        #expect(Digest.leaf([255, 1]).root(by: path, from: index, of: count) != tree.root)
        for other in 0..<count where other != index {
          #expect(leaves[index].root(by: path, from: other, of: count) != tree.root)
        }
        #expect(leaves[index].root(by: path + [leaves[0]], from: index, of: count) == nil)
        if !path.isEmpty {
          #expect(leaves[index].root(by: path.dropLast(), from: index, of: count) != tree.root)
        }
        for place in path.indices {
          var changed = path
          changed[place] = Digest.leaf([9, 9])
          #expect(leaves[index].root(by: changed, from: index, of: count) != tree.root)
        }
      }
    }
  }

  @Test func `places outside of the tree lead nowhere`() {
    let leaf = Digest.leaf([])
    for (index, count) in [(-1, 1), (1, 1), (0, 0), (Int.max, Int.max), (5, 2)] {
      #expect(leaf.root(by: [], from: index, of: count) == nil)
    }
    #expect(leaf.root(by: [], from: 0, of: Int.max) == nil)
  }
}
