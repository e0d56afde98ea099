package import DaymarkModel

/// The amount of an input that is read at a time, and the limits beyond which it is refused.
package struct ReadOptions: Sendable {
  /// Bytes taken from the archive at a time; no result depends on it.
  package var chunkBytes: Int
  /// What workout logs leave open.
  package var logs = LogSettings()
  /// Whether the XML of Apple Health exports is read by a parser of all XML alone, and documents are
  /// unpacked by libarchive alone, both on one thread; changes no result.
  package var isCareful = false
  /// The tables that are workout logs, too; of two that describe a document the first is meant.
  package var tables: [LogTable] = []
  /// The tables that are session logs, too; see Formats, "Session logs".
  package var sessionTables: [SessionTable] = []
  /// The person whose rows alone count in a file of several people's attempts; all count when `nil`.
  package var person: String?
  /// The limits on hostile inputs.
  package var limits = ReadLimits()
  /// Opens the inputs.
  package var files: any InputFiles = SystemFiles()
  /// Bytes given to the parser at a time.
  ///
  /// When a parser sees that a comment or a tag has no end depends on how much it is shown; so this
  /// is the same for every chunk size.
  var blockBytes = 1 << 16
  /// The size from which on an input is read, and a document unpacked, on a thread of its own; changes no
  /// result.
  var largeBytes: Int64 = 1 << 20

  /// Makes options.
  ///
  /// - Parameters:
  ///   - chunkBytes: As much as is read at once; changes no result.
  ///   - showsNames: Whether members are named in full, also where a name may hold an address; see
  ///     Formats, "Names that hold an address".
  package init(chunkBytes: Int = 1 << 16, showsNames: Bool = false) {
    self.chunkBytes = max(1, chunkBytes)
    limits.showsNames = showsNames
  }

  /// Whether members are named in full.
  package var showsNames: Bool { limits.showsNames }

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

/// Limits that refuse hostile input before it costs anything, and let a genuine export of many
/// gigabytes pass; see Errors, "Limits".
///
/// Those of ``ReadBudget`` are of one subject, whose archives share them; others are of one document,
/// tag, row or name.
package struct ReadLimits: Hashable, Sendable {
  /// Bytes of all documents that are read, after decompression.
  var documentBytes = 64 << 30
  /// Largest ratio of a document's size to its share of the archive, above `ratioFloorBytes`.
  ///
  /// Genuine exports are 7 to 27 times.
  var compressionRatio = 250
  /// Largest ratio of everything that was unpacked to the size of the archives, above four times
  /// `ratioFloorBytes`.
  var inputRatio = 250
  /// Below this many decompressed bytes ratios are not looked at.
  var ratioFloorBytes = 2 << 20
  /// Members of archives and of those that lie in them, or files of folders.
  var entries = 200_000
  /// Members or files whose names let them be an Apple Health document, so that their beginnings
  /// are read.
  var documents = 1000
  /// Bytes of all beginnings that are read to recognise documents.
  ///
  /// Most are decided by their first 16 KiB, so `entries` of them fit.
  var headBytes = 4 << 30
  /// Archives that may lie in each other below the input.
  var nestedDepth = 2
  /// Archives that lie in others.
  var nestedArchives = 100
  /// Their bytes together, which are unpacked to temporary files.
  var nestedBytes = 4 << 30
  /// Records, totals of days, activities and points of tracks.
  var records = 100_000_000
  /// Bytes of memory that samples, activities and tracks take.
  var memoryBytes = 2 << 30
  /// Bytes before the root element of a document.
  var prologueBytes = 1 << 20
  /// Bytes of one tag.
  var tagBytes = 1 << 20
  /// Attributes of one tag.
  var attributes = 256
  /// Elements open at a time.
  var depth = 64
  /// Bytes of one element of a JSON document.
  ///
  /// Far beyond any day or activity; a day's heart rate by the second has 1.5 MB.
  var elementBytes = 4 << 20
  /// Bytes of one row of a CSV document.
  var rowBytes = 1 << 20
  /// Fields of one.
  var columns = 1000
  /// Distinct source names, units or zone names.
  var names = 10_000
  /// Bytes of one of them.
  var nameBytes = 4096
  /// Whether members whose names may hold an address are named in full.
  ///
  /// It goes to whatever names a member, as the limits do.
  var showsNames = false

  package init() {}

  /// The amount that a limit allows; `nil` of ``ReadLimit/parserMemory``, which nobody sets.
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
