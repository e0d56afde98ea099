import DaymarkModel

/// A file syntax that Daymark reads.
///
/// A new one is a file in `Formats/`, which also says how its documents' names end, a line in
/// ``inputFormats`` and a folder of samples.
protocol InputFormat: Sendable {
  /// The stable name in facts, evidence and samples.
  static var id: String { get }

  /// How the names of its documents end, in lower case, without `.gz`: by it, a document too damaged
  /// to be recognised is told from what nobody reads. Empty where other files are named so, too.
  static var fileExtensions: [String] { get }

  /// When its documents are read among those of an input.
  static var turn: ReadingTurn { get }

  /// The provider whose account export such a document is part of; `nil` for a document that may
  /// come from anywhere.
  static var accountProvider: String? { get }

  /// Whether a document is a recording of activities or of a device's monitoring: its damage affects
  /// only the days it touches.
  static var isActivityFile: Bool { get }

  /// Whether a document begins like one of this format.
  static func recognise(_ head: DocumentHead) -> Recognition

  /// Reads a document and gives what is in it to `reading`, batch by batch.
  ///
  /// - Throws: `DaymarkError` when the document is refused or nothing of it can be read; what
  ///   `reading` throws.
  static func read(_ document: inout ArchiveReader, into reading: inout InputReading) throws
}

extension InputFormat {
  static var fileExtensions: [String] { [] }
  static var turn: ReadingTurn { .first }
  static var accountProvider: String? { nil }
  static var isActivityFile: Bool { false }
}

/// Documents of an input are read in turns: what others refer to comes first.
enum ReadingTurn: Int, CaseIterable, Comparable {
  /// Activity files, and rows that others are twins of.
  case first
  /// Twins of what was read in the first turn, and summaries that refer to it.
  case second

  static func < (a: ReadingTurn, b: ReadingTurn) -> Bool { a.rawValue < b.rawValue }
}

/// The beginning of a document, which must be enough to tell its format.
struct DocumentHead {
  let bytes: UnsafeBufferPointer<UInt8>
  /// `bytes` is the whole document.
  let isWhole: Bool
  /// Path in the archive or folder, or a single file's name; without `.gz`.
  let path: String
  /// Made once, for several formats ask for it; see ``JSONOutline/init(_:)``.
  let outline: JSONOutline

  init(bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, path: String) {
    (self.bytes, self.isWhole, self.path) = (bytes, isWhole, path)
    outline = JSONOutline(of: bytes, isWhole: isWhole)
  }

  /// The last component of the path, in lower case.
  ///
  /// A hint where the content says too little, as in a Fitbit export, whose files of steps and of
  /// calories look the same.
  var name: String {
    (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
  }
}

/// What the first bytes of a document say about it.
enum Recognition {
  case recognised
  case other
  /// The document ends, or the bytes do, before one can tell.
  case undecided
}

/// Every format, in the order they are tried.
let inputFormats: [any InputFormat.Type] = [
  AppleHealthFormat.self,
  FITFormat.self,
  StravaExport.self,
  TCXFormat.self,
  GPXFormat.self,
  StravaAPI.self,
  GarminExportActivities.self,
  GarminExportDays.self,
  GarminActivitiesCSV.self,
  GarminHealthAPI.self,
  FitbitMinutes.self,
  FitbitProfile.self,
  FitbitGlobalExport.self,
  FitbitWebAPI.self,
]
