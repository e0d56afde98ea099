import DaymarkDocuments
import DaymarkModel

/// Findings as lines and as JSON.
enum FindingListing {
  /// Prints each as a line on standard error, what weighs most first.
  ///
  /// - Parameter subject: Whose they are, among several whose archives may all be `export.zip`.
  static func print(_ findings: [Finding], of subject: String? = nil) {
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    for level in levels {
      for finding in findings where finding.code.level == level {
        Terminal.printError((subject.map { "\($0): " } ?? "") + Wording.line(finding))
      }
    }
  }

  static func json(_ findings: [Finding]) -> JSONValue {
    .array(
      findings.map { finding in
        .object(present: [
          "code": .string(finding.code.rawValue), "level": .string(finding.code.level.rawValue),
          "count": .number(finding.count), "place": finding.location.map { .string("\($0)") },
          "message": .string(Wording.sentence(finding)),
        ])
      })
  }
}

extension FindingCode {
  /// Whether it is about what can be sent.
  var isOfIntake: Bool { rawValue.hasPrefix("intake.") }
}
