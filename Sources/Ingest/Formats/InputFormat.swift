import DaymarkModel

/// A file syntax that Daymark reads.
///
/// A new one is a file in `Formats/`, which says all that is to be known of it, a line in
/// ``inputFormats`` and a folder of samples.
protocol InputFormat: Sendable {
  /// The stable name in facts, evidence and samples.
  static var id: FormatID { get }

  /// The endings of its documents' names, in lower case, without `.gz`: by them, a document too
  /// damaged to be recognised is told from what nobody reads. Empty where other files are named so,
  /// too.
  static var fileExtensions: [String] { get }

  /// The turn in which its documents are read among those of an input.
  static var turn: DocumentTurn { get }

  /// The provider whose account export such a document is part of; `nil` for a document that may
  /// come from anywhere.
  static var accountProvider: Provider? { get }

  /// The zones that its documents name.
  static var zoneNaming: ZoneNaming { get }

  /// Whether a document is a recording of activities or of a device's monitoring: its damage affects
  /// only the days it touches.
  static var isActivityFile: Bool { get }

  /// Whether a document begins like one of this format.
  static func recognise(_ head: DocumentHead) -> Recognition

  /// Reads a document and gives what is in it to `sink`, batch by batch.
  ///
  /// - Throws: `DaymarkError` when the document is refused or nothing of it can be read; what
  ///   `sink` throws.
  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws
}

extension InputFormat {
  static var fileExtensions: [String] { [] }
  static var turn: DocumentTurn { .first }
  static var accountProvider: Provider? { nil }
  static var zoneNaming: ZoneNaming { .ofSubject }
  static var isActivityFile: Bool { false }
}

/// A format of which each document is read as if it were handed in by itself.
protocol WholeInputFormat: InputFormat {
  /// The folder that the document lies in, as every archive of the provider names it.
  static var folderName: String { get }

  /// Whether a file belongs to the document and holds nothing that the document does not.
  ///
  /// - Parameters:
  ///   - fileName: Its name, in lower case.
  ///   - folder: The name of the folder that it lies in, below that of the document; `nil` where it lies beside the
  ///     document.
  static func belongsToDocument(fileName: String, inFolder folder: String?) -> Bool

  /// Whether a file's name, in lower case, lets it be a document; its content then decides.
  static func mayBeDocument(fileName: String) -> Bool
}

/// Documents of an input are read in turns: what others refer to comes first.
enum DocumentTurn: Int, CaseIterable, Comparable {
  /// Activity files, and rows that others are twins of.
  case first
  /// Twins of what was read in the first turn, and summaries that refer to it.
  case second
  /// Twins of what was read in both.
  case third

  static func < (a: DocumentTurn, b: DocumentTurn) -> Bool { a.rawValue < b.rawValue }
}
