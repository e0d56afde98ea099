import DaymarkDocuments
import DaymarkModel

// The tables of the keys of programme.yaml, badges.yaml and the rows beside them.

/// An amount, which has a unit if the value that it is compared with has one; only the loader knows
/// that.
private let amount = Form.word(
  Pattern("^[+]?[0-9.]+([eE][+-]?[0-9]+)?( +[A-Za-z/]+)?$"), .threshold, orAs: [.number])
private let count = Form.number(1...wholeNumberLimit)
private let weekdays = CivilDay.Weekday.allCases.map(\.key)
private let name = Form.word(VersionedName.namePattern, .identifier, orAs: [.number])

extension Form {
  /// The instant at which a row became known.
  static let known: Form = {
    guard case .word(let instant, _, _) = Form.instant, case .word(let date, _, _) = Form.date
    else { return .instant }
    return .word(Pattern("\(instant.text)|\(date.text)"), .instantOrDate)
  }()
}

extension KeyTable {
  static let programme = KeyTable([
    .needed(
      "programme",
      .word(VersionedName.pattern, .versionedName(example: "family-learning@1.0.0"))),
    .needed("title", .text), .needed("days", .path), .optional("known", .known),
    .optional("challenges", .list(.path, of: .challenge)),
    .optional("weekStartsOn", .choice(weekdays), standard: .string(weekdays[0])),
    .optional("settleAfter", .numberOfDays, standard: .string("7 days")),
    .optional("points", .mapping(programmePoints)),
    .optional("streaks", .named(VersionedName.namePattern, .mapping(programmeStreak))),
    .optional("badges", .path), .optional("levels", .mapping(programmeLevels)),
    .optional("redemptions", .path), .optional("redeem", .mapping(redeem)),
    .optional("freezes", .path), .optional("pauses", .path),
    .optional("seasons", .list(.date, of: .date)),
  ])

  static let programmePoints = KeyTable([
    .optional("base", .list(.mapping(baseRule), of: .pointRule)), .optional("capPerDay", count),
    .optional("bonus", .list(.mapping(bonusRule), of: .bonus)),
    .optional("streakMultiplier", .mapping(streakMultiplier)),
  ])

  static let baseRule = KeyTable(
    measures + [.needed("points", count), .needed("per", amount), .optional("capPerDay", count)],
    oneOf: measureKeys)

  static let bonusRule = KeyTable([.needed("challenge", .text), .needed("percent", count)])

  static let streakMultiplier = KeyTable([
    .needed("streak", name), .needed("policy", .choice(["weekly5", "daily1cap30", "table"])),
    .optional("atMost", count), .optional("at", .named(numberPattern, count)),
  ])

  static let programmeStreak = KeyTable([
    .needed("unit", .choice(["day", "week", "rolling"])), .needed("day", .mapping(dayTest)),
    .optional("week", .mapping(weekGoal)), .optional("rolling", .mapping(rolling)),
    .optional("restDays", .list(.choice(weekdays), of: .word(weekdays))),
    .optional("breaksAfter", .number(1...9), standard: .number(1)),
    .optional("freezes", .mapping(freezeRules)),
    .optional("milestones", .list(count, of: .wholeNumber)),
  ])

  static let dayTest = KeyTable(
    measures + comparisons, alternatives: [measureKeys, Comparison.keys])

  static let weekGoal = KeyTable(
    measures + [.optional("days", .number(1...7)), .optional("atLeast", amount)],
    oneOf: measureKeys + ["days"])

  static let rolling = KeyTable([.needed("days", count), .needed("within", count)])

  static let freezeRules = KeyTable([
    .optional("earnEvery", count), .needed("atMost", count),
    .optional("price", .number(0...wholeNumberLimit)),
  ])

  static let programmeLevels = KeyTable([
    .needed("policy", .choice(["table", "quadratic"])),
    .optional("at", .list(.number(0...wholeNumberLimit), of: .wholeNumber)),
  ])

  static let redeem = KeyTable([.optional("atLeast", count), .optional("atMost", count)])

  static let badges = KeyTable([.needed("badges", .list(.mapping(badge), of: .badge))])

  static let badge = KeyTable([
    .needed("id", name), .needed("title", .text), .needed("text", .text),
    .needed("when", .mapping(badgeCondition)),
    .optional("repeatable", .truth([true, false]), standard: .bool(false)),
  ])

  static let badgeCondition: KeyTable = {
    let keys: [Key] = [
      .optional("challengesCompleted", count), .optional("challengesJoined", count),
      .optional("firstWin", .truth([true])), .optional("streak", .mapping(badgeStreak)),
      .optional("total", .mapping(badgeTotal)), .optional("pointsEarned", count),
      .optional("rank", .mapping(badgeRank)), .optional("early", .mapping(badgeLead)),
    ]
    return KeyTable(keys, oneOf: keys.map(\.name))
  }()

  static let badgeStreak = KeyTable([.needed("of", name), .needed("atLeast", count)])
  static let badgeRank = KeyTable([.needed("challenge", .text), .needed("atMost", count)])
  static let badgeLead = KeyTable([.needed("days", count)])

  /// The keys of leaves that can only grow, so that there is a first day on which they hold.
  static let badgeTotal: KeyTable = {
    let grows = ["total", "days", "best", "window", "activities", "activityDays", "activityTotal"]
    let keys = LeafKind.all.filter { grows.contains($0.key) }.map { kind in
      Key.optional(kind.key, .mapping(kind.table))
    }
    return KeyTable(keys, oneOf: keys.map(\.name))
  }()

  // The columns of the tables of rows, in order; optional ones at the end may be left out.

  static let redemptionRow = KeyTable([
    .needed("id", .text), .needed("subject", .text), .needed("date", .date),
    .needed("points", count), .optional("what", .text), .optional("known", .known),
  ])

  static let freezeRow = KeyTable([
    .needed("subject", .text), .needed("date", .date),
    .needed("freeze", .choice(FreezeRow.Origin.allCases.map(\.rawValue))),
    .optional("known", .known), .optional("streak", name),
  ])

  static let pauseRow = KeyTable([
    .needed("subject", .text), .needed("from", .date), .needed("to", .date),
    .optional("known", .known),
  ])

  /// The leaves under whose keys a value of a day can be chosen.
  static let dayLeaves = LeafKind.all.filter { $0.dayTable != nil }
  static let measureKeys = dayLeaves.map(\.key)
  private static let measures = dayLeaves.compactMap { leaf in
    leaf.dayTable.map { Key.optional(leaf.key, .mapping($0)) }
  }
  private static let numberPattern = Pattern("^[1-9][0-9]{0,5}$")

  private static let comparisons: [Key] = Comparison.keys.map { key in
    .optional(key, key == "between" ? .list(amount, of: .wholeNumber) : amount)
  }
}
