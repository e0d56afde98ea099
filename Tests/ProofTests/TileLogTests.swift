import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Foundation
import Testing

/// A log is believed if each of its files is what its entries and its signed checkpoint give; see Proof, "Seal".
struct TileLogTests {
  private static func entries(_ count: Int) -> [Digest] {
    (0..<count).map { Digest(of: "night \($0)".utf8) }
  }

  /// The files of a log, the checkpoint among them.
  private func files(
    _ log: TileLog, _ key: borrowing SigningKey, origin: String = "club.example/log"
  ) throws -> [String: [UInt8]] {
    let checkpoint = Checkpoint(origin, size: log.count, root: log.root, signing: key)
    return log.files.merging(["checkpoint": try #require(checkpoint).bytes]) { $1 }
  }

  private func fault(_ files: [String: [UInt8]], _ keys: [PublicKey]) -> LogFault? {
    do { _ = try SignedLog(trusting: keys) { files[$0] } } catch { return error }
    return nil
  }

  // MARK: Checkpoints

  /// The example of the specification of checkpoints, without its key, and of a note.
  @Test func `a checkpoint is read as the specification shows it`() throws {
    let text = """
      example.com/behind-the-sofa
      20852163
      CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

      \u{2014} example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

      """
    let checkpoint = try #require(Checkpoint(Array(text.utf8)))
    #expect(checkpoint.origin == "example.com/behind-the-sofa" && checkpoint.size == 20_852_163)
    #expect(
      checkpoint.root.hex == "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62")
    #expect(checkpoint.bytes == Array(text.utf8))
  }

  @Test func `a checkpoint holds for its own key and name alone`() throws {
    let key = try SigningKey()
    let made = Checkpoint("a.example/log", size: 3, root: .ofNothing, signing: key)
    var checkpoint = try #require(made)
    let (ours, theirs) = (key.publicKey, try SigningKey().publicKey)
    #expect(checkpoint.isSigned(by: ours) && !checkpoint.isSigned(by: theirs))
    #expect(Checkpoint(checkpoint.bytes) == checkpoint)
    // The four bytes are those of the hash of name, line end, 1 and key.
    let id = Digest(of: Array("a.example/log\n".utf8) + [1] + ours.der.suffix(32)).bytes.prefix(4)
    #expect(checkpoint.signatures[0].bytes.prefix(4) == id)
    // A line of a witness changes nothing.
    checkpoint.signatures.append(.init(name: "witness.example", bytes: [1, 2, 3, 4, 5]))
    #expect(Checkpoint(checkpoint.bytes)?.isSigned(by: ours) == true)
    for change in [
      { $0.size = 4 }, { $0.root = .leaf([]) }, { $0.origin = "b.example/log" },
      { $0.signatures[0].bytes[9] ^= 1 }, { $0.signatures[0].bytes[0] ^= 1 },
      { $0.signatures[0].name = "b.example/log" }, { $0.signatures.removeFirst() },
    ] as [(inout Checkpoint) -> Void] {
      var changed = checkpoint
      change(&changed)
      #expect(!changed.isSigned(by: ours))
    }
  }

  @Test(
    arguments: [
      "a\n03\n\(root)\n\n\u{2014} a AAAAAAA=\n", "a\n-1\n\(root)\n\n\u{2014} a AAAAAAA=\n",
      "a b\n3\n\(root)\n\n\u{2014} a AAAAAAA=\n", "a\n3\n\(root)\nmore\n\n\u{2014} a AAAAAAA=\n",
      "a\n3\n\(root)\n\n\u{2014} a AAAAAAA=", "a\n3\n\(root)\n\n- a AAAAAAA=\n",
      "a\n3\n\(root)\n\n",
      "a\n3\n47DE\n\n\u{2014} a AAAAAAA=\n", "", "\n\n\n\n\n\n",
    ])
  func `what is no checkpoint is refused`(text: String) {
    #expect(Checkpoint(Array(text.utf8)) == nil)
  }

  private static let root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

  // MARK: Tiles

  /// The specification's own example: 70,000 entries.
  @Test func `tiles are those that the specification counts`() {
    let log = TileLog(Self.entries(70_000))
    let names = log.files.keys.filter { !$0.hasPrefix("tile/entries") }
    #expect(names.filter { $0.hasPrefix("tile/0/") }.count == 274)
    #expect(log.files["tile/0/273.p/112"]?.count == 112 * 32)
    #expect(log.files["tile/0/272"]?.count == 8192)
    #expect(
      log.files["tile/1/000"]?.count == 8192 && log.files["tile/1/001.p/17"]?.count == 17 * 32)
    #expect(log.files["tile/2/000.p/1"]?.count == 32)
    #expect(names.count == 274 + 2 + 1)
    #expect(log.files["tile/entries/273.p/112"]?.prefix(2) == [0, 32])
  }

