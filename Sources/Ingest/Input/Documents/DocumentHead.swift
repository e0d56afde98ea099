import DaymarkModel

/// The beginning of a document, by which its format is recognized.
struct DocumentHead {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether `bytes` are the complete document.
  let isWhole: Bool
  /// The path in the archive or folder, or a single file's name, without `.gz`.
  let path: String
  /// The outline as JSON, which is made once for all formats; see ``JSONOutline/init(_:)``.
  let outline: JSONOutline
  /// The first line as the heading of a table, which is also made once.
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
  /// It helps where the content is not sufficient, as in a Fitbit export, whose files of steps and
  /// of calories look the same.
  var name: String {
    (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
  }
}

/// A format's answer about the beginning of a document.
enum Recognition {
  case recognised
  case other
  /// The available bytes are too few to decide.
  case undecided
}

extension [UInt8] {
  /// The byte order mark in UTF-8, which some programs write before a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// A recognizer that reads the beginnings of documents and asks the formats.
struct HeadRecognition: ~Copyable {
  private let buffer: UnsafeMutableRawBufferPointer
  private let formats: [any InputFormat.Type]
  private let tables: [LogTable]
  private let sessionTables: [SessionTable]
  private var count = 0

  /// Reserves memory for the beginning of a document: `prologueBytes` of the budget's limits.
  init(_ formats: [any InputFormat.Type], _ budget: ReadBudget) {
    buffer = .allocate(byteCount: max(1, budget.limits.prologueBytes), alignment: 16)
    self.formats = formats
    (tables, sessionTables) = (budget.tables, budget.sessionTables)
  }

  deinit { buffer.deallocate() }

  enum Answer {
    case recognised(any InputFormat.Type)
    /// The document is too short to decide, or its beginning is too long.
    case undecided(any InputFormat.Type)
    case other
  }

  /// The bytes that were read of the last document.
  var head: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  /// Reads the beginning of a document and asks the formats whether it is theirs.
  ///
  /// - Parameter path: The path of the document; see ``DocumentHead/path``.
  mutating func recognise(_ document: inout ArchiveReader, path: String) throws -> Answer {
    count = 0
    // Most documents are recognized by their first bytes, and a hostile archive may have very many
    // members.
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

/// The first bytes of a zip.
///
/// Source: APPNOTE 4.3.7.
let zipSignature: [UInt8] = [0x50, 0x4B, 3, 4]
