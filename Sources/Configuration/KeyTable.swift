/// The keys that one mapping of the files that people write may hold.
///
/// The loader reads by these tables and takes its "expected" and "did you mean" from them: a key that
/// is not here does not exist.
struct KeyTable: Sendable {
  struct Key: Sendable {
    let name: String
    /// What its value must be, as a finding names it.
    let expected: String
    let isRequired: Bool
  }

  let keys: [Key]

  private init(_ keys: [Key]) { self.keys = keys }

  subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

extension KeyTable.Key {
  fileprivate static func needed(_ name: String, _ expected: String) -> Self {
    Self(name: name, expected: expected, isRequired: true)
  }

  fileprivate static func optional(_ name: String, _ expected: String) -> Self {
    Self(name: name, expected: expected, isRequired: false)
  }
}

private let text = "text"
let folderText = "text that makes a folder name of at most 255 bytes"
let subjectText = folderText + ", not leaderboard.json or leaderboard.csv"
private let date = "a date, yyyy-MM-dd"
private let instant = "an instant, such as 2025-10-01T00:00:00Z"
private let zone = "a time zone, such as Europe/Berlin or UTC"
private let address = "0x and 40 hexadecimal digits"
private let path = "a path"
private let mapping = "a mapping"
private let wholeFromOne = "a whole number from 1"
let conditionForm = "a condition"
let conditionList = "a list of conditions"

// pipeline.yaml and the files it names.
extension KeyTable {
  static let pipeline = KeyTable([
    .needed("pipeline", "a name of a-z, 0-9 and -"), .needed("challenge", mapping),
    .optional("intake", mapping), .needed("subjects", mapping), .needed("rules", path),
    .optional("policies", mapping), .optional("asOf", instant),
  ])

  static let challenge = KeyTable([
    .needed("id", folderText), .needed("title", text), .optional("from", date),
    .optional("to", date),
    .optional("start", instant), .optional("end", instant), .optional("proofDeadline", instant),
    .optional("timeZone", zone),
  ])

  static let intake = KeyTable([
    .needed("profile", "lightchallenge or daymark"), .optional("challengeId", "a decimal number"),
    .optional("modelHash", "0x and 64 hexadecimal digits"), .optional("evidenceToken", text),
    .optional("evidenceExpires", "a decimal number, Unix milliseconds"),
  ])

  /// One of the three is needed.
  static let subjects = KeyTable([
    .optional("list", "a list of subjects"), .optional("manifest", path),
    .optional("inbox", path),
  ])

  static let listedSubject = KeyTable([
    .needed("id", subjectText), .optional("address", address), .optional("timeZone", zone),
    .needed("archives", "a list of paths"),
  ])

  /// `subject.yaml` in a folder of the inbox.
  static let inboxSubject = KeyTable([
    .optional("address", address), .optional("timeZone", zone),
  ])

  /// The columns of a manifest, in their order.
  static let manifest = KeyTable([
    .needed("subject", subjectText), .optional("address", address), .needed("archive", path),
    .optional("time_zone", zone),
  ])

  static let policies = KeyTable([
    .optional("manualEntries", "exclude or include"),
    .optional("sourcePriority", "a list of patterns"),
  ])
}

// rules.yaml.
extension KeyTable {
  static let rule = KeyTable([
    .needed("rule", "name@version, such as ten-thousand-steps@1.2.0"), .needed("title", text),
    .needed("requires", conditionForm), .optional("onMissing", "fail, undetermined or zero"),
  ])

  /// One of the kinds is needed, all keys but `reason`.
  static let condition = KeyTable([
    .optional("all", conditionList), .optional("any", conditionList),
    .optional("not", conditionForm), .optional("total", mapping), .optional("days", mapping),
    .optional("streak", mapping), .optional("average", mapping), .optional("best", mapping),
    .optional("reason", text),
  ])

  static let total = KeyTable(leafKeys)
  static let best = KeyTable(leafKeys)
  /// One of `count` and `every` is needed.
  static let days = KeyTable(
    leafKeys + [.optional("count", wholeFromOne), .optional("every", "true")])
  static let streak = KeyTable(
    leafKeys + [.needed("days", wholeFromOne), .optional("misses", "a whole number from 0")])
  static let average = KeyTable(
    leafKeys + [.optional("over", "calendarDays or recordedDays")])

  /// What every leaf may hold; one comparison is needed.
  private static let leafKeys: [Key] =
    [.needed("metric", "a metric that adds up over time")]
    + comparisonKeys.map { .optional($0, $0 == "between" ? "two thresholds" : "a threshold") } + [
      .optional("on", "a list of mon, tue, wed, thu, fri, sat, sun"), .optional("from", date),
      .optional("to", date),
    ]
}

let comparisonKeys = ["atLeast", "moreThan", "atMost", "lessThan", "between"]
