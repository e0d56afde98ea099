package import DaymarkModel
import Foundation

/// The digest and size that identify an input.
package struct InputIdentity: Hashable, Sendable {
  /// The SHA-256 of an archive; of a folder, of its sorted lines `sha256  relative/path`; of a link
  /// that leads out, of its target.
  package let digest: Digest
  /// The size of the archive, or the total size of the folder's files.
  package let bytes: Int64

  package init(digest: Digest, bytes: Int64) {
    (self.digest, self.bytes) = (digest, bytes)
  }

  /// Reads every byte of an archive or a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the input.
  ///   - files: The access to files.
  ///   - check: The function that is called for each piece. Its errors end the reading.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; the errors of `check`.
  package init(
    ofInputAt path: String, in files: any InputFiles = SystemFiles(),
    check: () throws -> Void = {}
  ) throws {
    guard let members = try files.files(of: path) else {
      try self.init(InputFile(of: path, in: files, at: InputLocation(file: path)), check)
      return
    }
    if let link = members.first, link.relativePath.isEmpty {
      self.init(link: link.target ?? [])
      return
    }
    var lines: [[UInt8]] = []
    var total: Int64 = 0
    for file in members {
      let place = InputLocation(file: path, entry: file.name)
      let part =
        try file.target.map(InputIdentity.init(link:))
        ?? InputIdentity(InputFile(file, of: path, in: files, at: place), check)
      lines.append(Array("\(part.digest.hex)  ".utf8) + file.relativePath + [UInt8(ascii: "\n")])
      total += part.bytes
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    self.init(digest: Digest(of: lines.joined()), bytes: total)
  }

  /// Reads the first bytes of a file.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; what `check` throws.
  package init(
    ofFirst bytes: Int64, ofFileAt path: String, in files: any InputFiles,
    check: () throws -> Void
  ) throws {
    let place = InputLocation(file: path)
    try self.init(InputFile(of: path, in: files, at: place), atMost: bytes, check)
  }

  /// Makes the identity of a link that is not followed.
  private init(link target: [UInt8]) { self.init(digest: Digest(of: target), bytes: 0) }

  private init(
    _ file: consuming InputFile, atMost most: Int64 = .max, _ check: () throws -> Void
  ) throws {
    var hasher = DigestHasher()
    var total: Int64 = 0
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while case let read = try file.read(into: buffer), read > 0, total < most {
        try check()
        let count = Int(min(Int64(read), most - total))
        hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        total += Int64(count)
      }
    }
    (digest, bytes) = (hasher.finish(), total)
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// The state of an input in the file system.
///
/// While it does not change, the bytes are assumed not to change.
package struct InputStamp: Hashable, Sendable {
  /// The size, times in nanoseconds and inode; of a folder, a digest of all its entries; of a link
  /// that leads out, its target.
  package var text: String
  /// The size of the archive, or the total size of the folder's files.
  package var bytes: Int64
  package var isFolder: Bool

  package init(text: String, bytes: Int64, isFolder: Bool) {
    (self.text, self.bytes, self.isFolder) = (text, bytes, isFolder)
  }

  /// Reads the state of an input; of a link that leads out of the folder, only where it leads.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  package init(ofInputAt path: String, in files: SystemFiles = SystemFiles()) throws {
    if let target = try files.linkOutside(path)?.target {
      (text, bytes, isFolder) = ("link \(Digest(of: target).hex)", 0, false)
      return
    }
    let status = try inputStatus(path)
    isFolder = status.isFolder
    guard status.isFolder else {
      (text, bytes) = (Self.text(of: status), Int64(status.st_size))
      return
    }
    var states: [(path: [UInt8], text: String)] = []
    var total: Int64 = 0
    try FolderFile.visit(below: path, in: files) { file, status in
      if status.isRegularFile { total += Int64(status.st_size) }
      states.append((file.relativePath, Self.text(of: status)))
    }
    states.sort { $0.path.lexicographicallyPrecedes($1.path) }
    var hasher = DigestHasher()
    for state in states { hasher.update(Array("\(state.text) ".utf8) + state.path + [0]) }
    (text, bytes) = (hasher.finish().hex, total)
  }

  private static func text(of status: stat) -> String {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
      + " \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino)"
  }
}

/// Returns an absolute path, without `.` and `..`.
package func absolutePath(_ path: String) -> String {
  // Most paths are absolute, and making one absolute requires a system call.
  let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  let isPlain = parts.dropFirst().allSatisfy { part in
    !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
  }
  if isPlain, path.hasPrefix("/") { return path }
  if isPlain, parts.first?.isEmpty == false, !path.hasPrefix("."), !path.hasPrefix("~") {
    let folder = FileManager.default.currentDirectoryPath
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
  return URL(fileURLWithPath: path).standardizedFileURL.path
}

/// Returns the name of an input, which is the last part of its path.
package func inputName(of path: String) -> String {
  // A URL would check for a folder, and a reader process has no access to it.
  guard path.hasPrefix("/") else { return URL(fileURLWithPath: path).lastPathComponent }
  return path.split(separator: "/").last.map(String.init) ?? path
}

/// Returns the name of an input for messages.
///
/// A name that may contain an address is replaced by its ending and number.
package func inputName(_ name: String, number: Int) -> String {
  MemberPath(name).shown(number: number)
}
