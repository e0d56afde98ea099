import DaymarkModel

/// The definitions of a rule in canonical JSON, see ``DaymarkModel/Rule/definition``, to stand inside
/// `$defs`.
let ruleSchemaDefinitions = #"""
      "definition": {
        "type": "object",
        "properties": {
          "rule": { "type": "string", "pattern": "^.+@.+$" },
          "title": { "type": "string" },
          "requires": { "$ref": "#/$defs/condition" },
          "onMissing": { "enum": ["fail", "undetermined", "zero"] },
          "score": { "$ref": "#/$defs/score" },
          "quality": { "type": "array", "items": { "$ref": "#/$defs/gate" }, "minItems": 1 }
        },
        "required": ["rule", "title", "requires", "onMissing"],
        "additionalProperties": false
      },
      "condition": {
        "type": "object",
        "properties": {
          "all": { "type": "array", "items": { "$ref": "#/$defs/condition" } },
          "any": { "type": "array", "items": { "$ref": "#/$defs/condition" } },
          "not": { "$ref": "#/$defs/condition" },
          "some": {
            "type": "object",
            "properties": {
              "count": { "$ref": "#/$defs/wholeFromOne" },
              "of": { "type": "array", "items": { "$ref": "#/$defs/condition" } }
            },
            "required": ["count", "of"],
            "additionalProperties": false
          },
  \#(leafDefinitions.map { "        \"\($0.key)\": \($0.schema)," }.joined(separator: "\n  "))
          "reason": { "type": "string" },
          "name": { "type": "string" }
        },
        \#(oneOf(["all", "any", "not", "some"] + leafDefinitions.map(\.key))),
        "additionalProperties": false
      },
      "score": {
        "type": "object",
        "properties": {
  \#(scoreDefinitions.map { "        \"\($0.key)\": \($0.schema)" }.joined(separator: ",\n  "))
        },
        \#(oneOf(scoreDefinitions.map(\.key))),
        "additionalProperties": false
      },
      "gate": {
        "type": "object",
        "properties": {
          "manualShare": { "$ref": "#/$defs/shareGate" },
          "lateShare": { "$ref": "#/$defs/shareGate" },
          "flags": {
            "type": "object",
            "properties": {
              "atMost": { "type": "integer", "minimum": 0 },
              "codes": { "type": "array", "items": { "$ref": "#/$defs/flagCode" } }
            },
            "required": ["atMost"],
            "additionalProperties": false
          },
          "onBreach": { "const": "fail" }
        },
        \#(oneOf(["manualShare", "lateShare", "flags"])),
        "additionalProperties": false
      },
      "shareGate": {
        "type": "object",
        "properties": {
          "metric": { "$ref": "#/$defs/metric" },
          "atMost": { "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? %$" }
        },
        "required": ["metric", "atMost"],
        "additionalProperties": false
      },
      "wholeFromOne": { "type": "integer", "minimum": 1 },
      "threshold": {
        "type": ["number", "string"],
        "pattern": "^-?[0-9]+(\\.[0-9]+)? (m|kcal|bpm|min|s/km|m/s|kg)$"
      },
      "thresholds": {
        "type": "array",
        "items": { "$ref": "#/$defs/threshold" },
        "minItems": 2,
        "maxItems": 2
      }
  """#

private typealias Member = (key: String, schema: String)

private let leafDefinitions: [Member] = LeafKind.all.map { ($0.key, $0.table.definitionSchema) }

private let scoreDefinitions: [Member] = LeafKind.all.compactMap { kind in
  kind.scoreTable.map { (kind.key, $0.definitionSchema) }
}

extension KeyTable {
  /// A closed object of the keys, as a definition has them.
  fileprivate var definitionSchema: String {
    let members = keys.map { #""\#($0.name)": \#($0.form.definitionSchema(unless: $0.standard))"# }
    var keywords = [
      #""type": "object""#, #""properties": { \#(members.joined(separator: ", ")) }"#,
    ]
    let required = keys.filter(\.isRequired).map { "\"\($0.name)\"" }
    if !required.isEmpty { keywords.append(#""required": [\#(required.joined(separator: ", "))]"#) }
    if alternatives.count == 1 { keywords.append(oneOf(alternatives[0])) }
    if alternatives.count > 1 {
      let choices = alternatives.map { "{ \(oneOf($0)) }" }.joined(separator: ", ")
      keywords.append(#""allOf": [\#(choices)]"#)
    }
    return "{ \((keywords + [#""additionalProperties": false"#]).joined(separator: ", ")) }"
  }
}

extension Form {
  /// What a definition holds of it: canonical units, and nothing that holds anyway.
  ///
  /// - Parameter standard: What is not written.
  fileprivate func definitionSchema(unless standard: JSONValue?) -> String {
    switch self {
    case .text: return #"{ "type": "string" }"#
    case .word(let pattern, _, _):
      return #"{ "type": "string", "pattern": \#(json(.string(pattern.text))) }"#
    case .number(let range, _):
      let least = standard == .number(range.lowerBound) ? range.lowerBound + 1 : range.lowerBound
      return #"{ "type": "integer", "minimum": \#(least), "maximum": \#(range.upperBound) }"#
    case .choice(let words):
      return #"{ "enum": \#(json(.array(words.map { .string($0) }.filter { $0 != standard }))) }"#
    case .truth(let values):
      return #"{ "enum": \#(json(.array(values.map { .bool($0) }.filter { $0 != standard }))) }"#
    case .threshold: return ##"{ "$ref": "#/$defs/threshold" }"##
    case .between: return ##"{ "$ref": "#/$defs/thresholds" }"##
    case .percent: return #"{ "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? %$" }"#
    case .exercise: return #"{ "type": "string", "minLength": 1 }"#
    case .list(let form, _, _):
      return #"{ "type": "array", "items": \#(form.definitionSchema(unless: nil)) }"#
    case .oneOrMore(let form, _):
      let one = form.definitionSchema(unless: nil)
      return #"{ "oneOf": [\#(one), { "type": "array", "items": \#(one) }] }"#
    case .mapping(let table): return table.definitionSchema
    case .condition: return ##"{ "$ref": "#/$defs/condition" }"##
    // Names are written where they are used.
    case .namedConditions: return "false"
    }
  }

  private func json(_ value: JSONValue) -> String {
    String(decoding: value.canonicalBytes(), as: UTF8.self)
  }
}

/// The keyword that asks for exactly one of the keys.
private func oneOf(_ keys: [String]) -> String {
  #""oneOf": [\#(keys.map { #"{ "required": ["\#($0)"] }"# }.joined(separator: ", "))]"#
}
