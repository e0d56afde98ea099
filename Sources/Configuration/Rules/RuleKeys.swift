import DaymarkModel

// The tables of rules.yaml.

/// The metrics that a rule can add up.
let cumulativeMetrics = Metric.allCases.filter(\.isCumulative).map(\.id)

/// A name under `conditions:`.
///
/// A letter comes first, so that no reader of YAML takes it for a number.
let conditionName = Form.word(
  Pattern("^[A-Za-z][A-Za-z0-9_-]*$"), .definedConditionName)

extension KeyTable {
  static let rule = KeyTable([
    .needed(
      "rule",
      .word(VersionedName.pattern, .versionedName(example: "ten-thousand-steps@1.2.0"))),
    .needed("title", .text), .needed("requires", .condition),
    .optional("conditions", .namedConditions),
    .optional("onMissing", .choice(MissingPolicy.allCases.map(\.rawValue))),
    .optional("score", .mapping(score)),
    .optional("quality", .oneOrMore(.mapping(gates), .gate)),
  ])

  static let condition = KeyTable(
    conditionKinds + [.optional("reason", .text)], oneOf: conditionKinds.map(\.name))

  private static let conditionKinds: [Key] =
    [
      .optional("all", conditionList), .optional("any", conditionList),
      .optional("not", .condition), .optional("some", .mapping(some)),
      .optional("use", conditionName),
    ] + leaves.map { .optional($0.key, .mapping($0.table)) }

  private static let conditionList = Form.list(.condition, of: .condition)

  static let some = KeyTable([
    .needed("count", .number(1...wholeNumberLimit)), .needed("of", conditionList),
  ])

  /// One of these ranks subjects.
  static let score = KeyTable(
    scores.map { .optional($0.key, .mapping($0.table)) }, oneOf: scores.map(\.key))

  static let gates = KeyTable(
    [
      .optional("manualShare", .oneOrMore(.mapping(share), .share)),
      .optional("lateShare", .oneOrMore(.mapping(share), .share)),
      .optional("flags", .mapping(flags)),
      .optional("onBreach", .choice(BreachPolicy.allCases.map(\.rawValue))),
    ], needsAny: ["manualShare", "lateShare", "flags"])

  static let share = KeyTable([
    .needed("metric", .choice(cumulativeMetrics)), .needed("atMost", .percent),
  ])

  static let flags = KeyTable([
    .needed("atMost", .number(0...wholeNumberLimit)),
    .optional("codes", .list(.choice(FlagCode.allCases.map(\.rawValue)), of: .flagCode)),
  ])
}

// The leaves.
extension KeyTable {
  /// What a condition can ask of days and sessions, in the order that people are told of them.
  static let leaves: [(key: String, table: KeyTable)] = [
    ("total", KeyTable(metric + comparisons(.byMetric) + selection, oneOf: Comparison.keys)),
    (
      "days",
      KeyTable(
        metric + comparisons(.byMetric) + number("count", orEvery: true) + selection,
        oneOf: Comparison.keys, ["count", "every"])
    ),
    (
      "streak",
      KeyTable(
        metric + comparisons(.byMetric) + [
          .needed("days", .number(1...wholeNumberLimit)),
          .optional("misses", .number(0...wholeNumberLimit)),
        ] + selection, oneOf: Comparison.keys)
    ),
    (
      "average",
      KeyTable(metric + comparisons(.byMetric) + over + selection, oneOf: Comparison.keys)
    ),
    ("best", KeyTable(metric + comparisons(.byMetric) + selection, oneOf: Comparison.keys)),
    (
      "window",
      KeyTable(
        metric + comparisons(.byMetric) + number("days") + selection, oneOf: Comparison.keys)
    ),
    ("weekly", weekly),
    ("activities", KeyTable(sessions + number("count") + selection)),
    (
      "activityTotal",
      KeyTable(sessions + sum + comparisons(.bySum) + selection, oneOf: Comparison.keys)
    ),
    (
      "heartRate",
      KeyTable(
        [.needed("statistic", .choice(HeartRateStatistic.allCases.map(\.rawValue)))]
          + comparisons(.fixed(.beatsPerMinute)) + number("days", orEvery: true) + selection,
        oneOf: Comparison.keys, ["days", "every"])
    ),
  ]

