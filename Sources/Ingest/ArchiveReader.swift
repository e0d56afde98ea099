import CDaymarkArchive
import DaymarkModel

/// An archive read member by member, each decompressed as it is read, within limits.
struct ArchiveReader: ~Copyable {
  private let archive: OpaquePointer
  private let limits: ReadLimits
  private let hasNames: Bool
  /// The member that is being read, for messages.
  private(set) var location: InputLocation
  private var bytesRead: Int64 = 0
  private var memberStart: Int64 = 0
  private var isAtEnd = false
  /// What is wrong with the member, known at its end.
  private(set) var damage: FindingCode?

  /// `nil` when the file is no archive of the kind.
  init?(path: [CChar], kind: daymark_archive_kind, at location: InputLocation, limits: ReadLimits) {
    guard let archive = daymark_archive_open(path, kind) else { return nil }
    self.archive = archive
    self.location = location
    self.limits = limits
    hasNames = kind != DAYMARK_ARCHIVE_SINGLE
  }

  deinit { daymark_archive_close(archive) }

  /// Bytes of the archive read so far.
  var position: Int64 { daymark_archive_position(archive) }

  struct Member {
    /// `nil` when the archive gives no readable name.
    var path: String?
    var isFile: Bool
    var isEncrypted: Bool
  }

  enum Step {
    case member(Member)
    case end
    case broken
  }

  /// Moves to the next member.
  mutating func next() -> Step {
    var entry = daymark_archive_entry()
    let status = daymark_archive_next(archive, &entry)
    // After the call: a zip's reader comes from the directory at the archive's end.
    (bytesRead, memberStart, isAtEnd, damage) = (0, position, false, nil)
    switch status {
    case DAYMARK_ARCHIVE_OK:
      // Bytes that are no UTF-8 are shown with replacement characters.
      let path = hasNames ? entry.path.map { String(cString: $0) } : nil
      location.entry = path ?? location.entry
      return .member(Member(path: path, isFile: entry.is_file, isEncrypted: entry.is_encrypted))
    case DAYMARK_ARCHIVE_END: return .end
    default: return .broken
    }
  }

  /// Fills `buffer` from the member, or less of it at its end.
  ///
  /// - Throws: `DaymarkError` with `archive.limit`.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isAtEnd, buffer.count > 0 else { return 0 }
    var count = 0
    let status = daymark_archive_read(archive, buffer.baseAddress, buffer.count, &count)
    bytesRead += Int64(count)
    try checkLimits()
    isAtEnd = status != DAYMARK_ARCHIVE_OK
    switch status {
    case DAYMARK_ARCHIVE_MISMATCH: damage = .archiveCRCMismatch
    case DAYMARK_ARCHIVE_TRUNCATED: damage = .archiveTruncated
    case DAYMARK_ARCHIVE_FAILED: damage = .archiveUnreadable
    default: break
    }
    return count
  }

  private func checkLimits() throws {
    if bytesRead > limits.documentBytes {
      throw DaymarkError(.archiveLimit, at: location, limit: "documentBytes", limits.documentBytes)
    }
    if bytesRead > limits.ratioFloorBytes,
      bytesRead / max(1, position - memberStart) > limits.compressionRatio
    {
      throw DaymarkError(
        .archiveLimit, at: location, limit: "compressionRatio", limits.compressionRatio)
    }
  }
}
