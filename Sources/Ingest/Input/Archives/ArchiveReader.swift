import CDaymarkArchive
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A reader of an archive's members, one after another.
///
/// Each is decompressed as it is read, within limits.
struct ArchiveReader: ~Copyable {
  private let archive: OpaquePointer
  /// The file of `archive`, which this reader keeps open; `nil` where another reader does.
  private let file: InputFile?
  let budget: ReadBudget
  private let hasNames: Bool
  /// The prefix of member paths in a nested archive: `outer/inner.zip!`.
  private let entryPrefix: String
  /// The location of the present member, for messages.
  private(set) var location: InputLocation
  /// Whether the member is read as a document, and not only its beginning.
  private var isDocument = false
  /// The number of decompressed bytes of the member so far.
  private(set) var bytesRead: Int64 = 0
  /// The number of bytes of intermediate decompression layers that were counted.
  private var between: Int64 = 0
  /// The members so far.
  private var memberCount = 0
  /// The fingerprint of the decompressed bytes; `nil` where the member is not read as a document.
  private var fingerprint: DocumentFingerprint?
  /// The thread that reads ahead; `nil` where there is none.
  private var ahead: OpaquePointer?
  private var mayReadAhead = false
  /// The start of the member, in the units of ``position``.
  private(set) var memberStart: Int64 = 0
  private var isAtEnd = false
  /// The expected number of bytes of the member; negative where it is unknown.
  private var size: Int64 = -1
  /// The damage of the member, which is known only at its end.
  private(set) var damage: FindingCode?

  init(
    _ file: consuming InputFile, kind: daymark_archive_kind, at location: InputLocation,
    budget: ReadBudget
  ) throws {
    let archive = daymark_archive_open(file.descriptor, kind)
    try self.init(archive, of: file, kind: kind, at: location, budget: budget)
  }

  /// Makes a reader.
  ///
  /// `spooled` must remain valid for its lifetime.
  init(
    _ spooled: SpooledFile, kind: daymark_archive_kind, at location: InputLocation,
    budget: ReadBudget
  ) throws {
    let archive = daymark_archive_open(spooled.descriptor, kind)
    try self.init(archive, of: nil, kind: kind, at: location, budget: budget)
  }

  /// Makes a reader of the decompressed current member of `outer`.
  ///
  /// `outer` must not be used, and must remain valid, during the lifetime of this reader.
  init(memberOf outer: borrowing ArchiveReader) throws {
    let archive = daymark_archive_open_member(outer.archive)
    try self.init(
      archive, of: nil, kind: DAYMARK_ARCHIVE_SINGLE, at: outer.location, budget: outer.budget)
    memberStart = outer.memberStart
  }

  private init(
    _ archive: OpaquePointer?, of file: consuming InputFile?, kind: daymark_archive_kind,
    at location: InputLocation, budget: ReadBudget
  ) throws {
    guard let archive else {
      throw DaymarkError(.archiveLimit, at: location) { $0.limit = .parserMemory }
    }
    self.archive = archive
    self.file = file
    self.location = location
    self.budget = budget
    hasNames = kind != DAYMARK_ARCHIVE_SINGLE
    entryPrefix = location.entry.map { $0 + "!" } ?? ""
    let limits = budget.limits
    daymark_archive_limit(
      archive, Int64(limits.ratioFloorBytes), Int64(limits.compressionRatio))
  }

  deinit {
    daymark_ahead_stop(ahead)
    daymark_archive_close(archive)
  }

  /// The number of bytes of the archive that were read so far.
  var position: Int64 {
    ahead.map { daymark_ahead_position($0) } ?? daymark_archive_position(archive)
  }

  struct Member {
    /// The path; `nil` where the archive states no readable one.
    var path: String?
    var isFile: Bool
    var isEncrypted: Bool
    /// Whether the member is a link that leads out of the input.
    var leadsOut = false
  }

  enum Step {
    case member(Member)
    case end
    case broken
  }

  /// Moves to the next member of a zip.
  ///
  /// The member of a single file is available from the beginning.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`, or with `archive.limit` where the skipped
  ///   data is too large.
  mutating func next() throws -> Step {
    var entry = daymark_archive_entry()
    stopReadingAhead()
    let status = daymark_archive_next(archive, &entry)
    try budget.unpack(takeBetween(), at: location)
    // This comes after the call, because the reader of a zip is known only from the directory at
    // the archive's end.
    (bytesRead, memberStart, isAtEnd, damage) = (0, position, false, nil)
    (isDocument, fingerprint, size) = (false, nil, entry.size)
    switch status {
    case DAYMARK_ARCHIVE_OK:
      let path =
        hasNames
        ? entry.path.map {
          String(
            systemPath: UnsafeBufferPointer(start: $0, count: strlen($0)).map(
              UInt8.init(bitPattern:)))
        } : nil
      memberCount += 1
      location.entry = path.map { entryPrefix + shown($0) } ?? location.entry
      return .member(
        Member(
          path: path, isFile: entry.is_file, isEncrypted: entry.is_encrypted,
          leadsOut: entry.link.map { MemberPath(path).leadsOut(along: String(cString: $0)) }
            ?? false))
    case DAYMARK_ARCHIVE_END: return .end
    case DAYMARK_ARCHIVE_UNREADABLE: throw unreadable
    case DAYMARK_ARCHIVE_ENCRYPTED: throw DaymarkError(.archiveEncrypted, at: location)
    case DAYMARK_ARCHIVE_RATIO: throw unpacksToTooMuch
    default: return .broken
    }
  }

