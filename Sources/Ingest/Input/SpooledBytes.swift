import DaymarkModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Bytes in a file without a name, which is made when the first are put into it.
package final class SpooledBytes: ByteStore {
  private struct Spool {
    var file: SpooledFile?
    var count = 0
    /// Whether nothing more can be put there, as when the disk is full.
    var isFull = false
  }

  private let spool = Mutex(Spool())
  private let files: any InputFiles

  /// - Parameter files: Makes the file.
  package init(_ files: any InputFiles) { self.files = files }

  /// Puts bytes behind the others.
  ///
  /// - Returns: `nil` when the disk is full, or no file can be made.
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
        // Part of them may stand there.
        spool.isFull = true
        return nil
      }
    }
  }

  /// The bytes that were put there.
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
        // It was written a moment ago, and nobody else can open it: the disk itself fails.
        guard let read, read > 0 else { preconditionFailure("A temporary file cannot be read.") }
        count += read
      }
    }
  }
}
