import DaymarkDocuments
package import DaymarkModel

/// The reason for which a log's folder is not trusted.
package enum LogFault: Error, CaseIterable {
  /// There is no readable checkpoint.
  case checkpoint
  /// No trusted key has signed the checkpoint.
  case untrusted
  /// A file is missing, or does not match the entries.
  case tiles
  /// The entries do not give the signed root.
  case root
}

/// A log of roots, stored as a folder of static files that any web server can serve.
///
/// Source: C2SP tlog-tiles.
package struct TileLog: Hashable, Sendable {
  /// The sealed roots, in the order in which they were sealed.
  package private(set) var entries: [Digest]

  /// The most entries of a log, which is more nights than anybody seals.
  package static let mostEntries = 1 << 20

  package init(_ entries: [Digest] = []) { self.entries = entries }

  /// Reads the log of a checkpoint, and checks that every file of it is there, byte for byte.
  fileprivate init(
    _ checkpoint: Checkpoint, _ read: (String) -> [UInt8]?
  ) throws(LogFault) {
    entries = []
    for tile in Tile.all(count: checkpoint.size, level: 0) {
      guard let bundle = read(tile.entryPath), let roots = Self.entries(of: bundle),
        roots.count == tile.width
      else { throw .tiles }
      entries += roots
    }
    for (path, bytes) in files where read(path) != bytes { throw .tiles }
    guard root == checkpoint.root else { throw .root }
  }

  package static let checkpointName = "checkpoint"

  package var count: Int { entries.count }
  private var leaves: [Digest] { entries.map { .leaf($0.bytes) } }
  /// The tree over the entries; it is computed at each call, in O(*n*).
  package var tree: MerkleTree { MerkleTree(leaves) }
  package var root: Digest { tree.root }

  package mutating func append(_ entry: Digest) { entries.append(entry) }

  /// The root that the log had at an earlier size; `nil` for a size that it never had.
  package func root(ofFirst count: Int) -> Digest? {
    count >= 0 && count <= entries.count ? TileLog(Array(entries.prefix(count))).root : nil
  }

  /// The bytes of every tile and every bundle of entries, by path.
  package var files: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for tile in Tile.all(count: count, level: 0) {
      files[tile.entryPath] = entries[tile.range].flatMap { [0, 32] + $0.bytes }
    }
    var (hashes, level) = (leaves, 0)
    while !hashes.isEmpty {
      for tile in Tile.all(count: hashes.count, level: level) {
        files[tile.path] = hashes[tile.range].flatMap(\.bytes)
      }
      // The level above has only the roots of full tiles.
      hashes = (0..<hashes.count / Tile.mostHashes).map { place in
        let first = place * Tile.mostHashes
        return MerkleTree(Array(hashes[first..<first + Tile.mostHashes])).root
      }
      level += 1
    }
    return files
  }

  /// The entries of a bundle, each of which follows its length in two bytes; `nil` where the bundle
  /// is malformed.
  private static func entries(of bundle: [UInt8]) -> [Digest]? {
    guard bundle.count.isMultiple(of: 34) else { return nil }
    let roots = stride(from: 0, to: bundle.count, by: 34).compactMap { place -> Digest? in
      bundle[place] == 0 && bundle[place + 1] == 32
        ? Digest(exactly: bundle[place + 2..<place + 34]) : nil
    }
    return roots.count == bundle.count / 34 ? roots : nil
  }
}

/// A log with its signed checkpoint.
package struct SignedLog: Hashable, Sendable {
  package let log: TileLog
  package let checkpoint: Checkpoint

  /// Reads and checks every file of a log's folder.
  ///
  /// - Parameters:
  ///   - keys: The keys that may have signed the checkpoint.
  ///   - read: Returns the bytes of a file, by its path in the folder; `nil` where there is none.
  package init(
    trusting keys: [PublicKey], _ read: (String) -> [UInt8]?
  ) throws(LogFault) {
    guard let checkpoint = read(TileLog.checkpointName).flatMap({ Checkpoint($0) }),
      checkpoint.size <= TileLog.mostEntries
    else { throw .checkpoint }
    guard keys.contains(where: checkpoint.isSigned) else { throw .untrusted }
    (log, self.checkpoint) = (try TileLog(checkpoint, read), checkpoint)
  }
}

/// Hashes of one level of the tree that are stored in one file.
private struct Tile {
  static let mostHashes = 256

  let level: Int
  let index: Int
  let width: Int

  /// The tiles of a level with `count` hashes; the last one may be partial.
  static func all(count: Int, level: Int) -> [Tile] {
    stride(from: 0, to: count, by: mostHashes).map { first in
      Tile(level: level, index: first / mostHashes, width: min(mostHashes, count - first))
    }
  }

  var range: Range<Int> { index * Self.mostHashes..<index * Self.mostHashes + width }

  var path: String { "tile/\(level)/\(suffix)" }
  var entryPath: String { "tile/entries/\(suffix)" }

  /// The index as a path in groups of three digits, all but the last after an `x`, followed by the
  /// width of a partial tile.
  private var suffix: String {
    var groups = [Self.digits(index % 1000)]
    var rest = index / 1000
    while rest > 0 {
      groups.insert("x" + Self.digits(rest % 1000), at: 0)
      rest /= 1000
    }
    let path = groups.joined(separator: "/")
    return width == Self.mostHashes ? path : "\(path).p/\(width)"
  }

  private static func digits(_ number: Int) -> String {
    String(repeating: "0", count: 3 - String(number).count) + String(number)
  }
}
