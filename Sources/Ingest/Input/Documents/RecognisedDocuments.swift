import DaymarkModel

/// The documents of an archive or a folder, including nested archives.
///
/// These are documents that are read by themselves, and all others whose format is recognized by
/// their beginnings.
struct RecognisedDocuments {
  /// An archive with the formats of its documents, by the index of the member.
  struct Archive {
    let members: MemberArchive
    var documents: [Int: any InputFormat.Type] = [:]
  }

  /// The documents that are read by themselves, each with its archive.
  private(set) var wholes: [(archive: MemberArchive, document: DocumentChoice)]
  /// The input itself, followed by the archives in it, breadth first.
  private(set) var archives: [Archive] = []
  private(set) var unused: [UnusedContent: Int] = [:]
  private(set) var findings: [Finding] = []
  /// The openings of members that may contain figures and are not read.
  private(set) var unread: [Opening] = []
  /// The members that no format recognises.
  private var unrecognised: [UnrecognisedMember] = []
  /// Whether the clinical document of a Health export is among the members.
  private var hasClinical = false
  /// The first provider that a member's name shows, but whose files are not read.
  private var unreadProvider: UnreadProvider?
  /// The first table that no format recognises, and its place.
  private var unreadTable: (table: UnreadTable, place: InputLocation)?

  private let budget: ReadBudget
  private var waiting: [MemberArchive] = []

  /// Finds the documents of an input.
  ///
  /// - Throws: `DaymarkError` when there is nothing to read (`archive.unrecognised`), the input is
  ///   refused (`archive.limit`, `archive.unsafe_path`, `archive.encrypted`), or there is no room
  ///   for an archive in it (`file.unwritable`).
  init(of input: MemberArchive, _ budget: ReadBudget) throws {
    self.budget = budget
    let disagreements = try Self.disagreements(in: input)
    let search = try WholeDocumentSearch(in: input, budget)
    wholes = search.documents.map { (input, $0) }
    if search.hasOthers || wholes.isEmpty { try findDocuments(in: input) }
    if formats.isEmpty, wholes.isEmpty {
      wholes = search.likelyDocuments.map { (input, $0) }
      if !wholes.isEmpty {
        // The cut of the archive is reported for the document.
        findings = disagreements + findings.filter { $0.code == .archiveLinkOutside }
        unread = behindLinks
        return
      }
      if let finding = findings.first { throw DaymarkError(finding) }
      throw unreadError(input.location)
    }
    let members = unrecognised.filter { $0.content(isOfAccount: accountProvider != nil) != nil }
    for member in members {
      findings.count(
        Finding(.archiveUnreadPart, at: member.place) { $0.provider = unreadProvider })
    }
    findings = disagreements + findings
    unread =
      [opening(.archiveUnreadPart, isOfAccount: accountProvider != nil)].compactMap(\.self)
      + behindLinks
  }

  /// The openings of links that lead out of the input, because anything may be there.
  private var behindLinks: [Opening] {
    guard findings.contains(where: { $0.code == .archiveLinkOutside }) else { return [] }
    return [
      Opening(
        .archiveLinkOutside, metrics: Metric.alwaysRead, sessions: .many, mayHaveSets: true)
    ]
  }

  /// Returns the error of an input without any recognized document.
  private func unreadError(_ location: InputLocation) -> DaymarkError {
    guard opening(.archiveUnrecognised, isOfAccount: false) != nil else {
      return DaymarkError(.archiveUnrecognised, at: location) {
        $0.reason = hasClinical ? .clinical : .nothingRecorded
      }
    }
    var error = DaymarkError(unrecognised: unreadProvider, at: location)
    if unreadProvider == nil, let (table, place) = unreadTable {
      error = DaymarkError(unread: table, at: place)
    }
    error.unread = opening(error.finding.code, isOfAccount: false)
    return error
  }