  @Test func `a tile above is of the roots of whole tiles below`() throws {
    let log = TileLog(Self.entries(256))
    let leaves = Self.entries(256).map { Digest.leaf($0.bytes) }
    #expect(log.files["tile/0/000"] == leaves.flatMap(\.bytes))
    #expect(log.files["tile/1/000.p/1"] == log.root.bytes && log.root == MerkleTree(leaves).root)
    #expect(TileLog(Self.entries(255)).files["tile/1/000.p/1"] == nil)
  }

  @Test func `the thousandth tile is in a folder`() {
    #expect(TileLog(Self.entries(256_001)).files["tile/0/x001/000.p/1"]?.count == 32)
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 600])
  func `a log comes back, and an earlier one is a part of it`(count: Int) throws {
    let key = try SigningKey()
    let log = TileLog(Self.entries(count))
    let files = try files(log, key)
    #expect(try SignedLog(trusting: [key.publicKey]) { files[$0] }.log == log)
    for size in Set([0, count / 3, count]) {
      #expect(log.root(ofFirst: size) == TileLog(Self.entries(size)).root)
    }
    #expect(log.root(ofFirst: count + 1) == nil && log.root(ofFirst: -1) == nil)
    for index in Set([0, count / 2, count - 1]) where index >= 0 && index < count {
      let leaf = Digest.leaf(log.entries[index].bytes)
      #expect(leaf.root(by: log.tree.path(of: index), from: index, of: count) == log.root)
    }
  }

  /// A checkpoint that nobody has signed.
  private func checkpoint(_ size: Int, _ root: Digest, _ origin: String = "a") throws -> Checkpoint
  {
    let text = "\(origin)\n\(size)\n\(Base64.text(of: root.bytes))\n\n\u{2014} a AAAAAAA=\n"
    return try #require(Checkpoint(Array(text.utf8)))
  }

  @Test func `each smaller log is the beginning of each larger one, and of no other`() throws {
    for size in Sweep.over(0...40, step: 3) {
      let log = TileLog(Self.entries(size))
      let later = try checkpoint(size, log.root)
      for count in 0...size {
        let root = try #require(log.root(ofFirst: count))
        let earlier = try checkpoint(count, root)
        let path = log.consistencyPath(from: count)
        #expect(path.count <= 12)
        #expect(later.continues(earlier, by: path), "\(count) of \(size)")
        #expect(try !later.continues(checkpoint(count, .leaf([1])), by: path))
        // A log without entries is the beginning of each.
        #expect(
          try checkpoint(size, .leaf([1])).continues(earlier, by: path) == (count == 0 && size > 0))
        #expect(try !later.continues(checkpoint(count, root, "b"), by: path))
        #expect(!later.continues(earlier, by: path + [.ofNothing]))
        if !path.isEmpty { #expect(!later.continues(earlier, by: path.dropLast())) }
        for place in path.indices {
          var changed = path
          changed[place] = .leaf([9, 9])
          #expect(!later.continues(earlier, by: changed), "\(count) of \(size), \(place)")
        }
        // The other way round nothing is shown.
        if count < size { #expect(!earlier.continues(later, by: path)) }
      }
    }
  }

  /// The roots of the reference tree, and the proof from its first three leaves to seven that RFC 9162, section 2.1.5
  /// draws: c, d, g and l.
  @Test func `a proof is the one that the RFC draws`() {
    let leaves = (0..<7).map { Digest.leaf([UInt8($0)]) }
    let (a, b, c, d) = (leaves[0], leaves[1], leaves[2], leaves[3])
    let g = Digest.node(a, b)
    let l = MerkleTree(Array(leaves[4...])).root
    #expect(MerkleTree.consistencyPath(from: 3, in: leaves) == [c, d, g, l])
    #expect(MerkleTree.consistencyPath(from: 4, in: leaves) == [l])
  }

  // MARK: Tampering

  @Test func `each fault of a log has its reason`() throws {
    let key = try SigningKey()
    let keys = [key.publicKey]
    let log = TileLog(Self.entries(300))
    let good = try files(log, key)
    #expect(fault(good, keys) == nil)
    #expect(fault(good, [try SigningKey().publicKey]) == .untrusted)
    #expect(fault(good.filter { $0.key != "checkpoint" }, keys) == .checkpoint)
    for name in good.keys where name != "checkpoint" {
      #expect(fault(good.filter { $0.key != name }, keys) == .tiles, "\(name)")
      #expect(fault(good.merging([name: good[name].map { $0 + [0] } ?? []]) { $1 }, keys) == .tiles)
    }
    // Everything is made anew with another entry, and the checkpoint stays.
    var other = Self.entries(300)
    other[7] = .ofNothing
    let forged = TileLog(other).files.merging(["checkpoint": good["checkpoint"] ?? []]) { $1 }
    #expect(fault(forged, keys) == .root)
    // One night fewer, under the checkpoint of all.
    let cut = TileLog(Self.entries(299)).files.merging(["checkpoint": good["checkpoint"] ?? []]) {
      $1
    }
    #expect(fault(cut, keys) == .tiles)
  }

  /// Some in `make test`, 10,000 with `DAYMARK_MUTANTS`.
  @Test(arguments: Mutants.seeds)
  func `no tampered log is believed`(seed: UInt64) throws {
    let key = try SigningKey()
    var random = SeededGenerator(seed: seed)
    let log = TileLog(Self.entries(Int.random(in: 1...300, using: &random)))
    let good = try files(log, key)
    let names = good.keys.sorted()
    var refused = 0
    for place in 0..<100 {
      let name = names.randomElement(using: &random) ?? ""
      var files = good
      files[name] = mutated(good[name] ?? [], seed: 100 * seed + UInt64(place))
      guard files != good else { continue }
      guard let read = try? SignedLog(trusting: [key.publicKey], { files[$0] }) else {
        refused += 1
        continue
      }
      // Only lines behind the signed text may be other ones.
      #expect(name == "checkpoint" && read.log == log)
    }
    #expect(refused > 50)
  }
}

