/// The path of a member in its archive, or the name of a file.
struct MemberPath {
  private let text: String

  /// - Parameter text: `nil` when the archive gives no readable path.
  init(_ text: String?) { self.text = text ?? "" }

  /// Whether the file is compressed, by its name.
  var isGzip: Bool { text.lowercased().hasSuffix(".gz") }

  /// The path without `.gz`: what decides of a document is what it holds.
  var withoutGzip: String { isGzip ? String(text.dropLast(3)) : text }

  /// The path that it is unpacked to: `a/b` of `./a//b`.
  var unpacked: String {
    text.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Whether a link that stands here leads out of the archive.
  func leadsOut(along target: String) -> Bool {
    if target.hasPrefix("/") { return true }
    var depth = text.split(separator: "/").dropLast().count { $0 != "." }
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }

  /// Whether it is one of the files that a file manager leaves beside those it packs.
  var isLitter: Bool {
    let parts = text.split(separator: "/")
    return parts.contains("__MACOSX") || parts.last?.hasPrefix("._") == true
  }
}

// Names that may hold an address, as Garmin's do: `ann@example.com_123.fit`.
extension MemberPath {
  /// The path in messages, facts and the store: a part that may hold an address is left out, and a file is
  /// told by its ending and its number.
  ///
  /// - Parameter number: Of the member in its archive, from 1.
  func shown(number: Int) -> String {
    guard mayHoldAddress else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let shown = parts.enumerated().map { index, part in
      guard MemberPath(part).mayHoldAddress else { return part }
      return index == parts.count - 1 ? "\(Self.ending(of: part)) \(number)" : "folder"
    }
    return shown.joined(separator: "/")
  }

  /// Whether there is a sign that stands in addresses, as it is or as web servers write it.
  var mayHoldAddress: Bool {
    // Each member is asked, and in most names stands no byte of any of the signs.
    let mayStand = text.utf8.contains {
      $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "%") || $0 >= 0x80
    }
    return mayStand && ["@", "%40", "\u{FF20}", "\u{FE6B}"].contains { text.contains($0) }
  }

  /// `fit` of `a.fit.gz`.
  private static func ending(of name: String) -> String {
    let ending = MemberPath(name).withoutGzip.split(separator: ".").last.map(String.init) ?? ""
    let isEnding = !ending.isEmpty && ending.utf8.count <= 8 && ending.utf8.allSatisfy(isWordByte)
    return isEnding ? ending.lowercased() : "file"
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
