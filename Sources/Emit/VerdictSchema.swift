let verdictSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark verdict: the outcome of a rule on one subject, and why",
    "type": "object",
    "properties": {
      "schema": { "const": "daymark/verdict@1" },
      "tool": { "$ref": "#/$defs/tool" },
      "challenge": { "$ref": "#/$defs/challenge" },
      "subject": { "type": "string" },
      "zone": { "$ref": "#/$defs/zone" },
      "outcome": { "$ref": "#/$defs/outcome" },
      "reasons": { "$ref": "#/$defs/reasons" },
      "asOf": { "$ref": "#/$defs/instant" },
      "phase": { "$ref": "#/$defs/phase" },
      "rule": { "$ref": "#/$defs/rule" },
      "aggregatesSha256": { "$ref": "#/$defs/sha256" },
      "explanation": { "$ref": "#/$defs/node" }
    },
    "required": [
      "schema", "tool", "challenge", "subject", "zone", "outcome", "reasons", "asOf", "phase",
      "rule", "aggregatesSha256", "explanation"
    ],
    "additionalProperties": false,
    "$defs": {
      "node": {
        "type": "object",
        "properties": {
          "key": { "type": "string", "pattern": "^[a-zA-Z]+$" },
          "answer": { "$ref": "#/$defs/outcome" },
          "metric": { "$ref": "#/$defs/metric" },
          "required": { "type": "string" },
          "actual": { "type": "number" },
          "margin": { "type": "number" },
          "reason": { "$ref": "#/$defs/reason" },
          "days": { "type": "array", "items": { "$ref": "#/$defs/day" }, "minItems": 1 },
          "children": { "type": "array", "items": { "$ref": "#/$defs/node" }, "minItems": 1 }
        },
        "required": ["key", "answer"],
        "additionalProperties": false
      },
      "day": {
        "type": "object",
        "properties": {
          "date": { "$ref": "#/$defs/date" },
          "value": { "type": "number" },
          "standing": { "enum": ["counted", "short", "missing", "incomplete", "notOver"] }
        },
        "required": ["date", "standing"],
        "additionalProperties": false
      },
  \#(sharedSchemaDefinitions),
  \#(ruleSchemaDefinitions)
    }
  }

  """#
