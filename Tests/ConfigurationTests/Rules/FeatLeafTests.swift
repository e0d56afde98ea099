import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import Testing

/// Leaves on feats, as people write them.
struct FeatLeafTests {
  private func leaf(_ text: String) throws -> Leaf? {
    let rule = try rule("rule: r@1.0.0\ntitle: T\nrequires:\n  \(text)\n")
    guard case .leaf(let leaf) = rule.requires.kind else { return nil }
    // What a definition says is the same leaf again.
    #expect(Rule(reading: rule.definition) == rule)
    return leaf
  }

  @Test func `a feat counts repetitions unless something else is said`() throws {
    #expect(
      try leaf("feat: { id: pushups-1min, atLeast: 40 }")
        == Leaf(.best, of: .feat(.repetitions, of: "pushups-1min"), .atLeast(Quantity(40))))
    #expect(
      try leaf("feat: { id: bench, counts: load, moreThan: 100 kg, from: 2025-09-03 }")
        == Leaf(
          .best, of: .feat(.load, of: "bench"), .moreThan(Quantity(100)),
          on: DaySelection(from: day("2025-09-03"))))
  }

  @Test func `thresholds are as exact as attempts are`() throws {
    // 95 s are 1.583333 min; to 0.01 they would be 94.8 s.
    #expect(
      try leaf("feat: { id: plank, counts: time, atLeast: 95 s }")
        == Leaf(
          .best, of: .feat(.time, of: "plank"), .atLeast(Quantity(microUnits: 1_583_333))))
    // A plate of 45 lb is 20.41165665 kg.
    #expect(
      try leaf("feat: { id: bench, counts: load, atLeast: 225 lb }")
        == Leaf(
          .best, of: .feat(.load, of: "bench"), .atLeast(Quantity(microUnits: 102_058_283))))
  }

  @Test(arguments: [
    ("{ feat: { id: bench, atLeast: 100 kg } }", "atLeast"),
    ("{ feat: { id: bench, counts: load, atLeast: 100 } }", "atLeast"),
    ("{ feat: { id: bench, counts: weight, atLeast: 100 kg } }", "counts"),
    ("{ feat: { atLeast: 40 } }", "id"),
  ])
  func `what does not go together is refused`(text: String, key: String) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try rule("rule: r@1.0.0\ntitle: T\nrequires: \(text)\n")
    }
    #expect(error.findings.map(\.facts.key).contains(key))
  }
}
