import DaymarkModel

/// A file syntax that Daymark reads.
///
/// To add one, write a file in `Formats/` with all facts about it, a line in ``inputFormats`` and a
/// folder of samples.
protocol InputFormat: Sendable {
  /// The stable name in facts, evidence and samples.
  static var id: FormatID { get }

  /// The file endings of its documents, in lower case and without `.gz`; empty where other files
  /// have the same endings.
  ///
  /// They identify a document that is too damaged to be recognized by its content.
  static var fileExtensions: [String] { get }

  /// The turn in which its documents are read within an input.
  static var turn: DocumentTurn { get }

  /// The provider whose account export contains documents of this format; `nil` for documents from
  /// anywhere.
  static var accountProvider: Provider? { get }

  /// The way in which its documents name time zones.
  static var zoneNaming: ZoneNaming { get }

  /// Whether a document is a recording of activities or a device's monitoring, so that damage
  /// affects only its own days.
  static var isActivityFile: Bool { get }

  /// Returns whether the beginning of a document is that of this format.
  static func recognise(_ head: DocumentHead) -> Recognition

  /// Reads a document and sends its content to `sink` in batches.
  ///
  /// - Throws: `DaymarkError` where the document is refused or unreadable; the errors of `sink`.
  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws
}

extension InputFormat {
  static var fileExtensions: [String] { [] }
  static var turn: DocumentTurn { .first }
  static var accountProvider: Provider? { nil }
  static var zoneNaming: ZoneNaming { .ofSubject }
  static var isActivityFile: Bool { false }
}

/// A format whose documents are each read by themselves.
protocol WholeInputFormat: InputFormat {
  /// The name of the document's folder in every archive of the provider.
  static var folderName: String { get }

  /// Whether a file belongs to the document without containing anything new.
  ///
  /// - Parameters:
  ///   - fileName: The file name, in lower case.
  ///   - folder: The name of its folder below that of the document; `nil` for a file beside the
  ///     document.
  static func belongsToDocument(fileName: String, inFolder folder: String?) -> Bool

  /// Whether a file name, in lower case, is possible for a document.
  ///
  /// The content then decides.
  static func mayBeDocument(fileName: String) -> Bool
}

/// The turns in which the documents of an input are read.
///
/// Documents that others refer to come first.
enum DocumentTurn: Int, CaseIterable, Comparable {
  /// The first turn: activity files, and rows that documents of later turns duplicate.
  case first
  /// The second turn: duplicates of data in the first turn, and summaries that refer to it.
  case second
  /// The third turn: duplicates of data in both earlier turns.
  case third

  static func < (a: DocumentTurn, b: DocumentTurn) -> Bool { a.rawValue < b.rawValue }
}
