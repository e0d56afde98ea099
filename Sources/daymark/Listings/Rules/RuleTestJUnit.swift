import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

extension RuleTestListing {
  /// The XML that build servers take: a test case for each case, and one for each part of the rule.
  var junit: String {
    var cases = summary.results.map { result in
      testCase(
        result.test.name, of: rule, at: result.test.place,
        failure: failures(result) + (result.hasPassed ? [] : reasons(result)))
    }
    if let emptiness {
      cases = [testCase("has cases", of: rule, failure: [emptiness])]
    } else if !summary.isPartial {
      let group = "\(rule) coverage"
      cases += summary.coverage.leaves.map {
        testCase("\($0.path)", of: group, failure: gaps(of: $0))
      }
      cases += summary.coverage.gates.map {
        testCase("\($0.path)", of: group, failure: gaps(of: $0))
      }
    }
    let failed = cases.count { $0.isFailure }
    let counts = #"tests="\#(cases.count)" failures="\#(failed)" errors="0" skipped="0""#
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="\(xml(rule))" \(counts) time="0">
      \(cases.map(\.text).joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }

  private func testCase(
    _ name: String, of group: String, at place: InputLocation? = nil, failure: [String]
  ) -> (text: String, isFailure: Bool) {
    var attributes = #"classname="\#(xml(group))" name="\#(xml(name))" time="0""#
    if let place {
      attributes += #" file="\#(xml(place.file))""#
      if let line = place.line { attributes += #" line="\#(line)""# }
    }
    guard let first = failure.first else { return ("    <testcase \(attributes)/>", false) }
    let element = """
          <testcase \(attributes)>
            <failure message="\(xml(first))">\(xml(failure.joined(separator: "\n")))</failure>
          </testcase>
      """
    return (element, true)
  }
}

/// Text as it may stand between quotes or tags of XML 1.0; what may not stand in it at all is replaced.
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
