import DaymarkDocuments
import DaymarkModel

/// Findings as lines and as JSON.
enum FindingListing {
  /// Prints each finding as a line on standard error, the most severe first.
  ///
  /// - Parameter subject: The subject of the findings. With several subjects every archive may have
  ///   the name `export.zip`.
  static func print(_ findings: [Finding], of subject: String? = nil) {
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    for level in levels {
      for finding in findings where finding.code.level == level {
        Terminal.printError((subject.map { "\($0.printableName): " } ?? "") + Wording.line(finding))
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

/// The findings of many subjects, grouped by code, because nobody reads one line for each of
/// hundreds of subjects.
struct FindingGroups {
  private struct Group {
    var subjects: Set<String> = []
    /// The subject of the first finding.
    let subject: String
    let first: Finding

    var line: String {
      let line = "\(subject.printableName): \(Wording.line(first))"
      let count = subjects.count
      return count == 1 ? line : "\(first.code.rawValue): \(count) subjects, such as \(line)"
    }
  }

  private var groups: [FindingCode: Group] = [:]
  private var all: [(subject: String, finding: Finding)] = []

  init(_ findings: [(String, Finding)] = []) {
    for (subject, finding) in findings { add(finding, of: subject) }
  }

  var isEmpty: Bool { groups.isEmpty }

  mutating func add(_ finding: Finding, of subject: String) {
    all.append((subject, finding))
    groups[finding.code, default: Group(subject: subject, first: finding)].subjects.insert(subject)
  }

  /// The lines, the most severe first, and within a level the most frequent first.
  var lines: [String] {
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    return levels.flatMap { level in
      groups.filter { $0.key.level == level }
        .sorted { ($1.value.subjects.count, $0.key) < ($0.value.subjects.count, $1.key) }
        .map(\.value.line)
    }
  }

  /// Prints the findings on standard error, ungrouped for few subjects.
  func print(showsEverybody: Bool = false) {
    if showsEverybody || all.count <= RunListing.mostSubjects {
      for (subject, finding) in all { FindingListing.print([finding], of: subject) }
    } else {
      for line in lines { Terminal.printError(line) }
    }
  }
}

extension FindingCode {
  /// Whether the finding is about the body that is sent.
  var isOfIntake: Bool { rawValue.hasPrefix("intake.") }
}
