/// The stable name of an input format in evidence, in the store and among the samples.
package struct FormatID: Hashable, Sendable {
  /// The name itself, such as `fitbit-web-api`.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The document of the Health app's export: the only one that the `lightchallenge` profile takes.
  package static let appleHealth = FormatID("apple-health")

  /// An input with documents of several formats.
  package static let mixed = FormatID("mixed")

  /// A table of attempts at feats.
  package static let featAttempts = FormatID("feat-attempts")
  /// The attempts at feats that Ladder's application keeps.
  package static let ladderAttempts = FormatID("ladder-attempts")

  private static let exportEnding = "-export"

  /// The id of a provider's account export.
  package static func accountExport(of provider: Provider) -> FormatID {
    FormatID("\(provider)\(exportEnding)")
  }

  /// The provider of which it is an export of everything; `nil` of single files and tables.
  package var exportProvider: Provider? {
    if self == .appleHealth { return .apple }
    guard text.hasSuffix(Self.exportEnding) else { return nil }
    return Provider(String(text.dropLast(Self.exportEnding.count)))
  }

  /// Whether its exercises are feats.
  package var isOfFeats: Bool { self == .featAttempts || self == .ladderAttempts }

  /// The format of an input of which nothing could be read.
  package static let unread = FormatID("unread")
}

extension FormatID: Comparable {
  /// Whether the name of `a` comes first.
  package static func < (a: FormatID, b: FormatID) -> Bool { a.text < b.text }
}

extension FormatID: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FormatID: CustomStringConvertible {
  /// The ``text``.
  package var description: String { text }
}
