import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// How a rule is to another for all data, as text and JSON.
///
/// Its cases are made up: it holds no health values.
struct RuleComparisonListing {
  let comparison: RuleComparison

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    let title =
      "rule \(comparison.old.identityText) to \(comparison.new.identityText), "
      + comparison.scope.days
    let relation = comparison.relation
    let answer =
      terminal.paint(relation.word, relation == .equal ? .green : .yellow) + ": "
      + relation.sentence
    var parts = [terminal.paint(title, .bold), answer]
    let searches = [comparison.better, comparison.worse]
    parts += searches.flatMap(\.cases).map(\.text)
    parts += comparison.scope.texts(searches)
    return parts.joined(separator: "\n\n")
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "old": comparison.old.identity, "new": comparison.new.identity,
      "relation": .string(comparison.relation.rawValue), "scope": comparison.scope.json,
      "better": comparison.better.json, "worse": comparison.worse.json,
    ])
  }
}

extension RuleComparison.Relation {
  fileprivate var word: String { self == .undecided ? "not decided" : rawValue }

  fileprivate var sentence: String {
    switch self {
    case .equal: "both rules always have the same outcome."
    case .stricter: "the new rule is never better for anybody, and on these days it is worse."
    case .looser: "the new rule is never worse for anybody, and on these days it is better."
    case .neither: "the new rule is sometimes better, and sometimes worse."
    case .undecided: "it is not known whether one of them is stricter."
    }
  }
}

extension RuleScope {
  /// `2025-09-01..2025-09-30`.
  var days: String { "\(from)..\(to)" }

  /// What was asked about, and the leaves that kept some of it from being decided.
  func texts(_ searches: [RuleSearch]) -> [String] {
    var leaves: [String] = []
    for path in searches.flatMap(\.doubts) where !leaves.contains("  \(path)") {
      leaves.append("  \(path)")
    }
    let doubts = "Not decided, with \(seconds) s for a question, because of:\n"
    return (leaves.isEmpty ? [] : [doubts + leaves.joined(separator: "\n")]) + [
      "About all data of these days at the proof deadline, with up to \(sessionsPerDay) sessions a day."
    ]
  }

  var json: JSONValue {
    .object([
      "from": .string("\(from)"), "to": .string("\(to)"),
      "sessionsPerDay": .number(sessionsPerDay), "seconds": .number(seconds),
    ])
  }
}

extension RuleSearch {
  var json: JSONValue {
    let answer =
      switch self {
      case .none: "never"
      case .found: "sometimes"
      case .undecided: "undecided"
      }
    return .object([
      "answer": .string(answer),
      "cases": .array(
        cases.map { found in
          .object([
            "case": .string(found.text), "isWritable": .bool(found.isWritable),
            "outcomes": .array(found.outcomes.map { .string($0.rawValue) }),
          ])
        }),
      "leaves": .array(doubts.map { .string("\($0)") }),
    ])
  }
}

extension Rule {
  /// Name, version and the beginning of the digest: two versions may carry one number while they are worked on.
  var identityText: String { "\(versionedName) (\(digest.hex.prefix(8)))" }
}
