import DaymarkModel

/// The schemas of a rule in canonical JSON; see ``Rule/definition``.
let ruleDefinitions: [String: JSONValue] = [
  "definition": .closed(
    [
      "rule": .pattern("^.+@.+$"), "title": .type("string"), "requires": definition("condition"),
      "onMissing": Kind<MissingPolicy>.word.schema, "score": definition("score"),
      "quality": .list(of: definition("gate"), atLeast: 1),
    ], required: ["rule", "title", "requires", "onMissing"]),
  "condition": .closed(
    Dictionary(
      LeafKind.all.map { ($0.key, $0.table.definitionSchema) } + [
        ("all", conditions), ("any", conditions), ("not", definition("condition")),
        (
          "some",
          .closed(
            ["count": definition("wholeFromOne"), "of": conditions], required: ["count", "of"])
        ), ("reason", .type("string")), ("name", .type("string")),
      ]
    ) { $1 }, oneOf: ["all", "any", "not", "some"] + LeafKind.all.map(\.key)),
  "score": .closed(
    Dictionary(scores.map { ($0.key, $0.table.definitionSchema) }) { $1 },
    oneOf: scores.map(\.key)),
  "gate": .closed(
    [
      "manualShare": definition("shareGate"), "lateShare": definition("shareGate"),
      "flags": .closed(
        [
          "atMost": .whole(from: 0),
          "codes": .object(["type": .string("array"), "items": definition("flagCode")]),
        ], required: ["atMost"]), "onBreach": .object(["const": .string("fail")]),
    ], oneOf: ["manualShare", "lateShare", "flags"]),
  "shareGate": .closed(
    ["metric": definition("metric"), "atMost": percent], required: ["metric", "atMost"]),
  "wholeFromOne": .whole(from: 1),
  "threshold": .object([
    "type": .array([.string("number"), .string("string")]),
    "pattern": .string("^-?[0-9]+(\\.[0-9]+)? (m|kcal|bpm|min|s/km|m/s|kg|bodyWeight)$"),
  ]),
  "thresholds": .object([
    "type": .string("array"), "items": definition("threshold"), "minItems": .number(2),
    "maxItems": .number(2),
  ]),
]

private let scores = LeafKind.all.compactMap { kind in
  kind.scoreTable.map { (key: kind.key, table: $0) }
}

private let conditions = JSONValue.list(of: definition("condition"))

private let percent = JSONValue.pattern("^[0-9]+(\\.[0-9]+)? %$")

extension JSONValue {
  fileprivate static func type(_ name: String) -> JSONValue { .object(["type": .string(name)]) }

  fileprivate static func pattern(_ text: String) -> JSONValue {
    .object(["type": .string("string"), "pattern": .string(text)])
  }

  fileprivate static func whole(from least: Int) -> JSONValue {
    .object(["type": .string("integer"), "minimum": .number(least)])
  }

  fileprivate static func list(of items: JSONValue, atLeast least: Int? = nil) -> JSONValue {
    .object(
      present: [
        "type": .string("array"), "items": items, "minItems": least.map { .number($0) },
      ])
  }

  /// The schema of an object that has certain members and no others.
  ///
  /// - Parameters:
  ///   - properties: The schemas of the members.
  ///   - required: The members that must be there.
  ///   - alternatives: Groups of members, of each of which exactly one must be there.
  fileprivate static func closed(
    _ properties: [String: JSONValue], required: [String] = [], oneOf alternatives: [String]...
  ) -> JSONValue {
    closed(properties, required: required, alternatives)
  }

  fileprivate static func closed(
    _ properties: [String: JSONValue], required: [String], _ alternatives: [[String]]
  ) -> JSONValue {
    var keywords: [String: JSONValue] = [
      "type": .string("object"), "properties": .object(properties),
      "additionalProperties": .bool(false),
    ]
    if !required.isEmpty { keywords["required"] = .array(required.map { .string($0) }) }
    let choices = alternatives.map { keys in
      JSONValue.array(keys.map { .object(["required": .array([.string($0)])]) })
    }
    if choices.count == 1 { keywords["oneOf"] = choices[0] }
    if choices.count > 1 { keywords["allOf"] = .array(choices.map { .object(["oneOf": $0]) }) }
    return .object(keywords)
  }
}

extension KeyTable {
  /// The schema of the mapping in a rule's definition.
  fileprivate var definitionSchema: JSONValue {
    let properties = Dictionary(
      keys.map { ($0.name, $0.form.definitionSchema(unless: $0.standard)) }
    ) { $1 }
    let required = keys.filter(\.isRequired).map(\.name)
    return .closed(properties, required: required, alternatives)
  }
}

extension Form {
  /// The schema of the value in a rule's definition, where amounts are in canonical units.
  ///
  /// - Parameter standard: The value that the definition leaves out.
  fileprivate func definitionSchema(unless standard: JSONValue?) -> JSONValue {
    switch self {
    case .text: return .type("string")
    case .word(let pattern, _, _): return .pattern(pattern.text)
    case .number(let range, _):
      let least = standard == .number(range.lowerBound) ? range.lowerBound + 1 : range.lowerBound
      return .object([
        "type": .string("integer"), "minimum": .number(least),
        "maximum": .number(range.upperBound),
      ])
    case .choice(let words):
      return .object(["enum": .array(words.map { .string($0) }.filter { $0 != standard })])
    case .truth(let values):
      return .object(["enum": .array(values.map { .bool($0) }.filter { $0 != standard })])
    case .threshold, .wholeRate: return definition("threshold")
    case .between: return definition("thresholds")
    case .percent: return DaymarkDocuments.percent
    case .weight: return .pattern(Weight.pattern.text)
    case .exercise: return .object(["type": .string("string"), "minLength": .number(1)])
    case .list(let form, _, _): return .list(of: form.definitionSchema(unless: nil))
    case .oneOrMore(let form, _):
      let one = form.definitionSchema(unless: nil)
      return .object(["oneOf": .array([one, .list(of: one)])])
    case .mapping(let table): return table.definitionSchema
    case .condition: return definition("condition")
    // A definition does not have these: names are replaced by what they stand for.
    case .namedConditions, .receipts, .named, .either: return .bool(false)
    }
  }
}
