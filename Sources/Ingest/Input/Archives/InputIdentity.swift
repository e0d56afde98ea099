package import DaymarkModel
import Foundation

/// The digest and size by which an input is told from others.
package struct InputIdentity: Hashable, Sendable {
  /// SHA-256 of the archive; of a folder, of its sorted `sha256  relative/path` lines.
  package let digest: Digest
  /// Size of the archive, or of a folder's files together.
  package let bytes: Int64

  /// Makes the identity of an input that was hashed before.
  package init(digest: Digest, bytes: Int64) {
    (self.digest, self.bytes) = (digest, bytes)
  }

  /// Reads every byte of an archive or a folder.
  ///
  /// - Parameter check: Called for every piece; an error of it ends the reading.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; what `check` throws.
  package init(ofInputAt path: String, check: () throws -> Void = {}) throws {
    guard try isFolder(path) else {
      try self.init(ofFile: path.systemPath, at: InputLocation(file: path), check)
      return
    }
    var lines: [[UInt8]] = []
    var total: Int64 = 0
    for file in try FolderFile.all(below: path) {
      let place = InputLocation(file: path, entry: file.name)
      let part = try InputIdentity(ofFile: file.systemPath(in: path), at: place, check)
      lines.append(Array("\(part.digest.hex)  ".utf8) + file.relativePath + [UInt8(ascii: "\n")])
      total += part.bytes
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    self.init(digest: Digest(of: lines.joined()), bytes: total)
  }

  private init(ofFile path: [CChar], at place: InputLocation, _ check: () throws -> Void) throws {
    let file = try InputFile(path: path, at: place)
    var hasher = DigestHasher()
    var total: Int64 = 0
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while case let count = try file.read(into: buffer), count > 0 {
        try check()
        hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        total += Int64(count)
      }
    }
    (digest, bytes) = (hasher.finish(), total)
  }
}