  private func shown(_ path: String) -> String {
    budget.limits.showsNames ? path : MemberPath(path).shown(number: memberCount)
  }

  /// Begins to read the member as a document from its first byte.
  ///
  /// A large document is decompressed on another thread, and by ISA-L if possible. The results do
  /// not depend on that.
  mutating func beginDocument() {
    isDocument = true
    fingerprint = DocumentFingerprint()
    guard let large = budget.largeBytes else { return }
    mayReadAhead = true
    // At the limit of compression, libarchive determines the number of bytes before the error.
    // ISA-L is therefore used only well below the limit, and not at all where small documents are
    // limited too.
    let limits = budget.limits
    guard size >= large, limits.ratioFloorBytes >= ReadLimits().ratioFloorBytes else { return }
    _ = daymark_archive_inflate(archive, Int64(limits.compressionRatio / 2))
  }

  /// The fingerprint of the bytes that were read since ``beginDocument()``.
  var digest: Digest? { fingerprint?.digest }

  /// Fills `buffer` from the member, only partly at its end.
  ///
  /// - Throws: `DaymarkError` with `archive.limit` or `file.unreadable`.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isAtEnd, buffer.count > 0 else { return 0 }
    let (status, count) = fill(buffer)
    fingerprint?.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    bytesRead += Int64(count)
    isAtEnd = status != DAYMARK_ARCHIVE_OK
    if isAtEnd { stopReadingAhead() }
    try budget.unpack(max(count, takeBetween()), at: location)
    if isDocument { try budget.spend(count, of: .documentBytes, at: location) }
    try checkRatio()
    switch status {
    case DAYMARK_ARCHIVE_MISMATCH: damage = .archiveCRCMismatch
    case DAYMARK_ARCHIVE_TRUNCATED: damage = .archiveTruncated
    case DAYMARK_ARCHIVE_FAILED: damage = .archiveUnreadable
    case DAYMARK_ARCHIVE_METHOD: damage = .archiveMethod
    case DAYMARK_ARCHIVE_ENCRYPTED: damage = .archiveEncrypted
    case DAYMARK_ARCHIVE_UNREADABLE: throw unreadable
    case DAYMARK_ARCHIVE_RATIO: throw unpacksToTooMuch
    default: break
    }
    return count
  }

  /// Returns the number of bytes of intermediate decompression layers that are not yet counted; 0
  /// while another thread adds to them.
  private mutating func takeBetween() -> Int {
    guard ahead == nil else { return 0 }
    let sum = daymark_archive_between(archive)
    defer { between = sum }
    return Int(sum - between)
  }

  /// Whether the archive has a checksum for the bytes of the member.
  var hasChecksum: Bool { daymark_archive_has_checksum(archive) }

  /// The details of the member's damage, in addition to its code.
  var damageFacts: Finding.Facts {
    Finding.Facts { facts in
      if damage == .archiveMethod {
        facts.method = String(cString: daymark_archive_method(archive))
      }
    }
  }

  private var unreadable: DaymarkError {
    DaymarkError(.fileUnreadable, at: location, system: daymark_archive_system_error(archive))
  }

  /// Reads the rest of the member, because its checksum is known only at its end.
  mutating func finish() throws {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while try read(into: buffer) > 0 {}
    }
  }

  private mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> (status: daymark_archive_status, count: Int) {
    var count = 0
    if ahead == nil { beginReadingAhead() }
    if let ahead {
      return (daymark_ahead_read(ahead, buffer.baseAddress, buffer.count, &count), count)
    }
    return (daymark_archive_read(archive, buffer.baseAddress, buffer.count, &count), count)
  }

  /// Begins to read ahead if the document is known to be large, because a thread costs more than a
  /// small document.
  private mutating func beginReadingAhead() {
    guard mayReadAhead, let large = budget.largeBytes, max(size, bytesRead) >= large else { return }
    mayReadAhead = false
    ahead = daymark_ahead_start(archive)
  }

  private mutating func stopReadingAhead() {
    mayReadAhead = false
    daymark_ahead_stop(ahead)
    ahead = nil
  }

  private func checkRatio() throws {
    let limits = budget.limits
    if bytesRead > limits.ratioFloorBytes,
      Int(bytesRead / max(1, position - memberStart)) > limits.compressionRatio
    {
      throw unpacksToTooMuch
    }
  }

  private var unpacksToTooMuch: DaymarkError {
    DaymarkError(
      .archiveLimit, at: location, limit: .compressionRatio, budget.limits.compressionRatio)
  }
}

/// Loads ISA-L, a faster decompressor, for a process that cannot load libraries later.
///
/// - Returns: Whether ISA-L was available, now and at build time.
@discardableResult
package func loadISAL() -> Bool { daymark_archive_load_inflater() }
