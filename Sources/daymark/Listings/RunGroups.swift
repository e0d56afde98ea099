import DaymarkModel
import DaymarkPipeline

/// The results of a run in groups, for more subjects than one can look through.
struct RunGroups {
  private let subjects: [SubjectSummary]
  private let groups: [(key: OutcomeGroup, value: [SubjectSummary])]

  init(_ subjects: [SubjectSummary]) {
    self.subjects = subjects
    groups = Dictionary(grouping: subjects) { subject in
      OutcomeGroup(outcome: subject.verdict?.outcome, code: Self.firstCode(of: subject))
    }.sorted { $0.key.order($0.value) < $1.key.order($1.value) }
  }

  /// The number of outcomes that differ, or have another first reason.
  var count: Int { groups.count }

  /// How many subjects have each outcome, for which first reason.
  func outcomes(_ terminal: Terminal) -> String {
    var table = Table([
      .init(heading: "outcome"), .init(heading: "first reason"),
      .init(heading: "subjects", isNumeric: true), .init(heading: "such as"),
    ])
    table.rows = groups.map { [$0.words, $0.code, "\($1.count)", Self.some(of: $1.map(\.id))] }
    return table.text { text, row, column in
      guard column == 0 else { return text }
      return terminal.paint(text, groups[row].key.outcome?.colour ?? .red)
    }
  }

  /// How many subjects have each finding, what weighs most first; `nil` where there is none.
  var findings: String? {
    var ids: [FindingCode: [String]] = [:]
    for subject in subjects {
      for code in Set(subject.findings.map(\.code)) {
        ids[code, default: []].append(subject.id)
      }
    }
    guard !ids.isEmpty else { return nil }
    var table = Table([
      .init(heading: "finding"), .init(heading: "level"),
      .init(heading: "subjects", isNumeric: true), .init(heading: "such as"),
    ])
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    for level in levels {
      let ofLevel = ids.filter { $0.key.level == level }
        .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      table.rows += ofLevel.map {
        [$0.rawValue, level.rawValue, "\($1.count)", Self.some(of: $1)]
      }
    }
    return table.text()
  }

  private static func firstCode(of subject: SubjectSummary) -> String {
    subject.error?.code.rawValue ?? subject.verdict?.reasons.first?.code ?? ""
  }

  /// The first few of many ids.
  static func some(of ids: [String]) -> String {
    let first = ids.prefix(3).map(\.printableName).joined(separator: ", ")
    return ids.count > 3 ? first + ", ..." : first
  }
}

/// The subjects that have an outcome, `nil` of those that failed, for one first reason.
private struct OutcomeGroup: Hashable {
  let outcome: Outcome?
  let code: String

  var words: String { outcome?.rawValue ?? "failed to read" }

  /// Outcomes in their order, failures last, and of each the largest group first.
  func order(_ subjects: [SubjectSummary]) -> (Int, Int, String) {
    let outcomes = Outcome.allCases
    return (
      outcome.flatMap(outcomes.firstIndex) ?? outcomes.count, -subjects.count, code
    )
  }
}
