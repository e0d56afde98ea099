/// A place in a rule, or in a file beside it, as the keys and list positions from 0 that lead to it:
/// `requires.all.1.streak`.
///
/// The keys of a rule are those of its ``Rule/definition``.
package struct RulePath: Hashable, Sendable {
  /// The keys from the top of the rule; list positions are written in digits, from 0.
  package var keys: [String]

  package init(_ keys: String...) { self.keys = keys }

  /// Reads what ``description`` writes.
  package init(parsing text: String) {
    keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The path of a key inside this one.
  package func child(_ key: String) -> RulePath {
    var child = self
    child.keys.append(key)
    return child
  }

  /// The path of an element of the list at this path, from 0.
  package func child(_ index: Int) -> RulePath { child("\(index)") }

  /// Whether the path leads to somewhere inside `other`.
  package func isInside(_ other: RulePath) -> Bool {
    keys.count > other.keys.count && keys.starts(with: other.keys)
  }
}

extension RulePath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The keys separated by dots, as `--threshold` takes them.
  package var description: String { keys.joined(separator: ".") }

  package init(stringLiteral text: String) { self.init(parsing: text) }
}

extension RulePath {
  /// The place of the rule's condition.
  package static let requires = RulePath("requires")

  /// The place of a gate, by its position from 0.
  package static func gate(_ index: Int) -> RulePath { RulePath("quality").child(index) }
}

extension Explanation {
  /// The nodes of the rule's leaves, in the order of ``Rule/leaves``.
  package var leaves: [Explanation] { children.isEmpty ? [self] : children.flatMap(\.leaves) }
}
