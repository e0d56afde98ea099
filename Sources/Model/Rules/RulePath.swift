/// A place in a rule, or in a file beside it, as the keys and list positions from 0 that lead to it:
/// `requires.all.1.streak`.
///
/// The keys of a rule are those of its ``Rule/definition``.
package struct RulePath: Hashable, Sendable {
  /// The keys from the top of the rule; positions in lists are digits.
  package var keys: [String]

  /// Makes a path of keys.
  package init(_ keys: String...) { self.keys = keys }

  /// Reads what ``description`` writes.
  package init(parsing text: String) {
    keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The path of a key below this one.
  package func child(_ key: String) -> RulePath {
    var child = self
    child.keys.append(key)
    return child
  }

  /// The path of an element of the list, from 0.
  package func child(_ index: Int) -> RulePath { child("\(index)") }

  /// Whether it is somewhere inside what `other` leads to.
  package func isInside(_ other: RulePath) -> Bool {
    keys.count > other.keys.count && keys.starts(with: other.keys)
  }
}

extension RulePath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The keys with a dot between them, as `--threshold` takes it.
  package var description: String { keys.joined(separator: ".") }

  /// Reads the value as a file has it.
  package init(stringLiteral text: String) { self.init(parsing: text) }
}

extension RulePath {
  /// The place of the condition that a rule is.
  package static let requires = RulePath("requires")

  /// The place of a gate.
  package static func gate(_ index: Int) -> RulePath { RulePath("quality").child(index) }
}

extension Explanation {
  /// The nodes of leaves, in the order of ``Rule/leaves``.
  package var leaves: [Explanation] { children.isEmpty ? [self] : children.flatMap(\.leaves) }
}
