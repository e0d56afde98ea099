import CDaymarkArchive

/// Writes a zip member by member; the same members give the same bytes.
struct ZipWriter: ~Copyable {
  private let writer: OpaquePointer
  private let path: String?

  /// - Parameter path: Where to write it; `nil` keeps it in memory.
  init(path: String? = nil) throws(SampleError) {
    guard let writer = daymark_archive_writer_open(path) else {
      throw SampleError.unwritable(path ?? "memory")
    }
    self.writer = writer
    self.path = path
  }

  deinit { daymark_archive_writer_free(writer) }

  /// Begins a member.
  ///
  /// - Parameter size: Its length in bytes, when it is known.
  func begin(_ name: String, size: Int? = nil) throws(SampleError) {
    try check(daymark_archive_writer_begin(writer, name, size.map(Int64.init) ?? -1))
  }

  /// Appends to the current member.
  func write(_ bytes: [UInt8]) throws(SampleError) {
    let result = bytes.withUnsafeBytes {
      daymark_archive_writer_write(writer, $0.baseAddress, $0.count)
    }
    try check(result)
  }

  /// Writes the directory.
  ///
  /// - Returns: The zip's bytes, when it is kept in memory.
  consuming func finish() throws(SampleError) -> [UInt8] {
    try check(daymark_archive_writer_finish(writer))
    var count = 0
    guard let bytes = daymark_archive_writer_bytes(writer, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(_ result: Int32) throws(SampleError) {
    if result != 0 { throw SampleError.unwritable(path ?? "memory") }
  }
}

/// An error that stops the writing of samples.
package enum SampleError: Error, Hashable {
  /// The file cannot be written: no such folder, no permission, disk full.
  case unwritable(String)
}
