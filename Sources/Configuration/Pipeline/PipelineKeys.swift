import DaymarkDocuments
import DaymarkModel

// The tables of the keys of pipeline.yaml and of the files that it names.

private let address = Form.word(
  Pattern("^0x[0-9a-fA-F]{40}$"), .hexadecimal(bytes: 20), orAs: [.number])
private let folder = Form.word(Pattern("\\S"), .challengeID, orAs: [.number])
private let subject = Form.word(
  Pattern("^(?!leaderboard\\.(json|csv)$)[\\s\\S]*\\S"),
  .subjectID, orAs: [.number])

private let weekdays = CivilDay.Weekday.allCases.map(\.key)

private let loadUnit = Form.choice(LoadUnit.allCases.map(\.rawValue))
private let dateOrder = Form.choice(DateOrder.allCases.map(\.rawValue))

extension Form {
  static let bodyWeight = Form.word(
    Pattern("^[0-9]+(\\.[0-9]+)? *(kg|lb)$"), .thresholdWithUnit(.kilogram, units: ["kg", "lb"]))
  static let instant = Form.word(
    Pattern(
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
    ),
    .instant)
  static let zone = Form.word(
    Pattern("^(UTC|.+/.+)$"), .timeZone)
  static let path = Form.word(Pattern("^[^\\u0000]+$"), .path)
  static let numberOfDays = Form.word(
    Pattern("^(0|[1-9][0-9]{0,2}) days?$"), .numberWithUnit("days"))
}

private let decisions = Form.list(.mapping(.setAside), of: .decision)

/// A decision in a manifest's field: `CODE: REASON`, or the reason alone.
private let manifestDecision = Form.word(Pattern("^(?=.*\\S)[^\\u0000-\\u001f]+$"), .decision)

extension KeyTable {
  static let pipeline = KeyTable([
    .needed(
      "pipeline", .word(VersionedName.namePattern, .identifier, orAs: [.number])),
    .needed("challenge", .mapping(challenge)), .optional("intake", .mapping(intake)),
    .needed("subjects", .mapping(subjects)), .needed("rules", .path),
    .optional("policies", .mapping(policies)), .optional("asOf", .instant),
    .optional("limits", .path), .optional("readLimits", .mapping(readLimits)),
    .optional("unreadUntil", .instant), .optional("sport", .list(.mapping(sport), of: .sport)),
    .optional("setAside", .list(.mapping(setAsideForAll), of: .decision)),
    .optional("complete", .truth([true, false])), .optional("contact", .text),
    .optional("followLinks", .truth([true, false])),
  ])

  /// The keys of limits on archives; a limit that is left out keeps its usual value.
  static let readLimits = KeyTable(
    ReadLimit.settable.map {
      .optional(
        $0.rawValue,
        .word(
          Pattern("^[1-9][0-9]{0,14}$"), .wholeNumber(from: 1, through: nil), orAs: [.number]))
    })

  static let challenge = KeyTable(
    [
      .needed("id", folder), .needed("title", .text), .optional("from", .date),
      .optional("to", .date), .optional("start", .instant), .optional("end", .instant),
      .optional("proofDeadline", .instant), .optional("timeZone", .zone),
    ] + seriesKeys)

  /// The keys that only a recurring challenge has, apart from ``everyKey``.
  static let seriesKeys: [Key] = [
    .optional(everyKey, .choice(["day", "week", "month"])),
    .optional("on", .list(.choice(weekdays), of: .word(weekdays))),
    .optional("weekStartsOn", .choice(weekdays), standard: .string(weekdays[0])),
    .optional("proofDeadlineAfter", .numberOfDays, standard: .string("7 days")),
  ]

  static let everyKey = "every"

  static let intake = KeyTable([
    .needed("profile", .choice(["lightchallenge", "daymark"])),
    .optional("challengeId", .word(Pattern("^[0-9]{1,78}$"), .decimalNumber, orAs: [.number])),
    .optional(
      "modelHash",
      .word(Pattern("^0x[0-9a-fA-F]{64}$"), .hexadecimal(bytes: 32), orAs: [.number])),
    .optional("evidenceToken", .text, isSecret: true),
    .optional(
      "evidenceExpires",
      .word(Pattern("^[0-9]{1,78}$"), .unixMilliseconds, orAs: [.number])),
  ])

