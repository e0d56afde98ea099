/// A feat as a rule asks about it: by its id, which decides, and by the operator's name for
/// sentences.
package struct FeatReference: Sendable, ExpressibleByStringLiteral {
  package let id: String
  /// The operator's name; `nil` where it is not known.
  package var name: String?

  package init(_ id: String, name: String? = nil) { (self.id, self.name) = (id, name) }

  package init(stringLiteral id: String) { self.init(id) }
}

// Two references are the same feat whatever it is called.
extension FeatReference: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
