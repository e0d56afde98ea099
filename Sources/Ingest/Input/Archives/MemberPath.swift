/// The path of a member in its archive, or the name of a file.
struct MemberPath {
  private let text: String

  /// Takes the path that the archive states, or `nil` where it states no readable one.
  init(_ text: String?) { self.text = text ?? "" }

  /// Whether the file is compressed, according to its name.
  var isGzip: Bool { text.lowercased().hasSuffix(".gz") }

  /// The path without `.gz`, because a document is recognized by its content.
  var withoutGzip: String { isGzip ? String(text.dropLast(3)) : text }

  /// The path after unpacking: `a/b` for `./a//b`.
  var unpacked: String {
    text.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Whether a link at this path leads out of the archive.
  func leadsOut(along target: String) -> Bool {
    if target.hasPrefix("/") { return true }
    var depth = text.split(separator: "/").dropLast().count { $0 != "." }
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }

  /// Whether the file is one that file managers add to archives.
  var isLitter: Bool {
    let parts = text.split(separator: "/")
    return parts.contains("__MACOSX") || parts.last?.hasPrefix("._") == true
  }
}

// Names that may contain an address, as Garmin's do: `ann@example.com_123.fit`.
extension MemberPath {
  /// Returns the path for messages, facts and the store, without parts that may contain an address.
  ///
  /// A file is then named by its ending and number.
  ///
  /// - Parameter number: The number of the member in its archive, from 1.
  func shown(number: Int) -> String {
    guard mayHoldAddress else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let shown = parts.enumerated().map { index, part in
      guard MemberPath(part).mayHoldAddress else { return part }
      return index == parts.count - 1 ? "\(Self.ending(of: part)) \(number)" : "folder"
    }
    return shown.joined(separator: "/")
  }

  /// Whether the path contains a character that addresses contain, as it is or in the encoding of
  /// web servers.
  var mayHoldAddress: Bool {
    // This is a fast path: every member is tested, and most names contain none of these bytes.
    let mayStand = text.utf8.contains {
      $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "%") || $0 >= 0x80
    }
    return mayStand && ["@", "%40", "\u{FF20}", "\u{FE6B}"].contains { text.contains($0) }
  }

  /// Returns the ending of a name: `fit` for `a.fit.gz`.
  private static func ending(of name: String) -> String {
    let ending = MemberPath(name).withoutGzip.split(separator: ".").last.map(String.init) ?? ""
    let isEnding = !ending.isEmpty && ending.utf8.count <= 8 && ending.utf8.allSatisfy(isWordByte)
    return isEnding ? ending.lowercased() : "file"
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
