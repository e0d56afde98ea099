import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The results of a rule's test cases, as text, as JSON and as JUnit XML.
///
/// No format contains durations, so that the same files give the same bytes.
struct RuleTestListing {
  let summary: RuleTestSummary
  let showValues: Bool

  var hasPassed: Bool { summary.hasPassed }

  var rule: String { "\(summary.tests.rule.versionedName)" }

  /// The message for a rule without test cases; `nil` where some ran.
  var emptiness: String? {
    guard summary.results.isEmpty else { return nil }
    let path = summary.tests.path
    return summary.tests.isPresent
      ? "\(path) has no cases; add one for each outcome"
      : "there is no \(path); write one with a case for each outcome"
  }

  /// The lines about parts of the rule that the cases do not cover, with a case that would.
  var gaps: [String] {
    if summary.isPartial || emptiness != nil { return [] }
    return summary.coverage.leaves.flatMap(gaps(of:)) + summary.coverage.gates.flatMap(gaps(of:))
  }

  func gaps(of leaf: RuleCoverage.Leaf) -> [String] {
    leaf.unseen.map { gap(leaf.path, $0) }
  }

  func gaps(of gate: RuleCoverage.Gate) -> [String] {
    let asked = "a case that passes but for its `manualShare`, `lateShare` or `flags`"
    return [
      gate.held > 0 ? nil : "\(gate.path) was never seen to hold; add a case that passes",
      gate.breached > 0 ? nil : "\(gate.path) was never seen to be breached; add \(asked)",
    ].compactMap(\.self)
  }

  private func gap(_ path: RulePath, _ unseen: Outcome) -> String {
    let advice =
      switch unseen {
      case .pass: "add a case in which it holds"
      case .fail: "add a case in which it does not hold, with every day known"
      case .undetermined:
        "add a case whose days are not over (`asOf`) or incomplete (`~4000`)"
      }
    return "\(path) was never seen \(Self.words(unseen)); \(advice)"
  }

  private static func words(_ outcome: Outcome) -> String {
    switch outcome {
    case .pass: "to pass"
    case .fail: "to fail"
    case .undetermined: "to be undetermined"
    }
  }

  /// Returns one line per difference from the expected verdict.
  func failures(_ result: RuleTestResult) -> [String] {
    if let error = result.error { return [Wording.line(error)] }
    return result.differences.map { difference in
      switch difference {
      case .outcome(let expected, let actual):
        "outcome: expected \(expected.rawValue), came \(actual.rawValue)"
      case .reasons(let expected, let actual):
        "reasons: expected \(expected.joined(separator: ", ")), came "
          + (actual.isEmpty ? "none" : actual.joined(separator: ", "))
      case .score(let expected, let actual):
        "score: expected \(expected), came \(score(actual, of: result))"
      }
    }
  }

  private func score(_ score: Quantity?, of result: RuleTestResult) -> String {
    guard let score else { return "none" }
    if case .archives = result.test.given, !showValues { return "another (see --show-values)" }
    return "\(score)"
  }

