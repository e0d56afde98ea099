public import DaymarkModel
import Foundation

/// The SHA-256 and size of an archive; of a folder, the digest of its sorted `sha256  relative/path`
/// lines and the size of its files together.
///
/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
public func inputDigest(ofInputAt path: String) throws -> (digest: Digest, bytes: Int64) {
  let place = InputLocation(file: path)
  guard try isFolder(path) else { return try fileDigest(Array(path.utf8CString), at: place) }
  var lines: [[UInt8]] = []
  var total: Int64 = 0
  for file in try FolderFile.all(below: path) {
    let place = InputLocation(file: path, entry: file.name)
    let (digest, bytes) = try fileDigest(file.systemPath(in: path), at: place)
    lines.append(Array("\(digest.hex)  ".utf8) + file.relativePath + [UInt8(ascii: "\n")])
    total += bytes
  }
  lines.sort { $0.lexicographicallyPrecedes($1) }
  return (Digest(of: lines.joined()), total)
}

private func fileDigest(
  _ path: [CChar], at place: InputLocation
) throws -> (digest: Digest, bytes: Int64) {
  guard let file = fopen(path, "rb") else {
    throw DaymarkError(.fileUnreadable, at: place, system: errno)
  }
  defer { fclose(file) }
  var hasher = DigestHasher()
  var total: Int64 = 0
  try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
    while true {
      let count = fread(buffer.baseAddress, 1, buffer.count, file)
      if count == 0 { break }
      hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += Int64(count)
    }
    guard ferror(file) == 0 else {
      throw DaymarkError(.fileUnreadable, at: place, system: errno)
    }
  }
  return (hasher.finish(), total)
}
