import DaymarkModel

/// A file syntax that Daymark reads.
///
/// A new one is a file in `Formats/`, a line in ``inputFormats`` and a folder of samples.
protocol InputFormat: Sendable {
  /// The stable name in facts, evidence and samples.
  static var id: String { get }

  /// Whether a document begins like one of this format.
  ///
  /// - Parameter isWhole: `head` is the whole document.
  static func recognise(_ head: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Recognition

  /// Reads a document, giving its records away batch by batch, into `facts`.
  static func read(
    _ reader: inout ArchiveReader, into facts: inout InputFacts, options: ReadOptions,
    progress: (Int64) -> Void, receive: (RecordBatch) throws -> Void) throws
}

/// What the first bytes of a document say about it.
enum Recognition {
  case recognised
  case other
  /// The document ends, or the bytes do, before one can tell.
  case undecided
}

/// Every format, in the order they are tried.
let inputFormats: [any InputFormat.Type] = [AppleHealthFormat.self]
