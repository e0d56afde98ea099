import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file without a name that goes away with this value: the only thing ever unpacked to disk.
final class SpooledFile {
  let descriptor: Int32

  /// - Throws: `DaymarkError` with `file.unwritable`.
  init() throws {
    let folder = Self.folder
    // mkstemp asks for six X, and writes a name that nobody has over them.
    var path = Array("\(folder)/daymark-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.unwritable(errno) }
    unlink(path)
  }

  deinit { close(descriptor) }

  private static var folder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  private static func unwritable(_ code: Int32) -> DaymarkError {
    var error = DaymarkError(.fileUnwritable, at: InputLocation(file: folder), system: code)
    error.finding.facts.reason = .spool
    return error
  }

  /// Appends bytes.
  ///
  /// - Throws: `DaymarkError` with `file.unwritable`, as when the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.unwritable(errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

/// Spools archives that lie in others, within the limits of an input.
struct ArchiveSpool {
  private let limits: ReadLimits
  private var archives = 0
  private var bytes: Int64 = 0

  init(limits: ReadLimits) { self.limits = limits }

  /// Copies a member to a spooled file.
  ///
  /// - Parameters:
  ///   - head: What has been read of it already.
  ///   - depth: How many archives it lies in.
  /// - Throws: `DaymarkError` with `archive.limit`, or `file.unwritable`.
  mutating func spool(
    _ head: UnsafeRawBufferPointer, _ member: inout ArchiveReader, depth: Int
  ) throws -> SpooledFile {
    if depth > limits.nestedDepth {
      throw DaymarkError(
        .archiveLimit, at: member.location, limit: .nestedDepth, limits.nestedDepth)
    }
    guard archives < limits.nestedArchives else {
      throw DaymarkError(
        .archiveLimit, at: member.location, limit: .nestedArchives, limits.nestedArchives)
    }
    // One that fails has cost as much.
    archives += 1
    let file = try SpooledFile()
    let before = bytes
    do {
      try copy(head, &member, to: file)
    } catch {
      // Its file goes away.
      bytes = before
      throw error
    }
    return file
  }

  private mutating func copy(
    _ head: UnsafeRawBufferPointer, _ member: inout ArchiveReader, to file: SpooledFile
  ) throws {
    try write(head, to: file, at: member.location)
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while case let count = try member.read(into: buffer), count > 0 {
        let part = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
        try write(part, to: file, at: member.location)
      }
    }
  }

  private mutating func write(
    _ part: UnsafeRawBufferPointer, to file: SpooledFile, at location: InputLocation
  ) throws {
    bytes += Int64(part.count)
    if bytes > limits.nestedBytes {
      throw DaymarkError(.archiveLimit, at: location, limit: .nestedBytes, limits.nestedBytes)
    }
    try file.write(part)
  }
}
