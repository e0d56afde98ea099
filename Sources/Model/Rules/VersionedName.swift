/// The name of a rule, or of limits, with its version: `ten-thousand-steps@1.2.0`.
package struct VersionedName: Hashable, Sendable {
  /// The name, of a-z, 0-9 and -.
  package var name: String
  /// Semantic version text.
  package var version: String

  /// Makes a name and version without checking either.
  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  /// Reads what ``description`` writes.
  ///
  /// - Returns: `nil` when the name is not of a-z, 0-9 and -, or the version is no semantic one.
  package init?(_ text: String) {
    let parts = text.split(separator: "@")
    guard Self.pattern.matches(text), parts.count == 2 else { return nil }
    (name, version) = (String(parts[0]), String(parts[1]))
  }

  package static let pattern = Pattern("^\(nameCharacters)@\(semanticVersion)$")

  /// The pattern of ``name`` alone.
  package static let namePattern = Pattern("^\(nameCharacters)$")

  private static let nameCharacters = "[a-z0-9-]+"

  /// Semantic Versioning 2.0.0, the expression of its own page.
  private static let semanticVersion =
    "(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)"
    + "(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
    + "(\\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
    + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?"
}

extension VersionedName: CustomStringConvertible {
  /// The text that files have, such as `steps@1.2.0`.
  package var description: String { "\(name)@\(version)" }
}
