package import DaymarkModel

/// The amount of an input that is read at a time, and the limits beyond which it is refused.
package struct ReadOptions: Sendable {
  /// The number of bytes that are read from the archive at a time.
  ///
  /// It does not change the result.
  package var chunkBytes: Int
  /// The settings for facts that workout logs omit.
  package var logs = LogSettings()
  /// Whether only the general XML parser and libarchive are used, both on one thread.
  ///
  /// It does not change the result.
  package var isCareful = false
  /// The operator's tables that are workout logs.
  ///
  /// If two describe a document, the first is used.
  package var tables: [LogTable] = []
  /// The operator's tables that are session logs; see Formats, "Session logs".
  package var sessionTables: [SessionTable] = []
  /// The person whose rows count in a file of several people's attempts; `nil` for all rows.
  package var person: String?
  /// The limits on hostile inputs.
  package var limits = ReadLimits()
  /// The access to files.
  package var files: any InputFiles = SystemFiles()
  /// The number of bytes that the parser receives at a time.
  ///
  /// The point at which a parser detects a missing end depends on it, so it is the same for every
  /// chunk size.
  var blockBytes = 1 << 16
  /// The size from which an input is read, and a document decompressed, on a separate thread.
  ///
  /// It does not change the result.
  var largeBytes: Int64 = 1 << 20

  /// Makes options.
  ///
  /// - Parameters:
  ///   - chunkBytes: The number of bytes that are read at once. It does not change the result.
  ///   - showsNames: Whether members are named in full, even if a name may contain an address; see
  ///     Formats, "Names that hold an address".
  package init(chunkBytes: Int = 1 << 16, showsNames: Bool = false) {
    self.chunkBytes = max(1, chunkBytes)
    limits.showsNames = showsNames
  }

  /// Whether members are named in full.
  package var showsNames: Bool { limits.showsNames }

  /// Whether sleep is read, which takes time and which most challenges do not ask for.
  package var readsSleep: Bool {
    get { limits.readsSleep }
    set { limits.readsSleep = newValue }
  }

  /// Options with some limits set to other amounts.
  package func setting(_ amounts: [ReadLimit: Int]) -> ReadOptions {
    var options = self
    for (limit, most) in amounts { options.limits[limit] = most }
    return options
  }

  init(chunkBytes: Int = 1 << 16, limits: ReadLimits) {
    self.init(chunkBytes: chunkBytes)
    self.limits = limits
  }
}

/// The limits that refuse hostile input early, and accept genuine exports of many gigabytes; see
/// Errors, "Limits".
///
/// The limits in ``ReadBudget`` apply to all archives of a subject together. Others apply to one
/// document, tag, row or name.
package struct ReadLimits: Hashable, Sendable {
  /// The maximum number of decompressed bytes of all documents that are read.
  var documentBytes = 64 << 30
  /// The maximum ratio of a document's size to its compressed size, above `ratioFloorBytes`.
  ///
  /// Genuine exports have ratios of 7 to 27.
  var compressionRatio = 250
  /// The maximum ratio of all decompressed bytes to the size of the archives, above four times
  /// `ratioFloorBytes`.
  var inputRatio = 250
  /// The number of decompressed bytes below which ratios are not checked.
  var ratioFloorBytes = 2 << 20
  /// The maximum number of members of archives, including nested ones, or of files in folders.
  var entries = 200_000
  /// The maximum number of members or files whose names allow an Apple Health document, so that
  /// their beginnings are read.
  var documents = 1000
  /// The maximum number of bytes that are read to recognize documents.
  ///
  /// Most need only their first 16 KiB, so that `entries` documents fit.
  var headBytes = 4 << 30
  /// The maximum depth of nested archives below the input.
  var nestedDepth = 2
  /// The maximum number of nested archives.
  var nestedArchives = 100
  /// The maximum total size of nested archives, which are unpacked to temporary files.
  var nestedBytes = 4 << 30
  /// The maximum number of records, totals of days, activities and points of tracks.
  var records = 100_000_000
  /// The maximum memory for samples, activities and tracks, in bytes.
  var memoryBytes = 2 << 30
  /// The maximum number of bytes before the root element of a document.
  var prologueBytes = 1 << 20
  /// The maximum length of one tag in bytes.
  var tagBytes = 1 << 20
  /// The maximum number of attributes of one tag.
  var attributes = 256
  /// The maximum number of open elements.
  var depth = 64
  /// The maximum length of one element of a JSON document, in bytes.
  ///
  /// It is far above any day or activity; a day's heart rate by the second takes 1.5 MB.
  var elementBytes = 4 << 20
  /// The maximum length of one row of a CSV document, in bytes.
  var rowBytes = 1 << 20
  /// The maximum number of fields in a row.
  var columns = 1000
  /// The maximum number of different source names, units or zone names.
  var names = 10_000
  /// The maximum length of a name, in bytes.
  var nameBytes = 4096
  /// Whether members are named in full, even if their names may contain an address.
  ///
  /// Like the limits, it is available wherever members are named.
  var showsNames = false
  /// Whether sleep is read.
  ///
  /// Like the limits, it is available wherever documents are recognised.
  var readsSleep = false

  package init() {}

  /// The amount of a limit; `nil` for ``ReadLimit/parserMemory``, which cannot be set.
  package subscript(_ limit: ReadLimit) -> Int? {
    get { Self.path(of: limit).map { self[keyPath: $0] } }
    set {
      if let path = Self.path(of: limit), let newValue { self[keyPath: path] = newValue }
    }
  }

  private static func path(of limit: ReadLimit) -> WritableKeyPath<ReadLimits, Int>? {
    switch limit {
    case .documentBytes: \.documentBytes
    case .compressionRatio: \.compressionRatio
    case .inputRatio: \.inputRatio
    case .ratioFloorBytes: \.ratioFloorBytes
    case .entries: \.entries
    case .documents: \.documents
    case .headBytes: \.headBytes
    case .nestedDepth: \.nestedDepth
    case .nestedArchives: \.nestedArchives
    case .nestedBytes: \.nestedBytes
    case .records: \.records
    case .memoryBytes: \.memoryBytes
    case .prologueBytes: \.prologueBytes
    case .tagBytes: \.tagBytes
    case .attributes: \.attributes
    case .depth: \.depth
    case .elementBytes: \.elementBytes
    case .rowBytes: \.rowBytes
    case .columns: \.columns
    case .names: \.names
    case .nameBytes: \.nameBytes
    case .parserMemory: nil
    }
  }
}
