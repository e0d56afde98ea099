import DaymarkModel

// The tables of pipeline.yaml and of the files it names.

let folderText = "text that makes a folder name of at most 255 bytes"
private let address = Form.word(
  Pattern("^0x[0-9a-fA-F]{40}$"), "0x and 40 hexadecimal digits", orAs: [.number])
private let folder = Form.word(Pattern("\\S"), folderText, orAs: [.number])
private let subject = Form.word(
  Pattern("^(?!leaderboard\\.(json|csv)$)[\\s\\S]*\\S"),
  folderText + ", not leaderboard.json or leaderboard.csv", orAs: [.number])

extension Form {
  static let instant = Form.word(
    Pattern(
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
    ),
    "an instant, such as 2025-10-01T00:00:00Z")
  static let zone = Form.word(
    Pattern("^(UTC|.+/.+)$"), "a time zone, such as Europe/Berlin or UTC")
  static let path = Form.word(Pattern("^[^\\u0000]+$"), "a path")
}

extension KeyTable {
  static let pipeline = KeyTable([
    .needed(
      "pipeline", .word(VersionedName.namePattern, "a name of a-z, 0-9 and -", orAs: [.number])),
    .needed("challenge", .mapping(challenge)), .optional("intake", .mapping(intake)),
    .needed("subjects", .mapping(subjects)), .needed("rules", .path),
    .optional("policies", .mapping(policies)), .optional("asOf", .instant),
    .optional("limits", .path),
  ])

  static let challenge = KeyTable([
    .needed("id", folder), .needed("title", .text), .optional("from", .date),
    .optional("to", .date), .optional("start", .instant), .optional("end", .instant),
    .optional("proofDeadline", .instant), .optional("timeZone", .zone),
  ])

  static let intake = KeyTable([
    .needed("profile", .choice(["lightchallenge", "daymark"])),
    .optional("challengeId", .word(Pattern("^[0-9]{1,78}$"), "a decimal number", orAs: [.number])),
    .optional(
      "modelHash",
      .word(Pattern("^0x[0-9a-fA-F]{64}$"), "0x and 64 hexadecimal digits", orAs: [.number])),
    .optional("evidenceToken", .text),
    .optional(
      "evidenceExpires",
      .word(Pattern("^[0-9]{1,78}$"), "a decimal number, Unix milliseconds", orAs: [.number])),
  ])

  static let subjects = KeyTable(
    [
      .optional("list", .list(.mapping(listedSubject), "a list of subjects")),
      .optional("manifest", .path), .optional("inbox", .path),
    ], oneOf: ["list", "manifest", "inbox"])

  static let listedSubject = KeyTable([
    .needed("id", subject), .optional("address", address), .optional("timeZone", .text),
    .needed("archives", .list(.path, "a list of paths")),
  ])

  /// `subject.yaml` in a folder of the inbox.
  static let inboxSubject = KeyTable([
    .optional("address", address), .optional("timeZone", .text),
  ])

  /// The columns of a manifest, in their order.
  static let manifest = KeyTable([
    .needed("subject", subject), .optional("address", address), .needed("archive", .path),
    // One that does not exist fails its subject alone.
    .optional("time_zone", .word(Pattern("\\S"), Form.zone.expected)),
  ])

  static let policies = KeyTable([
    .optional("manualEntries", .choice(["exclude", "include"])),
    .optional("sourcePriority", .list(.text, "a list of patterns", mayBeEmpty: true)),
  ])
}
