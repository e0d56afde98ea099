import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// Reads an archive whose digest nobody needs before it is read, while another thread makes that.
///
/// - Parameters:
///   - path: An archive, a compressed or plain file, or a folder.
///   - read: Given the archive, whose digest means nothing yet.
/// - Returns: What `read` returns, and the digest.
/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`, or with `file.changed` when the archive was
///   changed meanwhile; what `read` throws; `CancellationError`.
func whileHashing<Result>(
  _ path: String, read: (ArchiveIdentity) throws -> Result
) throws -> (result: Result, digest: Digest) {
  let (result, identity) = try readAndIdentify(path) { stamp in
    try read(
      ArchiveIdentity(
        path: path, stamp: stamp.text, digest: Digest(of: []), bytes: stamp.bytes))
  }
  return (result, identity.digest)
}
