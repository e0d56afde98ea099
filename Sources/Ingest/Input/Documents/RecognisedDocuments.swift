import DaymarkModel

/// The documents of an archive or a folder: the one that is the whole input, or else all those that a
/// format recognises by their beginnings, in the input and in the archives that lie in it.
struct RecognisedDocuments {
  /// An archive with the formats of its documents, by the index of the member.
  struct Archive {
    let members: MemberArchive
    var documents: [Int: any InputFormat.Type] = [:]
  }

  /// The document that is the whole input, where there is one.
  private(set) var whole: DocumentChoice?
  /// The input itself, then those that lie in it, breadth first.
  private(set) var archives: [Archive] = []
  private(set) var unused: [UnusedContent: Int] = [:]
  private(set) var findings: [Finding] = []
  /// The first that a member's name tells.
  private var unreadProvider: UnreadProvider?

  private let budget: ReadBudget
  private var waiting: [MemberArchive] = []

  /// - Throws: `DaymarkError` when there is nothing to read (`archive.unrecognised`), the input is
  ///   refused (`archive.limit`, `archive.unsafe_path`, `archive.encrypted`), or there is no room for
  ///   an archive in it (`file.unwritable`).
  init(of input: MemberArchive, _ budget: ReadBudget) throws {
    self.budget = budget
    let search = try WholeDocumentSearch(in: input, budget)
    if !search.isCertain { try findDocuments(in: input) }
    guard formats.isEmpty else {
      if let unreadProvider {
        findings.count(
          Finding(.archiveUnreadPart, at: input.location) { $0.provider = unreadProvider })
      }
      return
    }
    whole = search.choice
    if whole == nil {
      throw findings.first.map(DaymarkError.init)
        ?? DaymarkError(unrecognised: unreadProvider, at: input.location)
    }
  }

  private mutating func findDocuments(in input: MemberArchive) throws {
    var heads = HeadRecognition(inputFormats, budget)
    try search(input, &heads)
    while !waiting.isEmpty {
      let nested = waiting.removeFirst()
      do {
        try search(nested, &heads)
      } catch let error as DaymarkError where !error.isOfWholeInput {
        findings.count(error.finding)
      }
    }
  }

  /// The formats of all documents, each once.
  var formats: [any InputFormat.Type] {
    var formats: [FormatID: any InputFormat.Type] = [:]
    for archive in archives {
      for format in archive.documents.values { formats[format.id] = format }
    }
    return formats.values.sorted { $0.id < $1.id }
  }

  /// The format of the whole input: an account export, or documents of one format or of several.
  var format: FormatID {
    if let accountProvider { return .accountExport(of: accountProvider) }
    return formats.count == 1 ? formats[0].id : "mixed"
  }

  /// The provider of the account export that it is.
  var accountProvider: Provider? {
    let providers = Set(formats.compactMap { $0.accountProvider })
    return providers.count == 1 ? providers.first : nil
  }

  // MARK: Searching

  private mutating func search(_ members: MemberArchive, _ heads: inout HeadRecognition) throws {
    var found = Archive(members: members)
    let brokeOff = try members.walk(
      wanting: { index, member in try wants(member, at: index, of: members) },
      read: { index, path, reader in
        let answer = try heads.recognise(&reader, path: members.unpackedPath(of: path))
        // First, for the text of a document that is stored in a zip might be taken for the document.
        if heads.isZip, path?.lowercased().hasSuffix(".zip") == true {
          return try addNested(at: index, path, &reader, of: members, heads.head)
        }
        switch answer {
        case .recognised(let format as any WholeInputFormat.Type)
        where members.location.entry != nil:
          // It is an input of its own; left out in silence it would be missed.
          unused[format.nestedReason, default: 0] += 1
          findings.count(Finding(format.nestedFinding, at: reader.location))
        case .recognised(_ as any WholeInputFormat.Type):
          // The search for the whole document passed this one over, for its name.
          leave(path, reader, heads.head)
        case .recognised(let format): found.documents[index] = format
        case .undecided, .other: leave(path, reader, heads.head)
        }
      })
    archives.append(found)
    if brokeOff { findings.count(Finding(.archiveTruncated, at: members.location)) }
  }

  private mutating func wants(
    _ member: ArchiveReader.Member, at index: Int, of archive: MemberArchive
  ) throws -> Bool {
    // Those of the input itself were counted in the search for the whole document.
    if archive.location.entry != nil { try budget.spend(1, of: .entries, at: archive.location) }
    try DaymarkError.check(path: member.path, at: archive.location)
    guard member.isFile, !MemberPath(member.path).isLitter else { return false }
    if unreadProvider == nil {
      unreadProvider = UnreadProvider(ofPath: archive.unpackedPath(of: member.path))
    }
    guard member.isEncrypted else { return true }
    var place = archive.location
    place.entry = archive.entry(of: member.path, at: index)
    let error = DaymarkError(.archiveEncrypted, at: place)
    if archive.location.entry == nil { throw error }
    findings.count(error.finding)
    return false
  }

  /// Makes an archive that lies in another ready to be looked into.
  private mutating func addNested(
    at index: Int, _ path: String?, _ reader: inout ArchiveReader, of outer: MemberArchive,
    _ head: UnsafeRawBufferPointer
  ) throws {
    let place = reader.location
    if case .folder(let folder, let files) = outer.storage {
      let zip = MemberArchive.Storage.zip(path: files[index].systemPath(in: folder))
      return waiting.append(try MemberArchive(zip, at: place, budget: budget))
    }
    let depth = outer.depth + 1
    do {
      let file = try SpooledFile(head, &reader, depth: depth)
      if let damage = reader.damage {
        findings.count(Finding(damage, at: place, facts: reader.damageFacts))
      }
      waiting.append(try MemberArchive(.spooledZip(file), at: place, depth: depth, budget: budget))
    } catch let error as DaymarkError where !error.isOfWholeInput {
      findings.count(error.finding)
    }
  }

  /// Counts a member that no format recognises, and says so when damage may be why.
  private mutating func leave(
    _ path: String?, _ reader: borrowing ArchiveReader, _ head: UnsafeRawBufferPointer
  ) {
    unused[.unrecognised, default: 0] += 1
    guard let path else { return }
    // Too short to be told from a plain file.
    let isCutGzip = MemberPath(path).isGzip && head.starts(with: [0x1F, 0x8B])
    let damage = reader.damage ?? (isCutGzip ? .archiveTruncated : nil)
    let ending = MemberPath(path).withoutGzip.lowercased().split(separator: ".").last
      .map(String.init)
    guard let ending, let format = inputFormats.first(where: { $0.fileExtensions.contains(ending) })
    else { return }
    let code = format.isActivityFile ? damage?.ofActivityFile : damage
    if let code { findings.count(Finding(code, at: reader.location, facts: reader.damageFacts)) }
    guard format.isActivityFile, code?.incompleteDays != .every else { return }
    // A file without a byte records nothing; of another nobody can say what it recorded, or when.
    if code != nil || !head.isEmpty {
      findings.count(Finding(.activityUndated, at: reader.location))
    }
  }
}
