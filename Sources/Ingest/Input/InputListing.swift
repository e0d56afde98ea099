import DaymarkModel

/// The documents of an account export or of a bundle of activity files: what the beginning of each
/// member says it is, in the input and in the archives that lie in it.
struct InputListing {
  /// An archive with the formats of its documents, by the index of the member.
  struct Archive {
    let members: MemberArchive
    var documents: [Int: any InputFormat.Type] = [:]
  }

  /// The input itself, then those that lie in it, breadth first.
  private(set) var archives: [Archive] = []
  private(set) var unused: [UnusedContent: Int] = [:]
  private(set) var findings: [Finding] = []

  private let limits: ReadLimits
  private var waiting: [MemberArchive] = []
  private var entries = 0
  private var spool: ArchiveSpool

  /// - Throws: `DaymarkError` when the input is refused (`archive.limit`, `archive.unsafe_path`,
  ///   `archive.encrypted`), or `file.unwritable` when there is no room for an archive in it.
  init(of input: MemberArchive, limits: ReadLimits) throws {
    self.limits = limits
    spool = ArchiveSpool(limits: limits)
    var heads = HeadRecognition(inputFormats, limits: limits)
    try look(into: input, &heads)
    while !waiting.isEmpty {
      let nested = waiting.removeFirst()
      do {
        try look(into: nested, &heads)
      } catch let error as DaymarkError where !error.isOfWholeInput {
        findings.count(error.finding)
      }
    }
  }

  /// The formats of all documents, each once.
  var formats: [any InputFormat.Type] {
    var formats: [String: any InputFormat.Type] = [:]
    for archive in archives {
      for format in archive.documents.values { formats[format.id] = format }
    }
    return formats.values.sorted { $0.id < $1.id }
  }

  /// What the input is as a whole: an account export, or else documents of one format or of several.
  var format: String {
    if let accountProvider { return "\(accountProvider)-export" }
    return formats.count == 1 ? formats[0].id : "mixed"
  }

  /// The provider of the account export that it is.
  var accountProvider: String? {
    let providers = Set(formats.compactMap { $0.accountProvider })
    return providers.count == 1 ? providers.first : nil
  }

  // MARK: Looking

  private mutating func look(into members: MemberArchive, _ heads: inout HeadRecognition) throws {
    var found = Archive(members: members)
    let brokeOff = try members.walk(
      wanting: { _, member in try wants(member, of: members) },
      read: { index, path, reader in
        let answer = try heads.recognise(&reader, path: members.unpackedPath(of: path))
        try DaymarkError.check(
          heads.bytesRead, .headBytes, limits.headBytes, at: members.location)
        // First, for the text of a document that is stored in a zip might be taken for the document.
        if heads.isZip, path?.lowercased().hasSuffix(".zip") == true {
          return try take(nestedAt: index, path, &reader, of: members, heads.head)
        }
        switch answer {
        case .recognised(let format)
        where format == AppleHealthFormat.self && members.location.entry != nil:
          // An export of the Health app is an input of its own; left out in silence it would be missed.
          unused[.appleHealth, default: 0] += 1
          findings.count(Finding(.archiveInnerHealthExport, at: reader.location))
        case .recognised(let format) where format == AppleHealthFormat.self:
          // What the search for a Health document passed over: the clinical one, or another's name.
          leave(path, reader, heads.head)
        case .recognised(let format): found.documents[index] = format
        case .undecided, .other: leave(path, reader, heads.head)
        }
      })
    archives.append(found)
    if brokeOff { findings.count(Finding(.archiveTruncated, at: members.location)) }
  }

  private mutating func wants(
    _ member: ArchiveReader.Member, of archive: MemberArchive
  ) throws -> Bool {
    entries += 1
    try DaymarkError.check(entries, .entries, limits.entries, at: archive.location)
    try DaymarkError.check(path: member.path, at: archive.location)
    guard member.isFile, !isLitter(member.path) else { return false }
    guard member.isEncrypted else { return true }
    var place = archive.location
    place.entry = archive.entry(of: member.path)
    let error = DaymarkError(.archiveEncrypted, at: place)
    if archive.location.entry == nil { throw error }
    findings.count(error.finding)
    return false
  }

  /// Makes an archive that lies in another ready to be looked into.
  private mutating func take(
    nestedAt index: Int, _ path: String?, _ reader: inout ArchiveReader, of outer: MemberArchive,
    _ head: UnsafeRawBufferPointer
  ) throws {
    let place = reader.location
    if case .folder(let folder, let files) = outer.storage {
      let zip = MemberArchive.Storage.zip(path: files[index].systemPath(in: folder))
      return waiting.append(MemberArchive(zip, at: place, limits: limits))
    }
    let depth = outer.depth + 1
    do {
      let file = try spool.spool(head, &reader, depth: depth)
      if let damage = reader.damage { findings.count(Finding(damage, at: place)) }
      waiting.append(MemberArchive(.spooledZip(file), at: place, depth: depth, limits: limits))
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
    let isCutGzip = isGzip(path) && head.starts(with: [0x1F, 0x8B])
    guard let damage = reader.damage ?? (isCutGzip ? .archiveTruncated : nil) else { return }
    let ending = withoutGzip(path).lowercased().split(separator: ".").last.map(String.init)
    guard let ending, let format = inputFormats.first(where: { $0.fileExtensions.contains(ending) })
    else { return }
    let code = format.isActivityFile ? damage.ofActivityFile : damage
    findings.count(Finding(code, at: reader.location))
  }
}

extension DaymarkError {
  /// Whether it is about the input as a whole, and not about one document or archive in it.
  var isOfWholeInput: Bool {
    switch finding.code {
    case .fileUnwritable: true
    case .archiveLimit:
      [.documentBytes, .entries, .headBytes, .names].contains(finding.facts.limit)
    default: false
    }
  }
}

extension FindingCode {
  /// What damage of an archive's member is when that is an activity file; see Semantics,
  /// "Incomplete days".
  var ofActivityFile: FindingCode {
    switch self {
    case .archiveCRCMismatch: .activityCRCMismatch
    case .archiveTruncated, .archiveUnreadable: .activityTruncated
    default: self
    }
  }
}
