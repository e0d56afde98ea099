import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import Testing

/// Leaves on strength training, as people write them.
struct LiftLeafTests {
  private func leaf(_ text: String) throws -> Leaf? {
    let rule = try rule("rule: r@1.0.0\ntitle: T\nrequires:\n  \(text)\n")
    guard case .leaf(let leaf) = rule.requires.kind else { return nil }
    // What a definition says is the same leaf again.
    #expect(Rule(reading: rule.definition) == rule)
    return leaf
  }

  @Test func `a leaf sums strength training`() throws {
    #expect(
      try leaf("total: { metric: volume, atLeast: 20000 kg }")
        == Leaf(.total, of: .strength(.volume), .atLeast(Quantity(20_000))))
    // 100 lb are 45.359237 kg, to 0.01 as days are.
    #expect(
      try leaf("best: { metric: volume, atLeast: 100 lb }")
        == Leaf(.best, of: .strength(.volume), .atLeast(Quantity(microUnits: 45_360_000))))
    #expect(
      try leaf("days: { metric: hardSets, atLeast: 10, count: 3 }")
        == Leaf(.days(.atLeast(3)), of: .strength(.hardSets), .atLeast(Quantity(10))))
    #expect(
      try leaf("weekly: { weeks: 4, days: { metric: strengthSessions, atLeast: 1, count: 2 } }")
        == Leaf(
          .weekly(4, .days(.atLeast(2))), of: .strength(.strengthSessions),
          .atLeast(Quantity(1))))
  }

  @Test(arguments: ["bench-press", "Bench Press (Barbell)", "Barbell_Bench_Press_-_Medium_Grip"])
  func `a lift is asked of by any name that means it`(name: String) throws {
    let leaf = try leaf("lift: { exercise: \(name), estimate: { atLeast: 100 kg } }")
    #expect(
      leaf
        == Leaf(
          .best, of: .lift(.estimate, of: "Barbell_Bench_Press_-_Medium_Grip"),
          .atLeast(Quantity(100))))
  }

  @Test func `a lift has loads and repetitions, and days`() throws {
    // A plate of 45 lb is 20.41165665 kg, and what is asked of one set is not rounded further.
    #expect(
      try leaf("lift: { exercise: squat, load: { moreThan: 225 lb }, from: 2025-09-03 }")
        == Leaf(
          .best, of: .lift(.load, of: "Barbell_Squat"),
          .moreThan(Quantity(microUnits: 102_058_283)), on: DaySelection(from: day("2025-09-03"))))
    #expect(
      try leaf("lift: { exercise: pull-ups, repetitions: { atLeast: 15 } }")
        == Leaf(.best, of: .lift(.repetitions, of: "Pullups"), .atLeast(Quantity(15))))
  }

  @Test(arguments: [
    (" { lift: { exercise: bench pres, estimate: { atLeast: 100 kg } } }", "exercise"),
    (" { lift: { exercise: squat, estimate: { atLeast: 100 } } }", "atLeast"),
    (" { lift: { exercise: squat, estimate: { atLeast: 100 km } } }", "atLeast"),
    (" { lift: { exercise: squat, repetitions: { atLeast: 5 kg } } }", "atLeast"),
    (" { lift: { exercise: squat } }", "estimate, load, repetitions"),
    (" { total: { metric: volume, atLeast: 100 } }", "atLeast"),
    (" { total: { metric: hardSet, atLeast: 100 } }", "metric"),
  ])
  func `a slip is an error`(requires: String, key: String) throws {
    let errors = try ruleErrors(requires)
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix(key) == true, "\(errors)")
  }

  @Test func `an unknown exercise is refused with the nearest`() throws {
    let files = try Files([
      "rules.yaml": """
      rule: r@1.0.0
      title: T
      requires: { lift: { exercise: barbell bench pres, estimate: { atLeast: 100 kg } } }

      """
    ])
    let findings = files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: week) }
    guard case .exerciseName(let nearest)? = findings.first?.facts.expected else {
      Issue.record("\(findings)")
      return
    }
    #expect(nearest.count == 3)
    #expect(nearest.allSatisfy { $0.contains("Bench") })
  }
}