/// An attestation is in a log by two ways: to the root of its night, and from there to that of the log.
struct InclusionTests {
  private let documents = (0..<11).map { Array("attestation \($0)".utf8) }

  @Test func `a document leads to the log's root, and no other does`() throws {
    let night = SealedNight(documents)
    let log = TileLog([Digest(of: "a".utf8), night.root, Digest(of: "b".utf8)])
    for document in documents {
      let inclusion = Inclusion(
        "a.example/log", night: try #require(night.step(of: document)),
        log: Inclusion.Step(1, of: 3, log.tree.path(of: 1)))
      let bytes = Members<Inclusion>.inclusion.kind.bytes(inclusion)
      #expect(Members<Inclusion>.inclusion.kind.value(bytes) == inclusion)
      #expect(inclusion.logRoot(of: document) == log.root)
      #expect(inclusion.nightRoot(of: document) == night.root)
      #expect(inclusion.logRoot(of: document + [0]) != log.root)
      for change in [
        { $0.night.index ^= 1 }, { $0.night.path[0] = .ofNothing }, { $0.night.path.removeLast() },
        { $0.log.index = 0 }, { $0.log.path[0] = .ofNothing }, { $0.log.path.append(.ofNothing) },
        { $0.log.count = 1 },
      ] as [(inout Inclusion) -> Void] {
        var changed = inclusion
        change(&changed)
        #expect(changed.logRoot(of: document) != log.root)
      }
    }
    #expect(night.step(of: [1]) == nil)
  }

  @Test func `the hashes of both ways are at most a kibibyte`() throws {
    // A hundred thousand people, and ten years of nights: 17 and 12 hashes.
    let many = (0..<100_000).map { Array("\($0)".utf8) }
    let step = try #require(SealedNight(many).step(of: many[77]))
    let log = TileLog((0..<3653).map { Digest(of: "\($0)".utf8) })
    #expect(step.path.count == 17 && log.tree.path(of: 3000).count == 12)
    #expect((step.path.count + log.tree.path(of: 3000).count) * 32 <= 1024)
  }
}
