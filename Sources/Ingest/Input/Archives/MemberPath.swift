/// The path of a member in its archive, or the name of a file.
struct MemberPath {
  private let text: String

  /// - Parameter text: `nil` when the archive gives no readable path.
  init(_ text: String?) { self.text = text ?? "" }

  /// Whether the file is compressed, by its name.
  var isGzip: Bool { text.lowercased().hasSuffix(".gz") }

  /// The path without `.gz`: what decides of a document is what it holds.
  var withoutGzip: String { isGzip ? String(text.dropLast(3)) : text }

  /// Whether it is one of the files that a file manager leaves beside those it packs.
  var isLitter: Bool {
    let parts = text.split(separator: "/")
    return parts.contains("__MACOSX") || parts.last?.hasPrefix("._") == true
  }
}
