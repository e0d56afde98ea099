import CDaymarkArchive
import DaymarkModel

/// An input with the kind that its first bytes show.
struct InputContainer {
  enum Kind {
    /// A single file, compressed or not.
    case single
    /// An archive or a folder.
    case members(MemberArchive)
  }

  private let path: String
  /// The name of the input that the user gave, without its folders.
  let name: String
  /// The name for messages.
  let shownName: String
  let kind: Kind
  let budget: ReadBudget

  init(path: String, number: Int, budget: ReadBudget) throws {
    self.path = path
    self.budget = budget
    name = inputName(of: path)
    shownName = budget.limits.showsNames ? name : inputName(name, number: number)
    let place = InputLocation(file: shownName)
    if let files = try budget.files.files(of: path) {
      let storage = MemberArchive.Storage.folder(path: path, files)
      kind = .members(try MemberArchive(storage, at: place, budget: budget))
    } else {
      kind = try Self.kind(ofFile: path, at: place, budget: budget)
    }
  }

  private static func kind(
    ofFile path: String, at place: InputLocation, budget: ReadBudget
  ) throws -> Kind {
    let file = try InputFile(of: path, in: budget.files, at: place)
    let head = try [UInt8](unsafeUninitializedCapacity: PackedKind.headBytes) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if head.isEmpty { throw DaymarkError(.archiveTruncated, at: place) { $0.reason = .empty } }
    // A zip without members begins with its end record.
    if head.starts(with: [0x50, 0x4B, 5, 6]) {
      throw DaymarkError(.archiveUnrecognised, at: place)
    }
    // A zip that is cut within its first bytes is still recognized.
    var kind = zipSignature.starts(with: head) ? PackedKind.zip : nil
    if kind == nil {
      kind = try head.withUnsafeBytes {
        try PackedKind(head: $0, name: inputName(of: path), at: place)
      }
    }
    if kind == nil, PackedKind.isGzip(head), try isArchiveInGzip(path, at: place, budget) {
      kind = .other
    }
    guard let kind else { return .single }
    return .members(
      try MemberArchive(.file(path: path, nil, kind), at: place, budget: budget))
  }

  /// Whether a gzip contains an archive, or compressed data again.
  private static func isArchiveInGzip(
    _ path: String, at place: InputLocation, _ budget: ReadBudget
  ) throws -> Bool {
    var reader = try ArchiveReader(
      InputFile(of: path, in: budget.files, at: place), kind: DAYMARK_ARCHIVE_SINGLE, at: place,
      budget: budget)
    return try withUnsafeTemporaryAllocation(byteCount: PackedKind.headBytes, alignment: 16) {
      let count = try reader.read(into: $0)
      let head = UnsafeRawBufferPointer(rebasing: $0[..<count])
      return try PackedKind.isGzip(head) || PackedKind(head: head, name: "", at: place) != nil
    }
  }

  /// Opens a single file for reading.
  func openSingle() throws -> ArchiveReader {
    let place = InputLocation(file: shownName)
    return try ArchiveReader(
      InputFile(of: path, in: budget.files, at: place), kind: DAYMARK_ARCHIVE_SINGLE, at: place,
      budget: budget)
  }
}
