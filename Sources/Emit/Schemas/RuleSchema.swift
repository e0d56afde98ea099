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
      "where": {
        "type": "object",
        "properties": {
          "distance": { "$ref": "#/$defs/bound" },
          "duration": { "$ref": "#/$defs/bound" },
          "energy": { "$ref": "#/$defs/bound" },
          "elevationGain": { "$ref": "#/$defs/bound" },
          "pace": { "$ref": "#/$defs/bound" },
          "speed": { "$ref": "#/$defs/bound" },
          "averageHeartRate": { "$ref": "#/$defs/bound" },
          "maximumHeartRate": { "$ref": "#/$defs/bound" }
        },
        "additionalProperties": false
      },
      "bound": \#(object(comparison, choices: [oneOf(Comparison.keys)])),
      "kinds": {
        "oneOf": [
          { "$ref": "#/$defs/activityKind" },
          { "type": "array", "items": { "$ref": "#/$defs/activityKind" } }
        ]
      },
      "wholeFromOne": { "type": "integer", "minimum": 1 },
      "weekday": { "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
      "threshold": {
        "type": ["number", "string"],
        "pattern": "^-?[0-9]+(\\.[0-9]+)? (m|kcal|bpm|min|s/km|m/s)$"
      },
      "thresholds": {
        "type": "array",
        "items": { "$ref": "#/$defs/threshold" },
        "minItems": 2,
        "maxItems": 2
      }
  """#

private typealias Member = (key: String, schema: String)

private let wholeFromOne = ##"{ "$ref": "#/$defs/wholeFromOne" }"##
private let metric: Member = ("metric", ##"{ "$ref": "#/$defs/metric" }"##)
private let count: Member = ("count", wholeFromOne)
private let every: Member = ("every", #"{ "const": true }"#)
private let days: Member = ("days", wholeFromOne)
private let over: Member = ("over", #"{ "const": "recordedDays" }"#)
private let sum: Member = (
  "sum", #"{ "enum": ["distance", "duration", "energy", "elevationGain", "sessions"] }"#
)

private let comparison: [Member] = Comparison.keys.map {
  ($0, ##"{ "$ref": "#/$defs/\##($0 == "between" ? "thresholds" : "threshold")" }"##)
}

/// Which days a leaf looks at.
private let selection: [Member] = [
  ("on", ##"{ "type": "array", "items": { "$ref": "#/$defs/weekday" } }"##),
  ("from", ##"{ "$ref": "#/$defs/date" }"##), ("to", ##"{ "$ref": "#/$defs/date" }"##),
]

/// Which sessions a leaf looks at.
private let sessions: [Member] = [
  ("kind", ##"{ "$ref": "#/$defs/kinds" }"##), ("indoor", #"{ "type": "boolean" }"#),
  ("where", ##"{ "$ref": "#/$defs/where" }"##),
]

private let leafDefinitions: [Member] = {
  func leaf(
    _ members: [Member], needs required: [String], _ choices: String...
  ) -> String {
    object(
      members + comparison + selection, needs: required, choices: [oneOf(Comparison.keys)] + choices
    )
  }
  return [
    ("total", leaf([metric], needs: ["metric"])), ("best", leaf([metric], needs: ["metric"])),
    ("days", leaf([metric, count, every], needs: ["metric"], oneOf(["count", "every"]))),
    ("streak", leaf([metric, days, ("misses", wholeFromOne)], needs: ["metric", "days"])),
    ("average", leaf([metric, over], needs: ["metric"])),
    ("window", leaf([metric, days], needs: ["metric", "days"])), ("weekly", weekly),
    ("activities", object(sessions + [count] + selection, needs: ["count"])),
    ("activityTotal", leaf(sessions + [sum], needs: ["sum"])),
    (
      "heartRate",
      leaf(
        [("statistic", #"{ "enum": ["average", "min", "max"] }"#), days, every],
        needs: ["statistic"], oneOf(["days", "every"]))
    ),
  ]
}()

private let weekly = object(
  [
    ("weeks", wholeFromOne), ("weekStartsOn", ##"{ "$ref": "#/$defs/weekday" }"##),
    ("partialWeeks", #"{ "const": "count" }"#),
    (
      "days",
      object(
        [metric, count, every] + comparison, needs: ["metric"],
        choices: [oneOf(["count", "every"]), oneOf(Comparison.keys)])
    ),
    ("activities", object(sessions + [count], needs: ["count"])),
  ] + selection, needs: ["weeks"], choices: [oneOf(["days", "activities"])])

private let scoreDefinitions: [Member] = [
  ("total", object([metric] + selection, needs: ["metric"])),
  ("best", object([metric] + selection, needs: ["metric"])),
  ("average", object([metric, over] + selection, needs: ["metric"])),
  ("window", object([metric, days] + selection, needs: ["metric", "days"])),
  ("activities", object(sessions + selection, needs: [])),
  ("activityTotal", object(sessions + [sum] + selection, needs: ["sum"])),
]

/// A closed object.
///
/// - Parameter choices: Further keywords, see ``oneOf(_:)``; more than one stand in an `allOf`.
private func object(
  _ members: [Member], needs required: [String] = [], choices: [String] = []
) -> String {
  let properties = members.map { #""\#($0.key)": \#($0.schema)"# }.joined(separator: ", ")
  var keywords = [#""type": "object""#, #""properties": { \#(properties) }"#]
  if !required.isEmpty {
    keywords.append(#""required": [\#(required.map { "\"\($0)\"" }.joined(separator: ", "))]"#)
  }
  if choices.count == 1 { keywords += choices }
  if choices.count > 1 {
    keywords.append(
      #""allOf": [\#(choices.map { "{ \($0) }" }.joined(separator: ", "))]"#)
  }
  return "{ \((keywords + [#""additionalProperties": false"#]).joined(separator: ", ")) }"
}

/// The keyword that asks for exactly one of the keys.
private func oneOf(_ keys: [String]) -> String {
  #""oneOf": [\#(keys.map { #"{ "required": ["\#($0)"] }"# }.joined(separator: ", "))]"#
}
