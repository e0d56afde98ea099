import DaymarkModel

// What is wrong in the files that people write.
extension Wording {
  static func configuration(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let key = facts.key ?? "?"
    switch finding.code {
    case .configSyntax
    where facts.syntax == .empty && finding.location?.file.hasSuffix("rules_test.yaml") == true:
      return ("there are no cases", "write some, such as `\(exampleCase)`")
    case .configSyntax: return (facts.syntax.map(words) ?? "the file cannot be read", nil)
    case .configUnknownKey:
      return ("unknown key `\(key)`\(facts.expectedWords)", facts.suggestionWords)
    case .configMissingKey: return ("`\(key)` is missing\(facts.expectedWords)", nil)
    case .configDuplicate: return ("`\(key)` stands here a second time", "remove one")
    default: return (badValue(facts) + facts.expectedWords, facts.suggestionWords)
    }
  }

  private static let exampleCase =
    "- { case: a good week, period: 2025-09-01..2025-09-07, days: { steps: [10000 x7] },"
    + " expect: { outcome: pass } }"

  private static func badValue(_ facts: Finding.Facts) -> String {
    switch (facts.key, facts.value) {
    case (nil, _): "the value here is wrong"
    case (let key?, nil): "the value of `\(key)` is wrong"
    case (let key?, ""): "`\(key)` is empty"
    case (let key?, let value?): "`\(key)` cannot be `\(value)`"
    }
  }

  /// What a reader of YAML or CSV says, in words that do not take knowing its insides.
  private static func words(_ problem: SyntaxProblem) -> String {
    switch problem {
    case .empty: "the file is empty"
    case .notUTF8: "the text is not UTF-8; save the file with that encoding"
    case .unreadable: "the file is not valid YAML"
    case .alias: "anchors (`&`) and aliases (`*`) are not read; write the value out, or quote it"
    case .nodes(let most): "the file has more than \(most) values"
    case .bytes(let most): "the file has more than \(most) bytes"
    case .lockLine: "the line is not a name, a version and a SHA-256"
    case .openQuote: "a quoted field does not end; close it with a quote"
    case .quoteInField: "a quote stands inside a field; quote the field and double the quote"
    case .textAfterQuote: "text follows a quoted field; put a comma behind the quote"
    case .parser(let problem): words(ofParser: problem)
    }
  }

  private static func words(ofParser problem: String) -> String {
    switch problem {
    case "found character that cannot start any token":
      "nothing can begin with this character; indent with spaces, never tabs, quote such text, and"
        + " compare with words such as `atLeast`"
    case "did not find expected comment or line break":
      "nothing can begin with `>` or `|`; quote such text, and compare with words such as `atLeast`"
    case "could not find expected ':'":
      "a key needs a colon and a space behind it, as in `atLeast: 10000`"
    case "mapping values are not allowed in this context":
      "a colon cannot stand here; check the indentation, put a space behind every colon, and quote"
        + " text that has one in it"
    case _ where problem.hasPrefix("Maximum nesting level"): "values are nested too deeply"
    default: "the YAML is not valid: \(problem)"
    }
  }
}
