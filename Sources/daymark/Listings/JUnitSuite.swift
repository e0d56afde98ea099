import DaymarkModel

/// A suite of test cases in the JUnit XML format that build servers read.
///
/// It contains no durations, so that the same files give the same bytes.
struct JUnitSuite {
  private let name: String
  private var cases: [(text: String, isFailure: Bool)] = []

  init(_ name: String) { self.name = name }

  /// Adds a case.
  ///
  /// - Parameters:
  ///   - group: The class that build servers show the case under.
  ///   - failure: One line per difference from the expected result; empty for a case that has
  ///     passed.
  mutating func add(
    _ name: String, of group: String, at place: InputLocation? = nil, failure: [String]
  ) {
    var attributes = #"classname="\#(xml(group))" name="\#(xml(name))" time="0""#
    if let place {
      attributes += #" file="\#(xml(place.file))""#
      if let line = place.line { attributes += #" line="\#(line)""# }
    }
    guard let first = failure.first else {
      cases.append(("    <testcase \(attributes)/>", false))
      return
    }
    let element = """
          <testcase \(attributes)>
            <failure message="\(xml(first))">\(xml(failure.joined(separator: "\n")))</failure>
          </testcase>
      """
    cases.append((element, true))
  }

  var text: String {
    let failed = cases.count { $0.isFailure }
    let counts = #"tests="\#(cases.count)" failures="\#(failed)" errors="0" skipped="0""#
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="\(xml(name))" \(counts) time="0">
      \(cases.map(\.text).joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }
}

/// Escapes text for attributes and content of XML 1.0.
///
/// Characters that XML does not allow are replaced.
private func xml(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\t", "\n": escaped.unicodeScalars.append(scalar)
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
