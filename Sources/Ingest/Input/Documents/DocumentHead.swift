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

  init(
    bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, path: String, tables: [LogTable] = []
  ) {
    (self.bytes, self.isWhole, self.path, self.tables) = (bytes, isWhole, path, tables)
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