  static let subjects = KeyTable(
    [
      .optional("list", .list(.mapping(listedSubject), of: .subject)),
      .optional("manifest", .path), .optional("inbox", .path),
    ], oneOf: ["list", "manifest", "inbox"])

  static let listedSubject = KeyTable(
    [
      .needed("id", subject), .optional("address", address), .optional("timeZone", .text),
      .optional("loadUnit", loadUnit), .optional("dateOrder", dateOrder),
      .optional("bodyWeight", .bodyWeight), .optional("sex", sex),
      .optional("sport", sportKind),
      // A subject who has handed in nothing is a subject, too.
      .needed("archives", .list(.path, of: .path, mayBeEmpty: true)),
      .optional("receivedAt", .receipts),
      .optional("setAside", decisions),
      .optional("complete", .truth([true, false])), joined,
    ] + service + operatorFiles)

  /// The keys of a decision to leave an input, or a finding, out of the judgement.
  ///
  /// Without `input` it applies to the finding in any of the subject's inputs.
  static let setAside = KeyTable([
    .optional("input", .text), .optional("finding", lostFinding), .needed("because", .text),
  ])

  /// The keys of a decision about a finding in any input of any subject.
  static let setAsideForAll = KeyTable([
    .needed("finding", lostFinding), .needed("because", .text),
  ])

  private static let lostFinding = Form.choice(
    FindingCode.allCases.filter(\.opensDays).map(\.rawValue).sorted())

  /// The keys of a statement of the sport of sessions whose files do not state a known one.
  static let sport = KeyTable([.needed("files", .text), .needed("kind", sportKind)])

  private static let sportKind = Form.choice(ActivityKind.sports.map(\.rawValue))

  /// The keys of `<id>.yaml` beside a folder of the inbox.
  static let inboxSubject = KeyTable(
    [
      .optional("address", address), .optional("timeZone", .text),
      .optional("receivedAt", .receipts), .optional("loadUnit", loadUnit),
      .optional("dateOrder", dateOrder), .optional("bodyWeight", .bodyWeight),
      .optional("sex", sex), .optional("sport", sportKind), .optional("setAside", decisions),
      .optional("complete", .truth([true, false])), joined,
    ] + service + operatorFiles)

  /// The keys of what a service needs to know about a subject.
  ///
  /// A link contains a secret, so ``EvidenceLink`` checks it, and messages about it do not show it.
  private static let service: [Key] = [
    .optional("link", .text, isSecret: true), .optional("linked", .list(provider, of: .name)),
  ]

  /// The key of the day since which the subject takes part in programmes.
  private static let joined = Key.optional("joined", .date)

  private static let provider = Form.word(VersionedName.namePattern, .identifier)

  /// The columns of a manifest, in order; optional ones at the end may be left out.
  static let manifest = KeyTable(
    [
      .needed("subject", subject), .optional("address", address), .optional("archive", .path),
      // A zone that does not exist makes its subject alone fail.
      .optional("time_zone", .word(Pattern("\\S"), Form.zone.expected)),
      .optional("received_at", .instant), .optional("load_unit", loadUnit),
      .optional("date_order", dateOrder), .optional("body_weight", .bodyWeight),
    ] + operatorFiles + [
      .optional("sex", sex), .optional("set_aside", manifestDecision),
      .optional("complete", .choice(["true", "false"])),
      .optional("sport", sportKind),
      .optional("link", .word(Pattern("\\S"), .text), isSecret: true),
      .optional("linked", .word(Pattern("^[a-z0-9-]+( [a-z0-9-]+)*$"), .identifier)), joined,
    ])

  private static let sex = Form.choice(Sex.allCases.map(\.rawValue))

  static let policies = KeyTable([
    .optional("manualEntries", .choice(["exclude", "include"])),
    .optional("sourcePriority", .list(.text, of: .pattern, mayBeEmpty: true)),
    .optional("lateInputs", .choice(LateInputPolicy.allCases.map(\.rawValue))),
  ])
}
