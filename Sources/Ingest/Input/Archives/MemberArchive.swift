import CDaymarkArchive
import DaymarkModel

/// An archive or a folder whose members can be visited several times.
struct MemberArchive {
  enum Storage {
    /// An archive that is the input or a file of a folder.
    case file(path: String, FolderFile? = nil, PackedKind)
    /// An archive from inside another one.
    case spooled(SpooledFile, PackedKind)
    case folder(path: String, [FolderFile])
  }

  let storage: Storage
  /// The location of the input, and of a nested archive in it.
  let location: InputLocation
  /// The number of archives around this one.
  let depth: Int
  /// Whether the archive is the input itself.
  ///
  /// The entry alone does not show this, because an archive inside one without names has none
  /// either.
  var isInput: Bool { depth == 0 && location.entry == nil }
  private let budget: ReadBudget
  /// Whether the archive is a zip without its end, which is read from front to back.
  private(set) var isCut = false

  /// Finds out whether the archive is a zip without its end.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`.
  init(_ storage: Storage, at location: InputLocation, depth: Int = 0, budget: ReadBudget) throws {
    self.storage = storage
    self.location = location
    self.depth = depth
    self.budget = budget
    if case .folder = storage { return }
    guard var archive = try open() else { return }
    if case .member = try archive.next() { return }
    isCut = true
  }

  /// Returns the path of a member in messages and facts.
  ///
  /// - Parameter index: The index of the member, from 0.
  func entry(of member: String?, at index: Int) -> String {
    let path = member ?? ""
    let shown = budget.limits.showsNames ? path : MemberPath(path).shown(number: index + 1)
    return (location.entry.map { $0 + "!" } ?? "") + shown
  }

  /// Returns the path that a member would have if all archives were unpacked in place, without
  /// `.gz`; see ``DocumentHead/path``.
  func unpackedPath(of member: String?) -> String {
    MemberPath(location.entry.map { "\($0)/\(member ?? "")" } ?? member).withoutGzip
  }

  /// Returns the contradictions of a zip.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`.
  func disagreements() throws -> [ZipDisagreement] {
    // A cut archive is already known to be damaged.
    if isCut { return [] }
    switch storage {
    case .file(let path, let file, .zip):
      let file = try InputFile(file, of: path, in: budget.files, at: location)
      return try ZipDisagreement.all(in: file.descriptor, at: location)
    case .spooled(let file, .zip):
      return try ZipDisagreement.all(in: file.descriptor, at: location)
    case .file, .spooled, .folder: return []
    }
  }

  private func open() throws -> ArchiveReader? {
    func kind(_ packed: PackedKind) -> daymark_archive_kind {
      if packed == .other { return DAYMARK_ARCHIVE_PACKED }
      return isCut ? DAYMARK_ARCHIVE_ZIP_STREAM : DAYMARK_ARCHIVE_ZIP
    }
    switch storage {
    case .file(let path, let file, let packed):
      return try ArchiveReader(
        InputFile(file, of: path, in: budget.files, at: location), kind: kind(packed),
        at: location, budget: budget)
    case .spooled(let file, let packed):
      return try ArchiveReader(file, kind: kind(packed), at: location, budget: budget)
    case .folder: return nil
    }
  }

  /// Visits the members in their order, which is always the same.
  ///
  /// - Parameters:
  ///   - last: The index of the last member that is needed.
  ///   - wants: Whether to open a member, by its index.
  ///   - read: The function that receives the index and path of a member, and a reader at its
  ///     beginning that decompresses gzip.
  /// - Returns: Whether the archive ends before its listing, so that members may be missing.
  func walk(
    through last: Int = .max, wanting wants: (Int, ArchiveReader.Member) throws -> Bool,
    read: (Int, String?, inout ArchiveReader) throws -> Void
  ) throws -> Bool {
    if case .folder(let path, let files) = storage {
      try walk(files, of: path, through: last, wanting: wants, read: read)
      return false
    }
    guard var archive = try open() else { return true }
    var index = 0
    while index <= last {
      switch try archive.next() {
      case .end: return isCut
      case .broken: return true
      case .member(let member):
        if try wants(index, member) { try show(member, index, of: &archive, read) }
        index += 1
      }
    }
    return false
  }

  private func show(
    _ member: ArchiveReader.Member, _ index: Int, of zip: inout ArchiveReader,
    _ read: (Int, String?, inout ArchiveReader) throws -> Void
  ) throws {
    guard MemberPath(member.path).isGzip else { return try read(index, member.path, &zip) }
    var document = try ArchiveReader(memberOf: zip)
    try read(index, member.path, &document)
  }

  private func walk(
    _ files: [FolderFile], of folder: String, through last: Int,
    wanting wants: (Int, ArchiveReader.Member) throws -> Bool,
    read: (Int, String?, inout ArchiveReader) throws -> Void
  ) throws {
    for (index, file) in files.enumerated() where index <= last {
      let isLink = file.target != nil
      let member = ArchiveReader.Member(
        path: file.name, isFile: !isLink, isEncrypted: false, leadsOut: isLink)
      guard try wants(index, member), !isLink else { continue }
      var place = location
      place.entry = entry(of: file.name, at: index)
      var reader = try ArchiveReader(
        InputFile(file, of: folder, in: budget.files, at: place), kind: DAYMARK_ARCHIVE_SINGLE,
        at: place, budget: budget)
      try read(index, file.name, &reader)
    }
  }
}
