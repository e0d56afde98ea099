import DaymarkModel

/// A document that is read by itself.
struct DocumentChoice {
  var format: any InputFormat.Type
  /// The index among the input's members; `nil` where a cut left no readable one.
  var index: Int?
  /// The path in the archive or folder for messages; `nil` for a single file.
  var entry: String?
  /// The folder of the document.
  var folder = ""
  var findings: [Finding] = []
}

extension InputContainer {
  /// Recognises a single file.
  ///
  /// - Throws: `DaymarkError` with `archive.unrecognised`.
  func chooseSingle() throws -> DocumentChoice {
    var reader = try openSingle()
    var heads = HeadRecognition(budget.limits.triedFormats, budget)
    switch try heads.recognise(&reader, path: MemberPath(name).withoutGzip) {
    case .recognised(let format), .undecided(let format):
      return DocumentChoice(format: format, index: 0)
    case .other:
      let place = InputLocation(file: shownName)
      guard let damage = reader.damage else {
        let file = UnrecognisedFile(
          path: MemberPath(name).withoutGzip, head: heads.head,
          readsSleep: budget.limits.readsSleep)
        guard let content = file.content else {
          throw DaymarkError(.archiveUnrecognised, at: place) {
            $0.reason = UnrecognisedFile.isClinical(heads.head) ? .clinical : .nothingRecorded
          }
        }
        let provider = UnreadProvider(ofPath: name)
        var error = DaymarkError(unrecognised: provider, at: place)
        if provider == nil, let table = UnreadTable(heads.head, path: name) {
          error = DaymarkError(unread: table, at: place)
        }
        error.unread = Opening(
          error.finding.code, content, try DaySpan(ofDatesIn: heads.head, &reader))
        throw error
      }
      return DocumentChoice(format: wholeInputFormat, findings: [Finding(damage, at: place)])
    }
  }
}

/// The search for documents that are read by themselves; see ``WholeInputFormat``.
struct WholeDocumentSearch {
  /// The recognized documents, ascending by name.
  private var candidates: [DocumentChoice] = []
  /// The first document that is too short to recognize.
  private var undecided: DocumentChoice?
  /// Whether the archive ends before its listing.
  private(set) var brokeOff = false
  /// Whether a member lies in a folder with the name that the provider gives to the document's
  /// folder.
  private var hasFolder = false
  /// Whether there is a file that is neither a document of the format nor repeats a part of one.
  private(set) var hasOthers = false
  /// The folders of documents to which other members belong.
  private var claimed: Set<String> = []
  private let location: InputLocation

  /// Looks at the head of each member that may be a document.
  ///
  /// - Throws: `DaymarkError` with `archive.encrypted`, `archive.limit` or `archive.unsafe_path`.
  init(in archive: MemberArchive, _ budget: ReadBudget) throws {
    location = archive.location
    var (candidates, undecided) = ([DocumentChoice](), DocumentChoice?.none)
    var heads = HeadRecognition([wholeInputFormat], budget)
    let location = location
    var (hasFolder, hasOthers) = (false, false)
    var claimed: Set<String> = []
    brokeOff = try archive.walk(
      wanting: { index, member in
        try budget.spend(1, of: .entries, at: location)
        try DaymarkError.check(path: member.path, at: location)
        hasFolder =
          hasFolder || member.path?.contains("\(wholeInputFormat.folderName)/") == true
        // The search through all members reports this link.
        if member.leadsOut { hasOthers = true }
        guard member.isFile, !MemberPath(member.path).isLitter else { return false }
        guard Self.mayBeDocument(member.path) else {
          if let folder = MemberPath(member.path).documentFolder {
            claimed.insert(folder)
          } else {
            hasOthers = true
          }
          return false
        }
        if member.isEncrypted {
          let place = InputLocation(
            file: location.file, entry: archive.entry(of: member.path, at: index))
          throw DaymarkError(.archiveEncrypted, at: place)
        }
        return true
      },
      read: { index, path, reader in
        let answer = try heads.recognise(&reader, path: MemberPath(path).withoutGzip)
        // This is a gzip of which nothing can be read.
        if MemberPath(path).isGzip, heads.head.isEmpty, reader.damage != nil { return }
        // The text of a document stored in an archive might be mistaken for the document.
        if PackedKind.packs(heads.head) {
          hasOthers = true
          return
        }
        try budget.spend(1, of: .documents, at: location)
        let found = DocumentChoice(
          format: wholeInputFormat, index: index,
          entry: path.map { archive.entry(of: $0, at: index) },
          folder: MemberPath(path).folder)
        switch answer {
        case .recognised: candidates.append(found)
        case .undecided: undecided = undecided ?? found
        case .other: hasOthers = true
        }
      })
    candidates.sort { ($0.entry ?? "").utf8.lexicographicallyPrecedes(($1.entry ?? "").utf8) }
    (self.candidates, self.undecided) = (candidates, undecided)
    (self.hasFolder, self.claimed, self.hasOthers) = (hasFolder, claimed, hasOthers)
    self.hasOthers = hasOthers || !claimed.isSubset(of: documents.map(\.folder))
  }

  /// The documents that were recognized with certainty.
  var documents: [DocumentChoice] {
    let isCertain = !candidates.isEmpty || (hasFolder && (brokeOff || undecided != nil))
    return isCertain ? likelyDocuments : []
  }

  /// The recognized documents, or else the most likely one.
  var likelyDocuments: [DocumentChoice] {
    var choices = candidates.isEmpty ? [undecided].compactMap(\.self) : candidates
    if choices.isEmpty, brokeOff {
      // The missing end of the archive may have had a document for each folder in which a part of
      // one was found.
      choices = (claimed.isEmpty ? [""] : claimed.sorted()).map {
        DocumentChoice(format: wholeInputFormat, folder: $0)
      }
    }
    if brokeOff, let first = choices.first {
      let place = InputLocation(file: location.file, entry: first.entry)
      choices[0].findings.append(Finding(.archiveTruncated, at: place))
    }
    return choices
  }

  /// Whether a member's path allows a document.
  ///
  /// A member without a readable path may be any.
  private static func mayBeDocument(_ path: String?) -> Bool {
    guard let path else { return true }
    guard let name = path.split(separator: "/").last?.lowercased() else { return false }
    return wholeInputFormat.mayBeDocument(fileName: name)
  }
}

extension MemberPath {
  /// The folder of the document to which the file belongs by its name; `nil` where it belongs to
  /// none.
  var documentFolder: String? {
    let (folder, name) = Self.split(withoutGzip.lowercased())
    if wholeInputFormat.belongsToDocument(fileName: name, inFolder: nil) { return self.folder }
    let (parent, own) = Self.split(folder)
    guard wholeInputFormat.belongsToDocument(fileName: name, inFolder: own) else { return nil }
    return String(self.folder.prefix(parent.count))
  }

  /// The folder of the file; empty at the top level.
  var folder: String { Self.split(withoutGzip).folder }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