  /// Returns the opening of all unrecognized members that may contain figures; `nil` where there
  /// are none.
  private func opening(_ code: FindingCode, isOfAccount: Bool) -> Opening? {
    var (whole, days): (UnrecognisedFile.Content?, DaySpan?)
    for member in unrecognised {
      guard let content = member.content(isOfAccount: isOfAccount) else { continue }
      days = whole == nil ? member.days : days.flatMap { days in member.days.map { days + $0 } }
      whole = whole.map { $0 + content } ?? content
    }
    return whole.map { Opening(code, $0, days) }
  }

  /// Whether there are documents other than those in ``wholes``.
  var hasOthers: Bool { !formats.isEmpty }

  private mutating func findDocuments(in input: MemberArchive) throws {
    var heads = HeadRecognition(budget.limits.triedFormats, budget)
    try search(input, &heads)
    while !waiting.isEmpty {
      let nested = waiting.removeFirst()
      do {
        for finding in try Self.disagreements(in: nested) { findings.count(finding) }
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
    return formats.count == 1 ? formats[0].id : .mixed
  }

  /// The provider whose account export the input is; `nil` for any other input.
  var accountProvider: Provider? {
    let providers = Set(formats.compactMap { $0.accountProvider })
    return providers.count == 1 ? providers.first : nil
  }

  /// The maximum number of reported contradictions of an archive.
  private static let mostDisagreements = 20

  private static func disagreements(in archive: MemberArchive) throws -> [Finding] {
    try archive.disagreements().prefix(mostDisagreements).map { disagreement in
      var place = archive.location
      if let member = disagreement.member {
        place.entry = archive.entry(of: member.name, at: member.index)
      }
      return Finding(.archiveDisagreement, at: place) { $0.key = disagreement.subject.rawValue }
    }
  }

  // MARK: Searching

  private mutating func search(_ members: MemberArchive, _ heads: inout HeadRecognition) throws {
    var found = Archive(members: members)
    let isInput = members.isInput
    var repeating: [Int: String] = [:]
    var folders = Set(isInput ? wholes.map(\.document.folder) : [])
    let known = Set(isInput ? wholes.compactMap(\.document.index) : [])
    let brokeOff = try members.walk(
      wanting: { index, member in
        guard !known.contains(index) else { return false }
        let folder = MemberPath(member.path).documentFolder
        if isInput, let folder, folders.contains(folder) { return false }
        repeating[index] = folder
        return try wants(member, at: index, of: members)
      },
      read: { index, path, reader in
        let answer = try heads.recognise(&reader, path: members.unpackedPath(of: path))
        // This comes first, because the text of a document stored in a zip might be mistaken for
        // the document.
        if let kind = try nestedKind(path, &reader, heads.head) {
          return try addNested(at: index, path, &reader, of: members, heads.head, kind)
        }
        switch answer {
        case .recognised(let format as any WholeInputFormat.Type) where !isInput:
          let document = DocumentChoice(
            format: format, index: index, entry: reader.location.entry,
            folder: MemberPath(path).folder)
          folders.insert(document.folder)
          wholes.append((members, document))
        case .recognised(_ as any WholeInputFormat.Type):
          // The search for whole documents skipped this member because of its name.
          try leave(path, &reader, heads.head)
        case .recognised(let format): found.documents[index] = format
        case .undecided, .other: try leave(path, &reader, heads.head)
        }
      })
    for (index, folder) in repeating where folders.contains(folder) {
      found.documents[index] = nil
    }
    archives.append(found)
    if brokeOff, !isInput || wholes.isEmpty {
      findings.count(Finding(.archiveTruncated, at: members.location))
    }
  }

  private mutating func wants(
    _ member: ArchiveReader.Member, at index: Int, of archive: MemberArchive
  ) throws -> Bool {
    // The members of the input itself were counted in the search for whole documents.
    if !archive.isInput { try budget.spend(1, of: .entries, at: archive.location) }
    try DaymarkError.check(path: member.path, at: archive.location)
    if member.leadsOut {
      var place = archive.location
      // An input that is itself a link has no member.
      if member.path?.isEmpty == false {
        place.entry = archive.entry(of: member.path, at: index)
      }
      findings.count(Finding(.archiveLinkOutside, at: place))
    }
    guard member.isFile, !MemberPath(member.path).isLitter else { return false }
    if unreadProvider == nil {
      unreadProvider = UnreadProvider(ofPath: archive.unpackedPath(of: member.path))
    }
    guard member.isEncrypted else { return true }
    var place = archive.location
    place.entry = archive.entry(of: member.path, at: index)
    let error = DaymarkError(.archiveEncrypted, at: place)
    if archive.isInput { throw error }
    findings.count(error.finding)
    return false
  }

  /// Returns the kind of a nested archive, by its name and beginning; `nil` for any other member.
  private mutating func nestedKind(
    _ path: String?, _ reader: inout ArchiveReader, _ head: UnsafeRawBufferPointer
  ) throws -> PackedKind? {
    let name = MemberPath(path).withoutGzip.lowercased()
    do {
      // A gzip with the ending `.gz` is already decompressed, so this one is inside another, or is
      // a `.tgz`.
      if PackedKind.isGzip(head) { return .other }
      let kind = try PackedKind(head: head, name: name, at: reader.location)
      // Documents of office programs and e-books are zips too.
      return kind == .zip && path != nil && !name.hasSuffix(".zip") ? nil : kind
    } catch let error as DaymarkError where !error.isOfWholeInput {
      findings.count(error.finding)
      return nil
    }
  }

  /// Prepares a nested archive for the search.
  private mutating func addNested(
    at index: Int, _ path: String?, _ reader: inout ArchiveReader, of outer: MemberArchive,
    _ head: UnsafeRawBufferPointer, _ kind: PackedKind
  ) throws {
    let place = reader.location
    if case .folder(let folder, let files) = outer.storage {
      // If a zip is inside a gzip, the file itself is the gzip.
      let kind = reader.hasChecksum ? .other : kind
      let file = MemberArchive.Storage.file(path: folder, files[index], kind)
      return waiting.append(try MemberArchive(file, at: place, budget: budget))
    }
    let depth = outer.depth + 1
    do {
      let file = try SpooledFile(head, &reader, depth: depth)
      if let damage = reader.damage {
        findings.count(Finding(damage, at: place, facts: reader.damageFacts))
      }
      waiting.append(
        try MemberArchive(.spooled(file, kind), at: place, depth: depth, budget: budget))
    } catch let error as DaymarkError where !error.isOfWholeInput {
      findings.count(error.finding)
    }
  }

  /// Counts an unrecognized member, and reports damage that may be the reason.
  private mutating func leave(
    _ path: String?, _ reader: inout ArchiveReader, _ head: UnsafeRawBufferPointer
  ) throws {
    unused[.unrecognised, default: 0] += 1
    hasClinical = hasClinical || UnrecognisedFile.isClinical(head)
    guard let path else { return }
    if unreadTable == nil, let table = UnreadTable(head, path: path) {
      unreadTable = (table, reader.location)
    }
    // It is too short to distinguish from a plain file.
    let isCutGzip = MemberPath(path).isGzip && head.starts(with: [0x1F, 0x8B])
    let damage = reader.damage ?? (isCutGzip ? .archiveTruncated : nil)
    let ending = MemberPath(path).withoutGzip.lowercased().split(separator: ".").last
      .map(String.init)
    let format = inputFormats.first { format in
      ending.map { format.fileExtensions.contains($0) } ?? false
    }
    let code = format?.isActivityFile == true ? damage?.ofActivityFile : damage
    if let code, format != nil {
      findings.count(Finding(code, at: reader.location, facts: reader.damageFacts))
    }
    if format?.isActivityFile == true {
      // An empty file contains no record. The content of any other is unknown.
      if code?.incompleteDays != .every, code != nil || !head.isEmpty {
        findings.count(Finding(.activityUndated, at: reader.location))
      }
    } else if code == nil || format == nil {
      let member = try UnrecognisedMember(
        MemberPath(path).withoutGzip, head, &reader, readsSleep: budget.limits.readsSleep)
      if let member { unrecognised.append(member) }
    }
  }
}
