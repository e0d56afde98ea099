import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The results of a programme's test cases, as text, as JSON and as JUnit XML.
struct ProgrammeTestListing {
  private let summary: ProgrammeTestSummary

  init(_ summary: ProgrammeTestSummary) { self.summary = summary }

  var hasPassed: Bool { summary.hasPassed }

  private var programme: String { "\(summary.tests.programme.name)" }

  /// The message for a programme without test cases; `nil` where some ran.
  private var emptiness: String? {
    guard summary.results.isEmpty else { return nil }
    let path = summary.tests.path
    return summary.tests.isPresent
      ? "\(path) has no cases; add one for each thing that earns or breaks something"
      : "there is no \(path); write one with a case for each thing that earns or breaks something"
  }

  /// Returns one line per difference from the expected books.
  private func failures(_ result: ProgrammeTestResult) -> [String] {
    result.differences.map { difference in
      switch difference {
      case .figure(let expected, let actual):
        "\(expected.place): \(expected.path.joined(separator: ".")): "
          + "expected \(words(expected.text)), came \(words(actual))"
      case .line(let expected, let actual):
        "\(expected.place): expected the line \(text(expected)), came "
          + (actual.map(text) ?? "none")
      case .further(let books, let actual):
        "\(books.place): a line more than expected: \(text(actual))"
      case .ledger(let ledger, let line, let expected, let actual):
        "\(ledger.place): line \(line) of the ledger: expected \(expected ?? "none"), came "
          + (actual ?? "none")
      }
    }
  }

  private func words(_ text: String) -> String { text.isEmpty ? "none" : text }

  /// Returns a line as a test case writes it.
  private func text(_ line: ExpectedLine) -> String {
    "{ \(line.members.map { "\($0.name): \($0.text)" }.joined(separator: ", ")) }"
  }

  /// Returns a line of the ledger with the members that a test case most often states.
  private func text(_ line: LedgerLine) -> String {
    var members = ["kind: \(line.kind.rawValue)", "day: \(line.day)"]
    if line.points != 0 { members.append("points: \(line.points)") }
    let others = [
      ("part", line.part?.rawValue), ("streak", line.streak), ("badge", line.badge),
      ("milestone", line.milestone.map(String.init)), ("challenge", line.challenge?.challenge),
      ("occurrence", line.challenge?.occurrence),
      ("redemption", line.redemption), ("reason", line.reason?.rawValue),
      ("because", line.because.map { "\($0.day)" }), ("knownAt", "\(line.knownAt)"),
    ]
    members += others.compactMap { name, text in text.map { "\(name): \($0)" } }
    return "{ \(members.joined(separator: ", ")) }"
  }

  func text(_ terminal: Terminal) -> String {
    if let emptiness { return "\(terminal.paint("FAILED", .red)) \(programme): \(emptiness)" }
    var lines = [terminal.paint("\(programme), \(summary.tests.path)", .bold), ""]
    for result in summary.results {
      let failures = failures(result)
      guard !failures.isEmpty else {
        lines.append("\(terminal.paint("ok", .green))      \(result.test.name)")
        continue
      }
      lines.append("\(terminal.paint("FAILED", .red))  \(result.test.name)")
      lines += ["        \(result.test.place)"] + failures.map { "        \($0)" }
    }
    let (all, failed) = (
      summary.results.count, summary.results.count { !$0.differences.isEmpty }
    )
    let cases = "\(all - failed) of \(all) cases as expected"
    return (lines + ["", terminal.paint("\(cases).", failed == 0 ? .green : .red)])
      .joined(separator: "\n")
  }

  var json: JSONValue {
    .object(present: [
      "programme": .string(programme), "file": .string(summary.tests.path),
      "passed": .bool(hasPassed),
      "cases": .array(
        summary.results.map { result in
          .object([
            "case": .string(result.test.name), "place": .string("\(result.test.place)"),
            "passed": .bool(result.differences.isEmpty),
            "failures": .array(failures(result).map { .string($0) }),
          ])
        }),
      "problems": .array([emptiness].compactMap { $0 }.map { .string($0) }),
    ])
  }

  var junit: String {
    var suite = JUnitSuite(programme)
    for result in summary.results {
      suite.add(
        result.test.name, of: programme, at: result.test.place, failure: failures(result))
    }
    if let emptiness { suite.add("has cases", of: programme, failure: [emptiness]) }
    return suite.text
  }
}
