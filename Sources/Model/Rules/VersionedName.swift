/// The name of a rule, or of limits, with its version: `ten-thousand-steps@1.2.0`.
package struct VersionedName: Hashable, Sendable {
  /// The name, of the characters a-z, 0-9 and -.
  package var name: String
  /// The version, as Semantic Versioning writes it.
  package var version: String

  /// Makes a name and version without checking them.
  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  /// Reads what ``description`` writes.
  ///
  /// - Returns: `nil` when the name has other characters than a-z, 0-9 and -, or the version is no
  ///   semantic one.
  package init?(_ text: String) {
    let parts = text.split(separator: "@")
    guard Self.pattern.matches(text), parts.count == 2 else { return nil }
    (name, version) = (String(parts[0]), String(parts[1]))
  }

  package static let pattern = Pattern("^\(nameCharacters)@\(semanticVersion)$")

  /// The pattern of a ``name``.
  package static let namePattern = Pattern("^\(nameCharacters)$")

  private static let nameCharacters = "[a-z0-9-]+"

  /// The pattern of a version, from the page of Semantic Versioning 2.0.0.
  private static let semanticVersion =
    "(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)"
    + "(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
    + "(\\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
    + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?"
}

extension VersionedName: CustomStringConvertible {
  /// The name and version as files write them: `steps@1.2.0`.
  package var description: String { "\(name)@\(version)" }
}
