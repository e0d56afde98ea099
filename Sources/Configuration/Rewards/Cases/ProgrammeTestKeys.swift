import DaymarkDocuments
import DaymarkModel

// The tables of the keys of programme_test.yaml.

private let integer = Form.word(Pattern("^(0|-?[1-9][0-9]{0,12})$"), .integer, orAs: [.number])
private let count = Form.number(0...wholeNumberLimit)
/// The first day of an occurrence, or its month.
private let occurrence = Form.word(Pattern("^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$"), .dateOrMonth)
private let streakName = Form.word(VersionedName.namePattern, .identifier, orAs: [.number])

extension KeyTable {
  static let programmeTest = KeyTable([
    .needed("case", .text), .optional("period", .daysPeriod), .optional("timeZone", .zone),
    .optional("known", .known),
    .optional("handedIn", .list(.mapping(givenHandIn), of: .object)),
    .optional("verdicts", .list(.mapping(givenVerdict), of: .object)),
    .optional("redemptions", .list(.mapping(redemptionRow.ofCase), of: .object)),
    .optional("freezes", .list(.mapping(freezeRow.ofCase), of: .object)),
    .optional("pauses", .list(.mapping(pauseRow.ofCase), of: .object)),
    .needed("expect", .list(.mapping(expectedBooks), of: .object)),
  ])

  /// The keys of a hand-in: figures of days, in the form of cases of rules.
  static let givenHandIn = KeyTable(
    [
      .needed("known", .known), .optional("period", .daysPeriod), .optional("timeZone", .zone),
      .optional("exported", .instant),
      .optional("complete", .truth([true, false]), standard: .bool(true)),
    ] + givenFigures, atLeastOneOf: givenFigures.map(\.name))

  private static let givenFigures: [Key] = [
    .optional("minutes", .mapping(givenMinutes)), .optional("days", .mapping(givenDays)),
    .optional("activities", .list(.mapping(givenSession), of: .session)),
  ]

  static let givenVerdict = KeyTable([
    .needed("challenge", .text), .optional("occurrence", occurrence),
    .optional("period", .daysPeriod), .needed("outcome", .choice(Outcome.allCases.map(\.rawValue))),
    .optional("final", .truth([true, false]), standard: .bool(true)),
    .optional("rank", .number(1...wholeNumberLimit)), .optional("daysEarly", count),
    .needed("known", .known),
  ])

  static let expectedBooks = KeyTable([
    .needed("asOf", .known), .optional("points", .mapping(expectedPoints)),
    .optional("streaks", .named(VersionedName.namePattern, .mapping(expectedStreak))),
    .optional("badges", .named(VersionedName.namePattern, expectedBadge)),
    .optional("expectedBonuses", .named(Pattern("\\S"), integer)),
    .optional("lines", .list(.mapping(expectedLine), of: .object, mayBeEmpty: true)),
    .optional("ledger", .path),
  ])

  static let expectedPoints = KeyTable(
    [
      "balance", "earned", "earnedInSeason", "redeemed", "spentOnFreezes", "level", "nextLevelAt",
    ].map { .optional($0, integer) })

  static let expectedStreak = KeyTable([
    .optional("state", .choice(StreakBook.State.allCases.map(\.rawValue))),
    .optional("current", count), .optional("longest", count),
    .optional("longestOfSeason", count), .optional("freezesLeft", count),
    .optional("freezesReserved", count),
    .optional("freezesSpent", .list(.date, of: .date, mayBeEmpty: true)),
    .optional("nextMilestone", count),
  ])

  /// The expected state of a badge: the day since which it is held, or the percentage reached.
  private static let expectedBadge: Form = {
    guard case .word(let date, _, _) = Form.date else { return .date }
    return .word(Pattern("\(date.text)|^[1-9]?[0-9] %$"), .dateOrPercentage)
  }()

  static let expectedLine = KeyTable([
    .needed("kind", .choice(LedgerLine.Kind.allCases.map(\.rawValue))),
    .optional("day", .date), .optional("points", integer), .optional("balance", integer),
    .optional("knownAt", .instant),
    .optional("part", .choice(LedgerLine.Part.allCases.map(\.rawValue))),
    .optional("streak", streakName), .optional("challenge", .text),
    .optional("occurrence", occurrence),
    .optional("badge", .text),
    .optional("milestone", count), .optional("redemption", .text),
    .optional("reason", .choice(LedgerLine.Refusal.allCases.map(\.rawValue))),
    .optional("from", .date), .optional("to", .date),
    .optional("because", .date),
  ])

  /// The columns of a table of rows as keys of a case, which has one subject and always states when
  /// a row became known.
  fileprivate var ofCase: KeyTable {
    KeyTable(
      keys.filter { $0.name != "subject" }.map { key in
        key.name == "known" ? .needed("known", .known) : key
      })
  }
}
