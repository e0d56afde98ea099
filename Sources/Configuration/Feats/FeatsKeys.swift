import DaymarkModel

// The tables of feats.yaml and of Ladder's feed.

extension Form {
  static let month = Form.word(Pattern("^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])$"), .month)
}

extension KeyTable {
  static let feats = KeyTable([
    .optional("title", .text), .needed("feats", .list(.mapping(feat), of: .feat)),
    .optional("people", .list(.mapping(featPerson), of: .person)),
  ])

  static let feat = KeyTable([
    .needed("id", .featID), .needed("name", .text), .needed("movement", .text),
    .optional(
      "counts", .choice(FeatFigure.allCases.map(\.rawValue)), standard: .string("repetitions")),
    .optional("durationSeconds", .number(1...wholeNumberLimit)), .optional("month", .month),
    .optional(
      "mostPerSecond", .number(1...9), standard: .number(Feat.usualMostPerSecond)),
    .optional("event", .choice(LiftingContest.Event.allCases.map(\.rawValue))),
    .optional(
      "equipment", .choice(LiftingContest.Equipment.allCases.map(\.rawValue)),
      standard: .string("raw")),
  ])

  static let featPerson = KeyTable([
    .needed("id", .word(Pattern("\\S"), .text, orAs: [.number])), .optional("name", .text),
    .optional("sex", .choice(Sex.allCases.map(\.rawValue))),
    .optional("bodyWeight", .bodyWeight),
  ])

  /// What Ladder's application is sent for a month; its feats all count repetitions.
  static let ladderFeats = KeyTable([
    .needed("id", .text), .needed("title", .text), .needed("subtitle", .text),
    .needed("feats", .list(.mapping(ladderFeat), of: .feat)),
  ])

  static let ladderFeat = KeyTable([
    .needed("id", .featID), .needed("name", .text), .needed("movement", .text),
    .needed("duration_seconds", .number(1...wholeNumberLimit)),
    // Of what follows nothing is read.
    .optional("description", .text), .optional("image_url", .text), .optional("video_url", .text),
    .optional("completion_count", .number(0...wholeNumberLimit)),
    .optional("top_3_users", .list(.text, of: .object, mayBeEmpty: true)),
  ])
}
