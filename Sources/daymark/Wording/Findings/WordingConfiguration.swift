import DaymarkDocuments
import DaymarkModel

// Sentences about errors in the files that people write.
extension Wording {
  static func configuration(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let key = facts.key ?? "?"
    switch finding.code {
    case .configSyntax
    where facts.syntax == .empty && finding.location?.file.hasSuffix("rules_test.yaml") == true:
      return ("there are no cases", "write some, such as `\(exampleCase)`")
    case .configSyntax: return (facts.syntax.map(words) ?? "the file cannot be read", nil)
    case .configMissingKey: return ("`\(key)` is missing\(facts.expectedWords)", nil)
    case .configDuplicate:
      let both = KeyTable.condition[key].map { _ in ", or put both under `all:`, each after a dash"
      }
      return ("`\(key)` stands here a second time", "remove one" + (both ?? ""))
    default:
      if let misplaced = misplaced(key, facts.expected) { return misplaced }
      let what = finding.code == .configUnknownKey ? "unknown key `\(key)`" : badValue(facts)
      return (what + facts.expectedWords, facts.suggestionWords)
    }
  }

  /// Returns the sentence about a key in a wrong place whose content may be right.
  private static func misplaced(_ key: String, _ expected: ExpectedValue?) -> Parts? {
    switch expected {
    case .bothUnderAll(let other):
      ("`\(key)` stands beside `\(other)`", "put both under `all:`, each after a dash")
    case .dashes: ("the conditions under `\(key)` must be a list", "put `- ` before each")
    case .indentedUnder(let parent):
      ("`\(key)` stands beside `\(parent)`, not under it", "indent it by two spaces more")
    case .noBaselineInStretches:
      (
        "`\(key)` is about the days before the period, and cannot be asked of each week, month or"
          + " stretch of days",
        "write a threshold in its place, such as `atLeast`, or ask the condition with `\(key)` of the"
          + " whole period, beside this one, with both under `all:`"
      )
    case .baselineOnlyIn(let leaves):
      (
        "`\(key)` goes with \(marked(leaves)) alone",
        "write a threshold in its place, such as `atLeast`, or ask for one of these"
      )
    case .metricOfBaseline(let metrics):
      ("there is no `baseline` of what `\(key)` says", "there is one of \(marked(metrics))")
    case .besideStretches:
      (
        "`\(key)` chooses days of the whole period, not of each week, month or stretch of days",
        "write it beside `weeks`, `months` or `anyDays`"
      )
    default: nil
    }
  }

  /// Returns the keys in a list, in the marks of code.
  private static func marked(_ keys: [String]) -> String {
    let words = keys.map { "`\($0)`" }
    return words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
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

  /// Returns words for a syntax error of YAML or CSV that need no knowledge of the parser.
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
    case "did not find expected '-' indicator":
      "a line of the list lacks its dash; put `- ` before it, or indent it like the lines it belongs to"
    case "did not find expected key":
      "the indentation fits neither the line above nor the line below; indent lines that belong"
        + " together by the same number of spaces, and put `- ` before each item of a list"
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      "a bracket is open here; close it, or put a comma before this"
    case "found unexpected end of stream": "a quote is open here; close it"
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