  /// Returns the reasons with their sentences.
  func reasons(_ result: RuleTestResult) -> [String] {
    (result.verdict?.reasons ?? []).map(\.line)
  }

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    if let emptiness { return "\(terminal.paint("FAILED", .red)) \(rule): \(emptiness)" }
    var lines = [terminal.paint("\(rule), \(summary.tests.path)", .bold), ""]
    for result in summary.results { lines += text(result, terminal) }
    lines += ["", coverage]
    let gaps = self.gaps
    if !gaps.isEmpty { lines += [""] + gaps }
    return (lines + ["", conclusion(gaps.count, terminal)]).joined(separator: "\n")
  }

  private func text(_ result: RuleTestResult, _ terminal: Terminal) -> [String] {
    guard !result.hasPassed else {
      return ["\(terminal.paint("ok", .green))      \(result.test.name)"]
    }
    return [
      "\(terminal.paint("FAILED", .red))  \(result.test.name)", "        \(result.test.place)",
    ]
      + failures(result).map { "        \($0)" } + reasons(result).map { "          \($0)" }
  }

  private var coverage: String {
    var table = Table(
      [.init(heading: "seen to")]
        + ["pass", "fail", "be undetermined"].map { .init(heading: $0, isNumeric: true) })
    table.rows = summary.coverage.leaves.map { leaf in
      ["\(leaf.path)"] + Outcome.allCases.map { "\(leaf.counts[$0] ?? 0)" }
    }
    guard !summary.coverage.gates.isEmpty else { return table.text() }
    var gates = Table([
      .init(heading: "gate seen to"), .init(heading: "hold", isNumeric: true),
      .init(heading: "be breached", isNumeric: true),
    ])
    gates.rows = summary.coverage.gates.map { ["\($0.path)", "\($0.held)", "\($0.breached)"] }
    return table.text() + "\n\n" + gates.text()
  }

  private func conclusion(_ gaps: Int, _ terminal: Terminal) -> String {
    let failed = summary.results.count { !$0.hasPassed }
    let cases = "\(summary.results.count - failed) of \(summary.results.count) cases as expected"
    let coverage =
      summary.isPartial
      ? "coverage is not asked of one case"
      : gaps == 0
        ? "every part of the rule was seen with every answer"
        : "\(gaps) answer\(gaps == 1 ? "" : "s") of its parts never seen"
    return "\(terminal.paint(cases, failed == 0 ? .green : .red)); \(coverage)."
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "rule": .string(rule), "file": .string(summary.tests.path), "passed": .bool(hasPassed),
      "cases": .array(summary.results.map(json)),
      "coverage": .array(
        summary.coverage.leaves.map { leaf in
          var members: [String: JSONValue] = ["path": .string("\(leaf.path)")]
          for outcome in Outcome.allCases {
            members[outcome.rawValue] = .number(leaf.counts[outcome] ?? 0)
          }
          return .object(members)
        }),
      "gates": .array(
        summary.coverage.gates.map { gate in
          .object([
            "path": .string("\(gate.path)"), "held": .number(gate.held),
            "breached": .number(gate.breached),
          ])
        }),
      "problems": .array((gaps + [emptiness].compactMap { $0 }).map { .string($0) }),
    ])
  }

  private func json(_ result: RuleTestResult) -> JSONValue {
    let expected = result.test.expected
    return .object(present: [
      "case": .string(result.test.name), "place": .string("\(result.test.place)"),
      "passed": .bool(result.hasPassed),
      "expected": .object(present: [
        "outcome": .string(expected.outcome.rawValue),
        "reasons": expected.reasons.map { .array($0.map { .string($0) }) },
        "score": expected.score.map { .number($0) },
      ]),
      "outcome": result.verdict.map { .string($0.outcome.rawValue) },
      "reasons": result.verdict.map { .array($0.reasons.map(\.json)) },
      "failures": .array(failures(result).map { .string($0) }),
    ])
  }
}

extension RuleTestListing {
  /// The JUnit XML, with one test case per case and one per part of the rule.
  var junit: String {
    var suite = JUnitSuite(rule)
    for result in summary.results {
      suite.add(
        result.test.name, of: rule, at: result.test.place,
        failure: failures(result) + (result.hasPassed ? [] : reasons(result)))
    }
    if let emptiness {
      suite.add("has cases", of: rule, failure: [emptiness])
    } else if !summary.isPartial {
      let group = "\(rule) coverage"
      for leaf in summary.coverage.leaves {
        suite.add("\(leaf.path)", of: group, failure: gaps(of: leaf))
      }
      for gate in summary.coverage.gates {
        suite.add("\(gate.path)", of: group, failure: gaps(of: gate))
      }
    }
    return suite.text
  }
}
