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
  /// What a single file is.
  ///
  /// - Throws: `DaymarkError` with `archive.unrecognised`.
  func chooseSingle() throws -> DocumentChoice {
    guard var reader = openSingle() else {
      let finding = Finding(.archiveTruncated, at: InputLocation(file: name))
      return DocumentChoice(format: AppleHealthFormat.self, findings: [finding])
    }
    var heads = HeadRecognition(inputFormats, limits: limits)
    switch try heads.recognise(&reader, path: withoutGzip(name)) {
    case .recognised(let format), .undecided(let format):
      return DocumentChoice(format: format, index: 0)
    case .other: throw DaymarkError(.archiveUnrecognised, at: InputLocation(file: name))
    }
  }
}

/// What a search for a Health document finds in an input.
///
/// Where there is one, everything else in the input is part of it.
struct HealthDocumentSearch {
  /// The documents that are one for certain, ascending by name.
  private var candidates: [DocumentChoice] = []
  /// The first that ends before one can tell.
  private var undecided: DocumentChoice?
  /// The archive ends before its listing does.
  private var brokeOff = false
  /// A member lies in a folder named as exports name theirs, in every language.
  private var hasExportFolder = false
  private let location: InputLocation

  /// Looks at the head of each member that may be a document.
  ///
  /// - Throws: `DaymarkError` with `archive.encrypted`, `archive.limit` or `archive.unsafe_path`.
  init(in archive: MemberArchive, limits: ReadLimits) throws {
    location = archive.location
    var (count, candidates, undecided) = (0, [DocumentChoice](), DocumentChoice?.none)
    var heads = HeadRecognition([AppleHealthFormat.self], limits: limits)
    let location = location
    var hasExportFolder = false
    brokeOff = try archive.walk(
      wanting: { index, member in
        try DaymarkError.check(index + 1, .entries, limits.entries, at: location)
        try DaymarkError.check(path: member.path, at: location)
        hasExportFolder = hasExportFolder || member.path?.contains("apple_health_export/") == true
        guard member.isFile, Self.mayBeDocument(member.path) else { return false }
        if member.isEncrypted {
          let place = InputLocation(file: location.file, entry: archive.entry(of: member.path))
          throw DaymarkError(.archiveEncrypted, at: place)
        }
        return true
      },
      read: { index, path, reader in
        // A gzip of which nothing can be read.
        if isGzip(path), reader.damage != nil { return }
        count += 1
        try DaymarkError.check(count, .documents, limits.documents, at: location)
        let found = DocumentChoice(format: AppleHealthFormat.self, index: index, entry: path)
        switch try heads.recognise(&reader, path: withoutGzip(path ?? "")) {
        case .recognised: candidates.append(found)
        case .undecided: undecided = undecided ?? found
        case .other: break
        }
      })
    candidates.sort { ($0.entry ?? "").utf8.lexicographicallyPrecedes(($1.entry ?? "").utf8) }
    (self.candidates, self.undecided) = (candidates, undecided)
    self.hasExportFolder = hasExportFolder
  }

  /// Whether the input is certainly a Health export.
  var isCertain: Bool {
    !candidates.isEmpty || (hasExportFolder && (brokeOff || undecided != nil))
  }

  /// The document to read, of two the first by name, with a finding; `nil` when there is none.
  var choice: DocumentChoice? {
    var choice = candidates.first ?? undecided
    if choice == nil, brokeOff { choice = DocumentChoice(format: AppleHealthFormat.self) }
    guard var choice else { return nil }
    let place = InputLocation(file: location.file, entry: choice.entry)
    if brokeOff { choice.findings.append(Finding(.archiveTruncated, at: place)) }
    if candidates.count > 1 {
      choice.findings.append(
        Finding(.archiveSeveralDocuments, at: place, count: candidates.count))
    }
    return choice
  }

  /// Whether a member's name lets it be a document; its content then decides.
  private static func mayBeDocument(_ path: String?) -> Bool {
    guard let path else { return true }
    guard let last = path.split(separator: "/").last?.lowercased(), !isLitter(path) else {
      return false
    }
    return last != "export_cda.xml" && (last.hasSuffix(".xml") || last.hasSuffix(".xml.gz"))
  }
}
