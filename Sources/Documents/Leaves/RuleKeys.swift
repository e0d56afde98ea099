import DaymarkModel

// The tables of the keys of `rules.yaml`.

/// A name of a condition under `conditions:`.
///
/// It begins with a letter, so that no reader of YAML takes it for a number.
package let conditionName = Form.word(
  Pattern("^[A-Za-z][A-Za-z0-9_-]*$"), .definedConditionName)

extension KeyTable {
  package static let rule = KeyTable([
    .needed(
      "rule",
      .word(VersionedName.pattern, .versionedName(example: "ten-thousand-steps@1.2.0"))),
    .needed("title", .text), .needed("requires", .condition),
    .optional("conditions", .namedConditions),
    .optional("onMissing", .choice(MissingPolicy.allCases.map(\.rawValue))),
    .optional("score", .mapping(score)),
    .optional("quality", .oneOrMore(.mapping(gates), .gate)),
  ])

  package static let condition = KeyTable(
    conditionKinds + [.optional("reason", .text)], oneOf: conditionKinds.map(\.name))

  private static let conditionKinds: [Key] =
    [
      .optional("all", conditionList), .optional("any", conditionList),
      .optional("not", .condition), .optional("some", .mapping(some)),
      .optional("use", conditionName),
    ] + LeafKind.all.map { .optional($0.key, .mapping($0.table)) }

  private static let conditionList = Form.list(.condition, of: .condition)

  package static let some = KeyTable([
    .needed("count", .number(1...wholeNumberLimit)), .needed("of", conditionList),
  ])

  /// The keys under `score:`, of which exactly one is written.
  package static let score: KeyTable = {
    let keys = LeafKind.all.compactMap { kind in
      kind.scoreTable.map { Key.optional(kind.key, .mapping($0)) }
    }
    return KeyTable(keys, oneOf: keys.map(\.name))
  }()

  package static let gates = KeyTable(
    [
      .optional("manualShare", .oneOrMore(.mapping(share), .share)),
      .optional("lateShare", .oneOrMore(.mapping(share), .share)),
      .optional("flags", .mapping(flags)),
      .optional(
        "onBreach", .choice(BreachPolicy.allCases.map(\.rawValue)),
        standard: .string(BreachPolicy.undetermined.rawValue)),
    ], atLeastOneOf: ["manualShare", "lateShare", "flags"])

  package static let share = KeyTable([
    .needed("metric", .choice(cumulativeMetrics)), .needed("atMost", .percent),
  ])

  package static let flags = KeyTable([
    .needed("atMost", .number(0...wholeNumberLimit)),
    .optional("codes", .list(.choice(FlagCode.allCases.map(\.rawValue)), of: .flagCode)),
  ])
}
