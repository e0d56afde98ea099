package import DaymarkModel

/// The amount of an input that is read at a time, and the limits beyond which it is refused.
package struct ReadOptions: Hashable, Codable, Sendable {
  /// Bytes taken from the archive at a time; no result depends on it.
  package var chunkBytes: Int
  /// What workout logs leave open.
  package var logs = LogSettings()
  /// Whether the XML of Apple Health exports is read by a parser of all XML alone, and documents are
  /// unpacked by libarchive alone, both on one thread; changes no result.
  package var isCareful = false
  /// The tables that are workout logs, too; of two that describe a document the first is meant.
  package var tables: [LogTable] = []
  /// The person whose rows alone count in a file of several people's attempts; all count when `nil`.
  package var person: String?
  /// The limits on hostile inputs.
  package var limits = ReadLimits()
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
