package import DaymarkConfiguration
import DaymarkEvaluate
import DaymarkModel
import Foundation

/// Writes first cases for a rule that has none: days that reach its thresholds, miss them, are under way or
/// are missing, with what the rule says of them now.
///
/// They are to be read: they say what the rule does, which need not be what its author means.
///
/// - Parameter path: As `loadRuleTests(at:)` takes it.
/// - Returns: The cases as they stand in the file.
/// - Throws: `ConfigurationError`; `DaymarkError` `file.exists` when there are cases, `file.unwritable`.
package func writeFirstCases(at path: String) throws -> RuleTests {
  let tests = try loadRuleTests(at: path)
  guard !tests.isPresent else {
    throw DaymarkError(.fileExists, at: InputLocation(file: tests.path))
  }
  var text = """
    # First cases, by `daymark rules test --init`: what the rule says now. Read each of them: is it what you
    # mean? Then add those that matter to you.

    """
  for chosen in try chosenCases(of: tests.rule, at: path) { text += "\n" + chosen }
  let written = try ruleTests(at: path, with: text)
  _ = try putFile(Array(text.utf8), at: tests.path)
  return written
}

/// Those of the drafts that show an answer of a leaf, or an outcome, that none before shows.
private func chosenCases(of rule: Rule, at path: String) throws -> [String] {
  guard let (days, isChallenge) = daysOfCases(ofRuleAt: path) else { return [] }
  var seen: Set<ShownAnswer> = []
  return try CaseDraft.all(of: rule, over: days).compactMap { draft in
    // A figure that no case can have is no draft.
    let asked = draft.text(isChallenge: isChallenge, expect: "outcome: pass")
    guard let tests = try? ruleTests(at: path, with: asked),
      let verdict = try testRules(tests).results.first?.verdict
    else { return nil }
    let shown = verdict.explanation.leaves.enumerated().map {
      ShownAnswer(leaf: $0, answer: $1.answer)
    }
    let answers = Set(shown + [ShownAnswer(leaf: -1, answer: verdict.outcome)])
    guard !answers.isSubset(of: seen) else { return nil }
    seen.formUnion(answers)
    let reasons = verdict.reasons.map(\.code).joined(separator: ", ")
    return draft.text(
      isChallenge: isChallenge,
      expect: "outcome: \(verdict.outcome.rawValue), reasons: [\(reasons)]")
  }
}

/// An answer of a leaf, by its position, or of the rule, at -1.
private struct ShownAnswer: Hashable {
  var leaf: Int
  var answer: Outcome
}
