import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary file without a name, for nested archives and for the sets of very large logs.
final class SpooledFile {
  let descriptor: Int32

  /// Opens an empty temporary file.
  ///
  /// - Throws: `DaymarkError` with `file.unwritable`.
  init(in files: any InputFiles) throws { descriptor = try files.makeScratchFile() }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `DaymarkError` with `file.unwritable`, for example where the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DaymarkError(unspoolable: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

extension SpooledFile {
  /// Copies a member that is an archive.
  ///
  /// - Parameters:
  ///   - head: The bytes of it that were already read.
  ///   - depth: The number of archives around it.
  /// - Throws: `DaymarkError` with `archive.limit` or `file.unwritable`.
  convenience init(
    _ head: UnsafeRawBufferPointer, _ member: inout ArchiveReader, depth: Int
  ) throws {
    let (budget, location) = (member.budget, member.location)
    try DaymarkError.check(depth, .nestedDepth, budget.limits.nestedDepth, at: location)
    // A failed attempt costs as much, so it is counted too.
    try budget.spend(1, of: .nestedArchives, at: location)
    try self.init(in: budget.files)
    var size = 0
    func append(_ part: UnsafeRawBufferPointer) throws {
      size += part.count
      try budget.spend(part.count, of: .nestedBytes, at: location)
      try write(part)
    }
    do {
      try append(head)
      try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
        while case let count = try member.read(into: buffer), count > 0 {
          try append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        }
      }
    } catch {
      // The temporary file is deleted here.
      budget.refund(size, of: .nestedBytes)
      throw error
    }
  }
}