  /// The leaves that give one number, without their comparison.
  static let scores: [(key: String, table: KeyTable)] = [
    ("total", KeyTable(metric + selection)), ("average", KeyTable(metric + over + selection)),
    ("best", KeyTable(metric + selection)),
    ("window", KeyTable(metric + number("days") + selection)),
    ("activities", KeyTable(sessions + selection)),
    ("activityTotal", KeyTable(sessions + sum + selection)),
  ]

  private static let weekly = KeyTable(
    [
      .needed("weeks", .number(1...wholeNumberLimit)), .optional("days", .mapping(weekDays)),
      .optional("activities", .mapping(KeyTable(sessions + number("count")))),
      .optional("weekStartsOn", .choice(weekdayKeys)),
      .optional("partialWeeks", .choice(["count"])),
    ] + selection, oneOf: ["days", "activities"])

  /// What `weekly` asks of a week's days.
  private static let weekDays = KeyTable(
    metric + comparisons(.byMetric) + [
      .optional("count", .number(1...7)), .optional("every", .truth([true])),
    ], oneOf: Comparison.keys, ["count", "every"])

  private static let metric: [Key] = [.needed("metric", .choice(cumulativeMetrics))]
  private static let sum: [Key] = [.needed("sum", .choice(ActivitySum.allCases.map(\.rawValue)))]
  private static let over: [Key] = [.optional("over", .choice(["calendarDays", "recordedDays"]))]

  private static func number(_ name: String, orEvery: Bool = false) -> [Key] {
    let form = Form.number(1...wholeNumberLimit)
    return orEvery
      ? [.optional(name, form), .optional("every", .truth([true]))] : [.needed(name, form)]
  }

  private static func comparisons(_ unit: ThresholdUnit) -> [Key] {
    Comparison.keys.map { key in
      switch key {
      case "between": .optional(key, .between(unit))
      case "lessThan": .optional(key, .threshold(unit, aboveZero: true))
      default: .optional(key, .threshold(unit))
      }
    }
  }

  private static let selection: [Key] = [
    .optional(
      "on", .list(.choice(weekdayKeys), of: .word(weekdayKeys))),
    .optional("from", .date), .optional("to", .date),
  ]

  private static let weekdayKeys = CivilDay.Weekday.allCases.map(\.key)

  /// Which sessions are looked at.
  private static let sessions: [Key] = [
    .optional(
      "kind",
      .oneOrMore(
        .choice(ActivityKind.allCases.map(\.rawValue)),
        .word(ActivityKind.allCases.map(\.rawValue)))),
    .optional("indoor", .truth([true, false])), .optional("where", .mapping(requirements)),
  ]

  /// What a session must have: a comparison under each quantity.
  static let requirements = KeyTable(
    ActivityQuantity.allCases.map { quantity in
      let table = KeyTable(comparisons(.fixed(quantity.unit)), oneOf: Comparison.keys)
      return .optional(quantity.rawValue, .mapping(table))
    }, needsAny: ActivityQuantity.allCases.map(\.rawValue))
}

extension ThresholdUnit {
  fileprivate static let byMetric = ThresholdUnit.of(
    key: "metric",
    Dictionary(
      uniqueKeysWithValues: Metric.allCases.filter(\.isCumulative)
        .map { ($0.id, $0.canonicalUnit) }))

  fileprivate static let bySum = ThresholdUnit.of(
    key: "sum",
    Dictionary(uniqueKeysWithValues: ActivitySum.allCases.map { ($0.rawValue, $0.unit) }))
}
