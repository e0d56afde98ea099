import DaymarkDocuments
import DaymarkPipeline

/// The properties of a rule for all data, as text and JSON.
///
/// Its test cases are invented, so it contains no health values.
struct RuleProofListing {
  let proof: RuleProof

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    let title = "rule \(proof.rule.identityText), \(proof.scope.days)"
    var table = Table([.init(heading: "for all data"), .init(heading: "answer")])
    table.rows = claims.map { [$0.claim, $0.answer] }
    let claims = claims
    let text = table.text { text, row, column in
      column == 1 ? terminal.paint(text, claims[row].isGood ? .green : .red) : text
    }
    var parts = [terminal.paint(title, .bold), text]
    parts += (proof.passes.cases + proof.fails.cases + proof.lackHelps.cases).map(\.text)
    parts += proof.scope.texts(searches)
    return parts.joined(separator: "\n\n")
  }

  private var searches: [FoundCases] {
    [proof.passes, proof.fails, proof.lackHelps] + proof.parts.map(\.difference)
  }

  private var claims: [(claim: String, answer: String, isGood: Bool)] {
    func claim(
      _ text: String, _ search: FoundCases, found: String, none: String, isGoodIfFound: Bool
    ) -> (claim: String, answer: String, isGood: Bool) {
      switch search {
      case .found: (text, found, isGoodIfFound)
      case .none(let bounds):
        (text, ([none] + [bounds.text].compactMap(\.self)).joined(separator: ", "), !isGoodIfFound)
      case .undecided: (text, "not decided", false)
      }
    }
    return [
      claim("it can pass", proof.passes, found: "yes", none: "never", isGoodIfFound: true),
      claim("it can fail", proof.fails, found: "yes", none: "never", isGoodIfFound: true),
      claim(
        "lack of data turns a fail into a pass", proof.lackHelps, found: "sometimes", none: "never",
        isGoodIfFound: false),
    ]
      + proof.parts.map {
        claim(
          "\($0.path) matters", $0.difference, found: "sometimes", none: "never",
          isGoodIfFound: true)
      }
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "rule": proof.rule.identity, "scope": proof.scope.json,
      "passes": proof.passes.json(found: "yes"), "fails": proof.fails.json(found: "yes"),
      "lackHelps": proof.lackHelps.json(),
      "parts": .array(
        proof.parts.map {
          .object(["path": .string("\($0.path)"), "difference": $0.difference.json()])
        }),
    ])
  }
}
