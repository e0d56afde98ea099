import DaymarkModel

/// The beginning of a document, which must be enough to tell its format.
struct DocumentHead {
  let bytes: UnsafeBufferPointer<UInt8>
  /// `bytes` is the whole document.
  let isWhole: Bool
  /// Path in the archive or folder, or a single file's name; without `.gz`.
  let path: String
  /// Made once, for several formats ask for it; see ``JSONOutline/init(_:)``.
  let outline: JSONOutline
  /// The first line as that of a table; made once, too.
  let heading: TableHeading
  /// The tables that the operator describes.
  let tables: [LogTable]
  /// The session logs that the operator describes.
  let sessionTables: [SessionTable]

  init(
    bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, path: String, tables: [LogTable] = [],
    sessionTables: [SessionTable] = []
  ) {
    (self.bytes, self.isWhole, self.path, self.tables) = (bytes, isWhole, path, tables)
    self.sessionTables = sessionTables
    outline = JSONOutline(of: bytes, isWhole: isWhole)
    heading = TableHeading(of: bytes)
  }

  /// The last component of the path, in lower case.
  ///
  /// A hint where the content says too little, as in a Fitbit export, whose files of steps and of
  /// calories look the same.
  var name: String {
    (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
  }
}

/// The answer of a format to the beginning of a document.
enum Recognition {
  case recognised
  case other
  /// The document ends, or the bytes do, before one can tell.
  case undecided
}

extension [UInt8] {
  /// The byte order mark in UTF-8, which some programs write before a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// Reads the beginnings of documents and asks the formats whose they are.
struct HeadRecognition: ~Copyable {
  private let buffer: UnsafeMutableRawBufferPointer
  private let formats: [any InputFormat.Type]
  private let tables: [LogTable]
  private let sessionTables: [SessionTable]
  private var count = 0

  /// - Parameter budget: Its `prologueBytes` are read of a document at most.
  init(_ formats: [any InputFormat.Type], _ budget: ReadBudget) {
    buffer = .allocate(byteCount: max(1, budget.limits.prologueBytes), alignment: 16)
    self.formats = formats
    (tables, sessionTables) = (budget.tables, budget.sessionTables)
  }

  deinit { buffer.deallocate() }

  enum Answer {
    case recognised(any InputFormat.Type)
    /// The document is too short to tell, or begins with too much that says nothing.
    case undecided(any InputFormat.Type)
    case other
  }

  /// The bytes that were read of the last document.
  var head: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  /// - Parameter path: Of the document, as ``DocumentHead/path``.
  mutating func recognise(_ document: inout ArchiveReader, path: String) throws -> Answer {
    count = 0
    // Most heads are decided by their first bytes, and every member of a hostile archive has one.
    for size in [min(1 << 14, buffer.count), buffer.count] {
      var isWhole = false
      while count < size, !isWhole {
        let part = try document.read(into: .init(rebasing: buffer[count..<size]))
        count += part
        try document.budget.spend(part, of: .headBytes, at: document.location)
        isWhole = part == 0
      }
      let answer = ask(path: path, isWhole: isWhole)
      if case .undecided = answer, !isWhole, size < buffer.count { continue }
      return answer
    }
    return .other
  }

  private func ask(path: String, isWhole: Bool) -> Answer {
    head.withMemoryRebound(to: UInt8.self) { bytes in
      let head = DocumentHead(
        bytes: bytes, isWhole: isWhole, path: path, tables: tables,
        sessionTables: sessionTables)
      var answer = Answer.other
      for format in formats {
        switch (format.recognise(head), answer) {
        case (.recognised, _): return .recognised(format)
        case (.undecided, .other): answer = .undecided(format)
        default: break
        }
      }
      return answer
    }
  }
}

/// APPNOTE 4.3.7.
let zipSignature: [UInt8] = [0x50, 0x4B, 3, 4]
