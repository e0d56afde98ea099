/// The stable name of an input format, in evidence, in the store and in the folders of samples.
package struct FormatID: Hashable, Sendable {
  /// The name itself, such as `fitbit-web-api`.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The export of Apple's Health app, the only format that the intake profile `lightchallenge`
  /// takes.
  package static let appleHealth = FormatID("apple-health")

  /// Stands for an input with documents of several formats.
  package static let mixed = FormatID("mixed")

  /// A table of attempts at feats that an operator keeps.
  package static let featAttempts = FormatID("feat-attempts")
  /// The attempts at feats that the application Ladder keeps.
  package static let ladderAttempts = FormatID("ladder-attempts")

  private static let exportEnding = "-export"

  package static func accountExport(of provider: Provider) -> FormatID {
    FormatID("\(provider)\(exportEnding)")
  }

  /// The provider whose whole account an input of this format is; `nil` for single files and
  /// tables.
  package var exportProvider: Provider? {
    if self == .appleHealth { return .apple }
    guard text.hasSuffix(Self.exportEnding) else { return nil }
    return Provider(String(text.dropLast(Self.exportEnding.count)))
  }

  /// Whether the documents hold attempts at feats in place of exercises.
  package var isOfFeats: Bool { self == .featAttempts || self == .ladderAttempts }

  /// Stands for an input of which nothing could be read.
  package static let unread = FormatID("unread")
}

extension FormatID: Comparable {
  package static func < (a: FormatID, b: FormatID) -> Bool { a.text < b.text }
}

extension FormatID: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FormatID: CustomStringConvertible {
  package var description: String { text }
}
