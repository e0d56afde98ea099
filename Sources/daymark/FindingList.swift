import DaymarkModel

/// Findings as lines and as JSON.
enum FindingList {
  /// Prints each as a line on standard error, what weighs most first.
  static func print(_ findings: [Finding]) {
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    for level in levels {
      for finding in findings where finding.code.level == level {
        Terminal.printError(Wording.line(finding))
      }
    }
  }

  static func json(_ findings: [Finding]) -> JSONValue {
    .array(
      findings.map { finding in
        .object(present: [
          "code": .string(finding.code.text), "level": .string(finding.code.level.rawValue),
          "count": .number(finding.count), "place": finding.location.map { .string("\($0)") },
          "message": .string(Wording.sentence(finding)),
        ])
      })
  }
}

/// Prints a document for scripts: canonical JSON on one line.
func printJSON(_ document: JSONValue) {
  print(String(decoding: document.canonicalBytes(), as: UTF8.self))
}
