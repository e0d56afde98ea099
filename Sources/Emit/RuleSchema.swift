/// The definitions of a rule in canonical JSON, see ``DaymarkModel/Rule/definition``, to stand inside
/// `$defs`.
let ruleSchemaDefinitions = #"""
      "definition": {
        "type": "object",
        "properties": {
          "rule": { "type": "string", "pattern": "^.+@.+$" },
          "title": { "type": "string" },
          "requires": { "$ref": "#/$defs/condition" },
          "onMissing": { "enum": ["fail", "undetermined", "zero"] }
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
          "total": { "$ref": "#/$defs/leaf" },
          "days": {
            "$ref": "#/$defs/leaf",
            "oneOf": [{ "required": ["count"] }, { "required": ["every"] }]
          },
          "streak": { "$ref": "#/$defs/leaf", "required": ["days"] },
          "average": { "$ref": "#/$defs/leaf" },
          "best": { "$ref": "#/$defs/leaf" },
          "reason": { "type": "string" }
        },
        "oneOf": [
          { "required": ["all"] },
          { "required": ["any"] },
          { "required": ["not"] },
          { "required": ["total"] },
          { "required": ["days"] },
          { "required": ["streak"] },
          { "required": ["average"] },
          { "required": ["best"] }
        ],
        "additionalProperties": false
      },
      "leaf": {
        "type": "object",
        "properties": {
          "metric": { "$ref": "#/$defs/metric" },
          "atLeast": { "$ref": "#/$defs/threshold" },
          "moreThan": { "$ref": "#/$defs/threshold" },
          "atMost": { "$ref": "#/$defs/threshold" },
          "lessThan": { "$ref": "#/$defs/threshold" },
          "between": {
            "type": "array",
            "items": { "$ref": "#/$defs/threshold" },
            "minItems": 2,
            "maxItems": 2
          },
          "count": { "type": "integer" },
          "every": { "const": true },
          "days": { "type": "integer" },
          "misses": { "type": "integer" },
          "over": { "const": "recordedDays" },
          "on": {
            "type": "array",
            "items": { "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }
          },
          "from": { "$ref": "#/$defs/date" },
          "to": { "$ref": "#/$defs/date" }
        },
        "required": ["metric"],
        "oneOf": [
          { "required": ["atLeast"] },
          { "required": ["moreThan"] },
          { "required": ["atMost"] },
          { "required": ["lessThan"] },
          { "required": ["between"] }
        ],
        "additionalProperties": false
      },
      "threshold": {
        "type": ["number", "string"],
        "pattern": "^-?[0-9]+(\\.[0-9]+)? (m|kcal|bpm|min)$"
      }
  """#
