import DaymarkModel

/// The kinds of archives, by the way they are opened.
enum PackedKind {
  case zip
  /// A tar, compressed or not; a 7z; or a file compressed by bzip2, xz or, inside another archive,
  /// gzip.
  case other

  /// The number of bytes that determine the kind.
  static let headBytes = 512

  /// Makes the kind of an archive from its first bytes; `nil` for a file that is not an archive.
  ///
  /// - Throws: `archive.method` for a kind that is not supported.
  init?(head: UnsafeRawBufferPointer, name: String, at place: InputLocation) throws {
    if Self.isPartOfSplit(head, name) {
      throw DaymarkError(.archiveMethod, at: place) { $0.method = "split" }
    }
    // This is "Rar!", then 0x1A and 7, in every version.
    if head.starts(with: [0x52, 0x61, 0x72, 0x21, 0x1A, 7]) {
      throw DaymarkError(.archiveMethod, at: place) { $0.method = "rar" }
    }
    if head.starts(with: zipSignature) {
      self = .zip
    } else if !Self.isGzip(head), Self.packs(head) {
      self = .other
    } else {
      return nil
    }
  }

  /// The first bytes of 7z and xz files.
  private static let signatures: [[UInt8]] = [
    [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
  ]

  /// Whether the file is bzip2: `BZh`, a digit for the block size, and the mark of a block, which
  /// is the digits of pi.
  private static func isBzip2(_ head: UnsafeRawBufferPointer) -> Bool {
    head.count >= 10 && head.starts(with: [0x42, 0x5A, 0x68])
      && head[4..<10].elementsEqual([0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
  }

  /// Whether the data is compressed or a tar, and therefore not a document.
  static func packs(_ head: UnsafeRawBufferPointer) -> Bool {
    isGzip(head) || isTar(head) || isBzip2(head)
      || ([zipSignature] + signatures).contains { head.starts(with: $0) }
  }

  /// Whether the data begins like a gzip and contains its complete header.
  static func isGzip(_ head: some Collection<UInt8>) -> Bool {
    head.count >= 18 && head.starts(with: [0x1F, 0x8B, 8])
  }

  /// Whether the mark of POSIX ustar is in its place, which GNU tar also uses.
  private static func isTar(_ head: UnsafeRawBufferPointer) -> Bool {
    head.count >= 263 && head[257..<262].elementsEqual("ustar".utf8)
  }

  /// Whether the file is a part of a divided archive.
  ///
  /// The first part may begin with a mark of its own. Source: APPNOTE 8.5.3.
  private static func isPartOfSplit(_ head: UnsafeRawBufferPointer, _ name: String) -> Bool {
    if head.starts(with: [0x50, 0x4B, 7, 8]) { return true }
    // Parts of a split archive have names such as `a.z01` and `a.7z.001`.
    let endings = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
      .dropFirst()
    guard let last = endings.last, last.utf8.count == 3 else { return false }
    func isNumber(_ text: Substring) -> Bool {
      text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    return last.hasPrefix("z") && isNumber(last.dropFirst())
      || isNumber(last) && ["zip", "7z", "rar"].contains(endings.dropLast().last)
  }
}
