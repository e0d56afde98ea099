public import DaymarkModel
import Foundation

/// The SHA-256 and size of an archive; of a folder, the digest of its sorted `sha256  relative/path`
/// lines and the size of its files together.
///
/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
public func inputDigest(ofInputAt path: String) throws -> (digest: Digest, bytes: Int64) {
  guard try isFolder(path) else { return try fileDigest(path, at: InputLocation(file: path)) }
  var lines: [String] = []
  var total: Int64 = 0
  for relative in try filesBelow(path) {
    let place = InputLocation(file: path, entry: relative)
    let (digest, bytes) = try fileDigest(path + "/" + relative, at: place)
    lines.append("\(digest.hex)  \(relative)\n")
    total += bytes
  }
  lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  return (Digest(of: lines.joined().utf8), total)
}

private func fileDigest(
  _ path: String, at place: InputLocation
) throws -> (digest: Digest, bytes: Int64) {
  guard let file = fopen(path, "rb") else {
    throw DaymarkError(.fileUnreadable, at: place, facts: systemFacts(errno))
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
      throw DaymarkError(.fileUnreadable, at: place, facts: systemFacts(errno))
    }
  }
  return (hasher.finish(), total)
}

/// Whether `path` is a folder, or else a file of bytes.
///
/// - Throws: `DaymarkError` with `file.missing` when there is nothing there, or `file.unreadable` when
///   it is a device or a pipe, which might never end.
func isFolder(_ path: String) throws -> Bool {
  let place = InputLocation(file: path)
  var status = stat()
  guard stat(path, &status) == 0 else {
    let code = errno
    throw DaymarkError(
      code == ENOENT ? .fileMissing : .fileUnreadable, at: place, facts: systemFacts(code))
  }
  switch status.st_mode & S_IFMT {
  case S_IFDIR: return true
  case S_IFREG: return false
  default: throw DaymarkError(.fileUnreadable, at: place, facts: systemFacts(ENOTSUP))
  }
}

/// Paths of the regular files below a folder, relative to it, ascending.
func filesBelow(_ folder: String) throws -> [String] {
  guard let walk = FileManager.default.enumerator(atPath: folder) else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: folder))
  }
  var files: [String] = []
  while let relative = walk.nextObject() as? String {
    if walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular { files.append(relative) }
  }
  return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// What the operating system said, as facts of a finding.
func systemFacts(_ code: Int32) -> [String: String] {
  ["system": String(cString: strerror(code))]
}
