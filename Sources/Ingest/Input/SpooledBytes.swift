import DaymarkModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Bytes in a temporary file without a name, which is made when the first bytes are added.
package final class SpooledBytes: ByteStore {
  private struct Spool {
    var file: SpooledFile?
    var count = 0
    /// Whether no more bytes can be added, for example because the disk is full.
    var isFull = false
  }

  private let spool = Mutex(Spool())
  private let files: any InputFiles

  /// Begins without bytes; `files` makes the temporary file when it is needed.
  package init(_ files: any InputFiles) { self.files = files }

  /// Appends bytes.
  ///
  /// - Returns: Their range; `nil` where the disk is full, or no file can be made.
  package func append(_ bytes: [UInt8]) -> Range<Int>? {
    spool.withLock { spool in
      if spool.isFull { return nil }
      do {
        let file = try spool.file ?? SpooledFile(in: files)
        spool.file = file
        try bytes.withUnsafeBytes { try file.write($0) }
        spool.count += bytes.count
        return spool.count - bytes.count..<spool.count
      } catch {
        // A part of the bytes may have been written.
        spool.isFull = true
        return nil
      }
    }
  }

  /// Returns the bytes in a range.
  package func bytes(at range: Range<Int>) -> [UInt8] {
    let file = spool.withLock(\.file)
    return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        let read = file.map {
          pread($0.descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        }
        if read == -1, errno == EINTR { continue }
        // The bytes were written a moment ago, and no other program can open the file, so the disk
        // itself fails.
        guard let read, read > 0 else { preconditionFailure("A temporary file cannot be read.") }
        count += read
      }
    }
  }
}
