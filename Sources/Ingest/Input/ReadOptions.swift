import DaymarkModel

/// The amount of an input that is read at a time, and the limits beyond which it is refused.
public struct ReadOptions: Hashable, Codable, Sendable {
  /// Bytes taken from the archive at a time; no result depends on it.
  public var chunkBytes: Int
  /// The limits on hostile inputs.
  var limits = ReadLimits()
  /// Bytes given to the parser at a time.
  ///
  /// When a parser sees that a comment or a tag has no end depends on how much it is shown; so this
  /// is the same for every chunk size.
  var blockBytes = 1 << 16

  /// Makes options; a chunk is as much as is read at once, and changes no result.
  public init(chunkBytes: Int = 1 << 16) { self.chunkBytes = max(1, chunkBytes) }

  init(chunkBytes: Int = 1 << 16, limits: ReadLimits) {
    self.init(chunkBytes: chunkBytes)
    self.limits = limits
  }
}

/// Limits that refuse hostile input before it costs anything, and let a genuine export of many
/// gigabytes pass.
struct ReadLimits: Hashable, Codable, Sendable {
  /// Bytes of one document after decompression, and of all documents of an input.
  var documentBytes: Int64 = 64 << 30
  /// Largest ratio of a document's size to its share of the archive, above `ratioFloorBytes`.
  ///
  /// Genuine exports are 7 to 27 times.
  var compressionRatio: Int64 = 250
  /// Below this many decompressed bytes the ratio is not looked at.
  var ratioFloorBytes: Int64 = 64 << 20
  /// Members of an archive and of those that lie in it, or files of a folder.
  var entries = 200_000
  /// Members or files whose names let them be an Apple Health document, so that their beginnings
  /// are read.
  var documents = 1000
  /// Bytes of all beginnings that are read to recognise the documents of an account export.
  ///
  /// Most are decided by their first 16 KiB, so `entries` of them fit.
  var headBytes: Int64 = 4 << 30
  /// Archives that may lie in each other below the input.
  var nestedDepth = 2
  /// Archives that lie in others.
  var nestedArchives = 100
  /// Their bytes together.
  var nestedBytes: Int64 = 4 << 30
  /// Bytes before the root element of a document.
  var prologueBytes = 1 << 20
  /// Bytes of one tag.
  var tagBytes = 1 << 20
  /// Attributes of one tag.
  var attributes = 256
  /// Elements open at a time.
  var depth = 64
  /// Bytes of one row of a CSV document.
  var rowBytes = 1 << 20
  /// Fields of one.
  var columns = 1000
  /// Distinct source names, units or zone names of one input.
  var names = 10_000
  /// Bytes of one of them.
  var nameBytes = 4096
}
