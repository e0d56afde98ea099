import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The comparison of two rules for all data, as text and JSON.
///
/// Its test cases are invented, so it contains no health values.
struct RuleComparisonListing {
  let comparison: RuleComparison

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    let title =
      "rule \(comparison.old.identityText) to \(comparison.new.identityText), "
      + comparison.scope.days
    let relation = comparison.relation
    let bounds = comparison.bounds.flatMap(\.text).map { ", \($0)" } ?? ""
    let answer =
      terminal.paint(relation.word, relation == .equal ? .green : .yellow) + bounds + ": "
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
      "better": comparison.better.json(), "worse": comparison.worse.json(),
    ])
  }
}

extension RuleComparison.Relation {
  fileprivate var word: String {
    switch self {
    case .undecided: "not decided"
    case .stricterOrEqual: "stricter or equal"
    case .looserOrEqual: "looser or equal"
    default: rawValue
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .equal: "both rules always have the same outcome."
    case .stricter: "the new rule is never better for anybody, and on these days it is worse."
    case .looser: "the new rule is never worse for anybody, and on these days it is better."
    case .neither: "the new rule is sometimes better, and sometimes worse."
    case .stricterOrEqual:
      "the new rule is never better for anybody; whether it is ever worse is not decided."
    case .looserOrEqual:
      "the new rule is never worse for anybody; whether it is ever better is not decided."
    case .undecided: "it is not known whether one of them is stricter."
    }
  }
}

extension RuleScope {
  /// The days of the scope, for example `2025-09-01..2025-09-30`.
  var days: String { "\(from)..\(to)" }

  /// Returns lines about the scope, and about the leaves for which a search could not decide.
  func texts(_ searches: [FoundCases]) -> [String] {
    var leaves: [String] = []
    for path in searches.flatMap(\.doubts) where !leaves.contains("  \(path)") {
      leaves.append("  \(path)")
    }
    let doubts = "Not decided, with \(seconds) s for a question, because of:\n"
    return (leaves.isEmpty ? [] : [doubts + leaves.joined(separator: "\n")]) + [
      "About all data of these days at the proof deadline\(sessionsText)."
    ]
  }

  private var sessionsText: String {
    sessionsPerDay.map { ", with up to \($0) session\($0 == 1 ? "" : "s") a day" } ?? ""
  }

  var json: JSONValue {
    .object([
      "from": .string("\(from)"), "to": .string("\(to)"),
      "sessionsPerDay": sessionsPerDay.map { .number($0) } ?? .null, "seconds": .number(seconds),
    ])
  }
}

extension SessionBounds {
  /// The bounds in words, for example `with up to 2 sessions a day`; `nil` without bounds.
  var text: String? {
    let most = perDay.map { "up to \($0) session\($0 == 1 ? "" : "s") a day" }
    let steps = areStepped ? "figures of sessions in steps of 0.01" : nil
    let parts = [most, steps].compactMap(\.self)
    return parts.isEmpty ? nil : "with " + parts.joined(separator: " and ")
  }

  fileprivate var json: JSONValue {
    .object([
      "sessionsPerDay": perDay.map { .number($0) } ?? .null, "areStepped": .bool(areStepped),
    ])
  }
}

extension FoundCases {
  /// Returns the answer of the search as JSON.
  ///
  /// - Parameter found: The word for the answer that there is such data.
  func json(found: String = "sometimes") -> JSONValue {
    let answer =
      switch self {
      case .none: "never"
      case .found: found
      case .undecided: "undecided"
      }
    return .object([
      "answer": .string(answer), "within": bounds.map(\.json) ?? .null,
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
  /// The name and version with the beginning of the digest.
  ///
  /// Two versions of a rule in work may have the same number.
  var identityText: String { "\(versionedName) (\(digest.hex.prefix(8)))" }
}
