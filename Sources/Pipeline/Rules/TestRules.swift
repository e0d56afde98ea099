package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkIngest
package import DaymarkModel

/// The results of the test cases of a rule, and the parts of the rule that they cover.
package struct RuleTestSummary: Sendable {
  /// The test cases, with their rule.
  package var tests: RuleTests
  /// The results, in the order of the file.
  package var results: [RuleTestResult]
  /// The parts of the rule that the cases cover.
  package var coverage: RuleCoverage
  /// Whether some cases were left out on purpose, so that the coverage does not count.
  package var isPartial: Bool

  /// Whether every case is as expected and all cases together cover the whole rule.
  package var hasPassed: Bool {
    !results.isEmpty && results.allSatisfy { $0.error == nil && $0.differences.isEmpty }
      && (isPartial || coverage.isFull)
  }
}

/// The result of one test case.
package struct RuleTestResult: Sendable {
  /// A part of the verdict that differs from the expected one.
  package enum Difference: Hashable, Sendable {
    case outcome(expected: Outcome, actual: Outcome)
    /// The codes of the reasons, in order.
    case reasons(expected: [String], actual: [String])
    case score(expected: Quantity, actual: Quantity?)
  }

  /// The test case.
  package var test: RuleTest
  /// The verdict; `nil` where an archive could not be read.
  package var verdict: Verdict?
  /// The differences from the expected verdict.
  package var differences: [Difference]
  /// The finding for which there is no verdict.
  package var error: Finding?

  /// Whether the answer is the expected one.
  package var hasPassed: Bool { error == nil && differences.isEmpty }
}

/// Evaluates the rule on each case.
///
/// An archive that cannot be read fails only its own case.
///
/// - Parameters:
///   - tests: The rule and its cases.
///   - name: The name of the only case to run; `nil` for all.
///   - options: The limits on hostile archives.
///   - show: Gets each case with its data and its verdict, apart from cases with unreadable
///     archives.
/// - Returns: The result of each case, and the parts of the rule that the cases cover.
/// - Throws: `CancellationError`.
package func testRules(
  _ tests: RuleTests, only name: String? = nil, options: ReadOptions = ReadOptions(),
  show: (RuleTest, SubjectAggregates, Verdict) -> Void = { _, _, _ in }
) throws -> RuleTestSummary {
  let featNames = tests.featNames
  var summary = RuleTestSummary(
    tests: tests, results: [], coverage: RuleCoverage(of: tests.rule), isPartial: name != nil)
  for test in tests.cases where name == nil || name == test.name {
    do {
      var (aggregates, flags) = try given(test, tests, options: options)
      aggregates.featNames = featNames
      let calendar = DayCalendar(zone: aggregates.zone.zone)
      let asOf = test.asOf ?? test.challenge.deadline(in: calendar)
      let verdict = decide(
        on: aggregates,
        DecisionTerms(
          subject: Subject(id: ""), challenge: test.challenge, policies: tests.policies,
          rule: tests.rule, limits: tests.limits, asOf: asOf, flags: flags))
      show(test, aggregates, verdict)
      summary.coverage.count(
        verdict,
        gatesHold: gatesHold(
          of: tests.rule, on: aggregates, in: test.challenge, quality: flags))
      summary.results.append(
        RuleTestResult(
          test: test, verdict: verdict, differences: test.expected.differences(from: verdict)))
    } catch let error as DaymarkError {
      summary.results.append(
        RuleTestResult(test: test, verdict: nil, differences: [], error: error.finding))
    }
  }
  return summary
}

extension RuleTests {
  /// The operator's names of feats, by id.
  var featNames: [String: String] {
    // The errors of the file are those of the pipeline, and not of the cases.
    operatorFiles[.feats].flatMap { try? loadFeats(in: $0) }?.names ?? [:]
  }
}

