let verdictSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark verdict: the outcome of a rule on one subject, and why",
    "type": "object",
    "properties": {
      "schema": { "const": "\#(verdictSchemaName)" },
      "tool": { "$ref": "#/$defs/tool" },
      "challenge": { "$ref": "#/$defs/challenge" },
      "subject": { "type": "string" },
      "zone": { "$ref": "#/$defs/zone" },
      "outcome": { "$ref": "#/$defs/outcome" },
      "reasons": { "$ref": "#/$defs/reasons" },
      "asOf": { "$ref": "#/$defs/instant" },
      "phase": { "$ref": "#/$defs/phase" },
      "final": { "type": "boolean" },
      "openUntil": { "$ref": "#/$defs/instant" },
      "rule": { "$ref": "#/$defs/rule" },
      "aggregatesSha256": { "$ref": "#/$defs/sha256" },
      "score": { "$ref": "#/$defs/scoreValue" },
      "quality": { "$ref": "#/$defs/verdictQuality" },
      "damage": { "type": "array", "items": { "$ref": "#/$defs/inputDamage" }, "minItems": 1 },
      "explanation": { "$ref": "#/$defs/node" }
    },
    "required": [
      "schema", "tool", "challenge", "subject", "zone", "outcome", "reasons", "asOf", "phase",
      "final", "rule", "aggregatesSha256", "quality", "explanation"
    ],
    "additionalProperties": false,
    "$defs": {
      "node": {
        "type": "object",
        "properties": {
          "key": { "type": "string", "pattern": "^[a-zA-Z]+$" },
          "name": { "type": "string" },
          "answer": { "$ref": "#/$defs/outcome" },
          "metric": { "$ref": "#/$defs/metric" },
          "required": { "type": "string" },
          "unit": { "type": "string", "pattern": "^[a-zA-Z/]+$" },
          "actual": { "type": "number" },
          "margin": { "type": "number" },
          "reason": { "$ref": "#/$defs/reason" },
          "span": {
            "type": "object",
            "properties": {
              "from": { "$ref": "#/$defs/date" },
              "to": { "$ref": "#/$defs/date" }
            },
            "required": ["from", "to"],
            "additionalProperties": false
          },
          "days": { "type": "array", "items": { "$ref": "#/$defs/day" }, "minItems": 1 },
          "weeks": { "type": "array", "items": { "$ref": "#/$defs/week" }, "minItems": 1 },
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
          "standing": {
            "enum": [
              "counted", "short", "missing", "incomplete", "damaged", "notOver", "unknown"
            ]
          },
          "missed": {
            "description": "How many sessions are not as this requirement of `where` asks.",
            "type": "object",
            "propertyNames": {
              "enum": [
                "distance", "duration", "energy", "elevationGain", "pace", "speed",
                "averageHeartRate", "maximumHeartRate"
              ]
            },
            "additionalProperties": { "type": "integer", "minimum": 1 },
            "minProperties": 1
          }
        },
        "required": ["date", "standing"],
        "additionalProperties": false
      },
      "week": {
        "type": "object",
        "properties": {
          "from": { "$ref": "#/$defs/date" },
          "to": { "$ref": "#/$defs/date" },
          "actual": { "type": "number" },
          "answer": { "$ref": "#/$defs/outcome" }
        },
        "required": ["from", "to", "actual", "answer"],
        "additionalProperties": false
      },
  \#(sharedSchemaDefinitions),
  \#(ruleSchemaDefinitions)
    }
  }

  """#
