import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

/// The archives of a subject as a set: ascending by digest, each digest once.
struct ArchiveSet {
  var archives: [ArchiveIdentity]
  /// Those that had to be hashed, for the store to remember.
  var hashed: [ArchiveIdentity] = []

  /// - Parameter known: The archive at an absolute path as it was when it was last hashed.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  init(_ paths: [String], known: (String) throws -> ArchiveIdentity?) throws {
    archives = []
    for path in paths {
      let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
      if let archive = try known(absolute), archive.isUnchanged {
        archives.append(archive)
        continue
      }
      var archive = try ArchiveIdentity(hashing: path)
      archive.path = absolute
      archives.append(archive)
      if !archive.stamp.isEmpty { hashed.append(archive) }
    }
    archives.sort { a, b in
      guard a.digest == b.digest else { return a.digest < b.digest }
      return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
    // The same archive given twice counts once.
    var distinct: [ArchiveIdentity] = []
    for archive in archives where archive.digest != distinct.last?.digest {
      distinct.append(archive)
    }
    archives = distinct
  }
}

extension ArchiveIdentity {
  /// The archive at a path as it is now, by reading every byte of it.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  init(hashing path: String) throws {
    // Before the bytes, so that a change meanwhile is seen.
    let stamp = ArchiveStamp(of: path)
    let identity = try InputIdentity(ofInputAt: path)
    self.init(
      path: path, stamp: stamp?.text ?? "", digest: identity.digest, bytes: identity.bytes)
  }

  /// Whether the file system says that it is still the archive that was hashed.
  var isUnchanged: Bool { stamp == ArchiveStamp(of: path)?.text ?? "" }
}
