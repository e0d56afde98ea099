import CDaymarkArchive
import DaymarkModel

/// An input, as what its first bytes say it is.
struct InputContainer {
  enum Kind {
    /// One file, compressed or not.
    case single
    /// A zip or a folder.
    case members(MemberArchive)
  }

  private let path: String
  /// The input as the user named it, without the folders before it.
  let name: String
  /// The name in messages.
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
    let head = try [UInt8](unsafeUninitializedCapacity: zipSignature.count) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if head.isEmpty { throw DaymarkError(.archiveTruncated, at: place) { $0.reason = .empty } }
    // A zip without members begins with its end.
    if head == [0x50, 0x4B, 5, 6] { throw DaymarkError(.archiveUnrecognised, at: place) }
    guard zipSignature.starts(with: head) else { return .single }
    let zip = MemberArchive.Storage.zip(path: path)
    return .members(try MemberArchive(zip, at: place, budget: budget))
  }

  /// A single file, ready to be read.
  func openSingle() throws -> ArchiveReader {
    let place = InputLocation(file: shownName)
    return try ArchiveReader(
      InputFile(of: path, in: budget.files, at: place), kind: DAYMARK_ARCHIVE_SINGLE, at: place,
      budget: budget)
  }
}
