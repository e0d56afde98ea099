import CDaymarkArchive
import DaymarkModel
import Foundation

/// The document chosen in an input.
struct DocumentChoice {
  var format: any InputFormat.Type
  /// Position among the input's members; `nil` when a cut left none that can be read.
  var index: Int?
  /// Its path in the archive or folder; `nil` for a single file.
  var entry: String?
  var findings: [Finding] = []
}

/// An input, as what its first bytes say it is.
struct InputContainer {
  private enum Kind {
    case zip
    /// A zip without its end, read front to back.
    case cutZip
    case single
    /// Paths below the folder, ascending.
    case folder([FolderFile])
  }

  private let path: String
  /// The input as the user named it, without the folders before it.
  let name: String
  private let kind: Kind
  private let limits: ReadLimits

  init(path: String, limits: ReadLimits) throws {
    self.path = path
    self.limits = limits
    name = URL(fileURLWithPath: path).lastPathComponent
    if try isFolder(path) {
      kind = .folder(try filesBelow(path))
    } else {
      kind = try Self.kind(ofFile: path, named: name, limits: limits)
    }
  }

  private static func kind(
    ofFile path: String, named name: String, limits: ReadLimits
  ) throws -> Kind {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw DaymarkError(
        .fileUnreadable, at: InputLocation(file: name), facts: systemFacts(errno))
    }
    let head = [UInt8]((try? file.read(upToCount: 4)) ?? Data())
    let signature: [UInt8] = [0x50, 0x4B, 3, 4]
    if head.isEmpty { throw DaymarkError(.archiveTruncated, at: InputLocation(file: name)) }
    if head == signature {
      var zip = ArchiveReader(
        path: Array(path.utf8CString), kind: DAYMARK_ARCHIVE_ZIP, at: InputLocation(file: name),
        limits: limits)
      guard case .member? = zip?.next() else { return .cutZip }
      return .zip
    }
    // A zip without members begins with its end.
    if head == [0x50, 0x4B, 5, 6] {
      throw DaymarkError(.archiveUnrecognised, at: InputLocation(file: name))
    }
    return signature.starts(with: head) ? .cutZip : .single
  }

  private var systemPath: [CChar] { Array(path.utf8CString) }

  private func place(_ entry: String? = nil) -> InputLocation {
    InputLocation(file: name, entry: entry)
  }

  // MARK: Choosing

  /// The document to read; of two the first by name, with a finding.
  func chooseDocument() throws -> DocumentChoice {
    var candidates: [DocumentChoice] = []
    var undecided: DocumentChoice?
    let brokeOff = try visitDocuments { index, entry, head, isWhole in
      for format in inputFormats {
        let candidate = DocumentChoice(format: format, index: index, entry: entry)
        let head = DocumentHead(bytes: head, isWhole: isWhole, path: entry ?? name)
        switch format.recognise(head) {
        case .recognised: return candidates.append(candidate)
        case .undecided: undecided = undecided ?? candidate
        case .other: break
        }
      }
    }
    candidates.sort { ($0.entry ?? "").utf8.lexicographicallyPrecedes(($1.entry ?? "").utf8) }
    var choice = candidates.first ?? undecided
    if choice == nil, brokeOff { choice = DocumentChoice(format: AppleHealthFormat.self) }
    guard var choice else { throw DaymarkError(.archiveUnrecognised, at: place()) }
    if brokeOff {
      choice.findings.append(Finding(.archiveTruncated, at: place(choice.entry)))
    }
    if candidates.count > 1 {
      choice.findings.append(
        Finding(.archiveSeveralDocuments, at: place(choice.entry), count: candidates.count))
    }
    return choice
  }

  private typealias Visit = (Int, String?, UnsafeBufferPointer<UInt8>, Bool) throws -> Void

  /// Shows the head of each member that may be a document.
  ///
  /// - Returns: Whether the input ends before its listing does, so that there may have been more.
  private func visitDocuments(_ look: Visit) throws -> Bool {
    var count = 0
    let visit: Visit = { index, entry, head, isWhole in
      count += 1
      try check(count, "documents", limits.documents)
      try look(index, entry, head, isWhole)
    }
    switch kind {
    case .single:
      // Every file can be read as it is, but for a gzip that ends within its first block.
      guard var reader = openSingle(systemPath, entry: nil) else { return true }
      try showHead(&reader, index: 0, entry: nil, visit)
      return false
    case .folder(let files):
      try check(files.count, "entries", limits.entries)
      for (index, file) in files.enumerated() where mayBeDocument(file.name) {
        guard var reader = openSingle(file.systemPath(in: path), entry: file.name) else { continue }
        try showHead(&reader, index: index, entry: file.name, visit)
      }
      return false
    case .zip, .cutZip: return try visitMembers(visit)
    }
  }

  private func visitMembers(_ visit: Visit) throws -> Bool {
    guard var reader = openZip() else { return true }
    var index = 0
    while true {
      switch reader.next() {
      case .end: return isCut
      case .broken: return true
      case .member(let member):
        try check(index + 1, "entries", limits.entries)
        try checkPath(member.path)
        if member.isFile, mayBeDocument(member.path) {
          if member.isEncrypted {
            throw DaymarkError(.archiveEncrypted, at: place(member.path))
          }
          try showHead(&reader, index: index, entry: member.path, visit)
        }
        index += 1
      }
    }
  }

  private func showHead(
    _ reader: inout ArchiveReader, index: Int, entry: String?, _ visit: Visit
  ) throws {
    let head = UnsafeMutableRawBufferPointer.allocate(
      byteCount: limits.prologueBytes, alignment: 16)
    defer { head.deallocate() }
    // Most heads are decided by their first bytes, and every member of a hostile archive has one.
    var count = 0
    for size in [1 << 14, limits.prologueBytes] {
      let part = UnsafeMutableRawBufferPointer(rebasing: head[count..<max(count, size)])
      count += try reader.read(into: part)
      let isDecided = try UnsafeRawBufferPointer(rebasing: head[..<count]).withMemoryRebound(
        to: UInt8.self
      ) { bytes in
        let isWhole = count < size
        let isOpen = inputFormats.contains {
          let head = DocumentHead(bytes: bytes, isWhole: isWhole, path: entry ?? name)
          return if case .undecided = $0.recognise(head) { true } else { false }
        }
        guard isWhole || !isOpen || size == limits.prologueBytes else { return false }
        try visit(index, entry, bytes, isWhole)
        return true
      }
      if isDecided { return }
    }
  }

  /// Whether a member's name lets it be a document; its content then decides.
  private func mayBeDocument(_ path: String?) -> Bool {
    guard let path else { return true }
    let parts = path.split(separator: "/")
    guard let last = parts.last?.lowercased(), !parts.contains("__MACOSX"), !last.hasPrefix("._")
    else { return false }
    return last != "export_cda.xml" && (last.hasSuffix(".xml") || last.hasSuffix(".xml.gz"))
  }

  private func check(_ count: Int, _ name: String, _ limit: Int) throws {
    if count > limit { throw DaymarkError(.archiveLimit, at: place(), limit: name, limit) }
  }

  /// Nothing is unpacked, so such a path could do no harm; but no phone writes one.
  private func checkPath(_ path: String?) throws {
    guard let path, path.hasPrefix("/") || path.split(separator: "/").contains("..") else { return }
    throw DaymarkError(.archiveUnsafePath, at: place())
  }

  // MARK: Opening

  /// The chosen document, ready to be read.
  func open(_ choice: DocumentChoice) throws -> ArchiveReader {
    let index = choice.index ?? 0
    let unreadable = DaymarkError(.archiveUnreadable, at: place(choice.entry))
    var reader: ArchiveReader?
    switch kind {
    case .single: reader = openSingle(systemPath, entry: nil)
    case .folder(let files):
      reader = openSingle(files[index].systemPath(in: path), entry: choice.entry)
    case .zip, .cutZip:
      reader = openZip()
      var member = 0
      while reader != nil, member <= index {
        guard case .member? = reader?.next() else { throw unreadable }
        member += 1
      }
    }
    guard let reader else { throw unreadable }
    return reader
  }

  private var isCut: Bool { if case .cutZip = kind { true } else { false } }

  private func openZip() -> ArchiveReader? {
    let zip = isCut ? DAYMARK_ARCHIVE_ZIP_STREAM : DAYMARK_ARCHIVE_ZIP
    return ArchiveReader(path: systemPath, kind: zip, at: place(), limits: limits)
  }

  private func openSingle(_ path: [CChar], entry: String?) -> ArchiveReader? {
    var reader = ArchiveReader(
      path: path, kind: DAYMARK_ARCHIVE_SINGLE, at: place(entry), limits: limits)
    guard reader != nil, case .member? = reader?.next() else { return nil }
    return reader
  }
}