private func given(
  _ test: RuleTest, _ tests: RuleTests, options: ReadOptions
) throws -> (SubjectAggregates, QualityFlags) {
  switch test.given {
  case .figures(let aggregates, let flags):
    return (aggregates, QualityFlags(flags, limits: tests.limits.identity))
  case .archives(let paths):
    let challenge = test.challenge
    // Where the archives determine the zone, this uses the latest possible end of the period.
    let calendar = DayCalendar(zone: challenge.zone ?? .fixedOffset(seconds: -12 * 3600))
    var parameters = ReadingParameters(
      subjectZone: nil, challengeZone: challenge.zone, policies: tests.policies,
      asOf: test.asOf ?? challenge.deadline(in: calendar), operatorFiles: tests.operatorFiles,
      options: options)
    parameters.keptExports = .healthStores
    parameters.options.readsSleep = tests.rule.asksForSleep
    let job = ReadingJob(
      archives: try archivesByDigest(paths), parameters: parameters, period: challenge.period,
      daysBefore: tests.rule.daysBefore)
    let aggregates = try readAggregates(job).aggregates
    return (aggregates, qualityFlags(of: aggregates, in: challenge, limits: tests.limits))
  }
}

extension RuleTest.Expectation {
  /// Returns the parts of a verdict that differ from the expected one, with the outcome first.
  fileprivate func differences(from verdict: Verdict) -> [RuleTestResult.Difference] {
    var differences: [RuleTestResult.Difference] = []
    if verdict.outcome != outcome {
      differences.append(.outcome(expected: outcome, actual: verdict.outcome))
    }
    let codes = verdict.reasons.map(\.code)
    if let reasons, codes != reasons {
      differences.append(.reasons(expected: reasons, actual: codes))
    }
    if let score, verdict.score?.value != score {
      differences.append(.score(expected: score, actual: verdict.score?.value))
    }
    return differences
  }
}

/// The answers of a rule's parts that its test cases produce, counted during evaluation.
package struct RuleCoverage: Hashable, Sendable {
  /// The answers of one leaf.
  package struct Leaf: Hashable, Sendable {
    /// The path of the leaf; see `Rule.leaves`.
    package var path: RulePath
    /// The number of cases for each answer.
    package var counts: [Outcome: Int] = [:]

    /// The answers that no case produces.
    package var unseen: [Outcome] { Outcome.allCases.filter { counts[$0] == nil } }
  }

  /// The answers of one gate.
  package struct Gate: Hashable, Sendable {
    /// The path of the gate in the rule's definition, for example `quality.0.manualShare`.
    package var path: RulePath
    /// The number of passing cases in which the gate held.
    package var held = 0
    /// The number of cases that would pass without the gate.
    package var breached = 0
  }

  /// The leaves, in the order of the rule.
  package var leaves: [Leaf]
  /// The gates, in the order of the rule.
  package var gates: [Gate]

  init(of rule: Rule) {
    leaves = rule.leaves.map { Leaf(path: $0.path) }
    gates = rule.quality.enumerated().map { Gate(path: .gate($0).child($1.key)) }
  }

  /// Whether every leaf has passed, failed and been undetermined, and every gate has held and been
  /// breached.
  package var isFull: Bool {
    leaves.allSatisfy(\.unseen.isEmpty) && gates.allSatisfy { $0.held > 0 && $0.breached > 0 }
  }

  /// Counts the answers of the rule's leaves and gates in one case.
  ///
  /// - Parameters:
  ///   - verdict: The verdict of the case.
  ///   - gatesHold: For each gate, whether it holds, even where evaluation did not ask it.
  mutating func count(_ verdict: Verdict, gatesHold: [Bool]) {
    // Gates only apply to a rule that passes.
    if verdict.explanation.answer == .pass {
      for (index, holds) in zip(gates.indices, gatesHold) {
        if holds { gates[index].held += 1 } else { gates[index].breached += 1 }
      }
    }
    // Both lists are in the order of the rule, so a leaf that occurs twice is counted at each
    // position.
    for (index, leaf) in zip(leaves.indices, verdict.explanation.leaves) {
      leaves[index].counts[leaf.answer, default: 0] += 1
    }
  }
}
