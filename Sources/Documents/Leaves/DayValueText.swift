package import DaymarkModel

extension DayValue {
  /// A text that identifies the value, the same in every run; it is the definition of a leaf that
  /// asks for the value.
  package var definitionText: String {
    let measures: [Leaf.Measure] = [.total, .days(.every), .best]
    let definitions = measures.lazy.map { measure -> JSONValue in
      let leaf = Leaf(measure, of: self, .atLeast(.zero))
      return leaf.kind.leaf.definition(of: leaf) ?? .null
    }
    return (definitions.first { $0 != .null } ?? .null).canonicalText
  }
}
