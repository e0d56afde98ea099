import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The written disclosure as text and JSON.
///
/// The figures themselves are in its document.
struct DisclosureListing {
  private let summary: DisclosureSummary
  private let file: String

  init(_ summary: DisclosureSummary, file: String) { (self.summary, self.file) = (summary, file) }

  var text: String {
    let name = "\(summary.subject.printableName) in \(summary.challenge.printableName)"
    let figures = summary.figures.map { "  \($0.day) \($0.metric)" }
    return (["written \(file.printable): it shows of \(name)"] + figures).joined(separator: "\n")
  }

  var json: JSONValue {
    .object([
      "challenge": .string(summary.challenge), "subject": .string(summary.subject),
      "written": .string(file),
      "figures": .array(
        summary.figures.map {
          .object(["date": .string("\($0.day)"), "metric": .string($0.metric)])
        }),
    ])
  }
}

/// The result of checking a disclosure, as text and JSON.
struct DisclosureVerificationListing {
  private let result: DisclosureVerification

  init(_ result: DisclosureVerification) { self.result = result }

  func text(_ terminal: Terminal) -> String {
    let lines = result.verification.subjects.flatMap { subject -> [String] in
      guard subject.isSame else {
        return [terminal.paint("different", .red) + ": nothing of it is shown"]
          + VerificationListing.differences(of: subject).map { "  \($0)" }
      }
      let name =
        "\((subject.subject ?? "?").printableName) in \((subject.challenge ?? "?").printableName)"
      let outcome = subject.outcome.map { ": " + terminal.paint($0.rawValue, $0.colour) } ?? ""
      return [terminal.paint("attested", .green) + ": \(name)\(outcome)"] + figures
        + (subject.attestedBy.map { ["By the key \($0.hex)"] } ?? [])
    }
    return lines.joined(separator: "\n")
  }

  private var figures: [String] {
    result.figures.flatMap { figure in
      figure.rows.map { "  \(figure.day) \(figure.metric.printableName): \($0.figuresText)" }
    }
  }

  var json: JSONValue {
    .object([
      "verification": Members<Verification>.verification.kind.json(result.verification),
      "figures": Kind.list(Members<CommittedFigures>.figures.kind)
        .json(result.verification.isSame ? result.figures : []),
    ])
  }
}

extension JSONValue {
  /// The members of a row except its date, for example `steps 10412`.
  fileprivate var figuresText: String {
    guard case .object(let members) = self else { return canonicalText.printable }
    return members.filter { $0.key != "date" }.sorted { $0.key < $1.key }.map { name, value in
      if case .string(let text) = value { return "\(name) \(text)".printable }
      return "\(name) \(value.canonicalText)".printable
    }.joined(separator: ", ")
  }
}
