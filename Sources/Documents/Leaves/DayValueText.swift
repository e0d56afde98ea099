package import DaymarkModel

extension DayValue {
  /// A text that names the value, the same in every run: how a leaf that asks for it is written.
  package var definitionText: String {
    let measures: [Leaf.Measure] = [.total, .days(.every), .best]
    let definitions = measures.lazy.map { measure -> JSONValue in
      let leaf = Leaf(measure, of: self, .atLeast(.zero))
      return leaf.kind.leaf.definition(of: leaf) ?? .null
    }
    return (definitions.first { $0 != .null } ?? .null).canonicalText
  }
}
