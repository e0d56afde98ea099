import DaymarkModel

/// The one document that an input is read as, though it may hold more.
struct DocumentChoice {
  var format: any InputFormat.Type
  /// Position among the input's members; `nil` when a cut left none that can be read.
  var index: Int?
  /// Its path in the archive or folder; `nil` for a single file.
  var entry: String?
  var findings: [Finding] = []
}

extension InputContainer {
  /// Recognises a single file.
  ///
  /// - Throws: `DaymarkError` with `archive.unrecognised`.
  func chooseSingle() throws -> DocumentChoice {
    var reader = try openSingle()
    var heads = HeadRecognition(inputFormats, budget)
    switch try heads.recognise(&reader, path: MemberPath(name).withoutGzip) {
    case .recognised(let format), .undecided(let format):
      return DocumentChoice(format: format, index: 0)
    case .other:
      let place = InputLocation(file: name)
      guard let damage = reader.damage else {
        throw DaymarkError(unrecognised: UnreadProvider(ofPath: name), at: place)
      }
      return DocumentChoice(format: wholeInputFormat, findings: [Finding(damage, at: place)])
    }
  }
}

/// The search for the document that is a whole input; see ``WholeInputFormat``.
struct WholeDocumentSearch {
  /// The documents that are one for certain, ascending by name.
  private var candidates: [DocumentChoice] = []
  /// The first that ends before one can tell.
  private var undecided: DocumentChoice?
  /// The archive ends before its listing does.
  private var brokeOff = false
  /// A member lies in the folder that the document lies in.
  private var hasFolder = false
  private let location: InputLocation

  /// Looks at the head of each member that may be a document.
  ///
  /// - Throws: `DaymarkError` with `archive.encrypted`, `archive.limit` or `archive.unsafe_path`.
  init(in archive: MemberArchive, _ budget: ReadBudget) throws {
    location = archive.location
    var (candidates, undecided) = ([DocumentChoice](), DocumentChoice?.none)
    var heads = HeadRecognition([wholeInputFormat], budget)
    let location = location
    var hasFolder = false
    brokeOff = try archive.walk(
      wanting: { index, member in
        try budget.spend(1, of: .entries, at: location)
        try DaymarkError.check(path: member.path, at: location)
        hasFolder =
          hasFolder || member.path?.contains("\(wholeInputFormat.folderName)/") == true
        guard member.isFile, Self.mayBeDocument(member.path) else { return false }
        if member.isEncrypted {
          let place = InputLocation(
            file: location.file, entry: archive.entry(of: member.path, at: index))
          throw DaymarkError(.archiveEncrypted, at: place)
        }
        return true
      },
      read: { index, path, reader in
        let answer = try heads.recognise(&reader, path: MemberPath(path).withoutGzip)
        // A gzip of which nothing can be read.
        if MemberPath(path).isGzip, heads.head.isEmpty, reader.damage != nil { return }
        try budget.spend(1, of: .documents, at: location)
        let found = DocumentChoice(
          format: wholeInputFormat, index: index,
          entry: path.map { archive.entry(of: $0, at: index) })
        switch answer {
        case .recognised: candidates.append(found)
        case .undecided: undecided = undecided ?? found
        case .other: break
        }
      })
    candidates.sort { ($0.entry ?? "").utf8.lexicographicallyPrecedes(($1.entry ?? "").utf8) }
    (self.candidates, self.undecided) = (candidates, undecided)
    self.hasFolder = hasFolder
  }

  /// Whether the input is certainly such a document.
  var isCertain: Bool {
    !candidates.isEmpty || (hasFolder && (brokeOff || undecided != nil))
  }

  /// The document to read, of two the first by name, with a finding; `nil` when there is none.
  var choice: DocumentChoice? {
    var choice = candidates.first ?? undecided
    if choice == nil, brokeOff { choice = DocumentChoice(format: wholeInputFormat) }
    guard var choice else { return nil }
    let place = InputLocation(file: location.file, entry: choice.entry)
    if brokeOff { choice.findings.append(Finding(.archiveTruncated, at: place)) }
    if candidates.count > 1 {
      choice.findings.append(
        Finding(.archiveSeveralDocuments, at: place, count: candidates.count))
    }
    return choice
  }

  /// Whether a member's path lets it be a document; one without a readable path may be any.
  private static func mayBeDocument(_ path: String?) -> Bool {
    guard let path else { return true }
    guard let name = path.split(separator: "/").last?.lowercased(), !MemberPath(path).isLitter
    else { return false }
    return wholeInputFormat.mayBeDocument(fileName: name)
  }
}
