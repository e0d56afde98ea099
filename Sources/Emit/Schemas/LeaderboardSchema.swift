let leaderboardSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark leaderboard: the subjects of a challenge in the order of their scores",
    "type": "object",
    "properties": {
      "schema": { "const": "\#(leaderboardSchemaName)" },
      "tool": { "$ref": "#/$defs/tool" },
      "challenge": { "$ref": "#/$defs/challenge" },
      "rule": {
        "type": "object",
        "properties": {
          "name": { "type": "string" },
          "version": { "type": "string" },
          "sha256": { "$ref": "#/$defs/sha256" }
        },
        "required": ["name", "version", "sha256"],
        "additionalProperties": false
      },
      "asOf": { "$ref": "#/$defs/instant" },
      "toBeat": {
        "type": "object",
        "properties": { "value": { "type": "number" }, "unit": { "$ref": "#/$defs/unit" } },
        "required": ["value", "unit"],
        "additionalProperties": false
      },
      "standings": { "type": "array", "items": { "$ref": "#/$defs/standing" } }
    },
    "required": ["schema", "tool", "challenge", "rule", "standings"],
    "additionalProperties": false,
    "$defs": {
      "standing": {
        "type": "object",
        "properties": {
          "rank": { "type": "integer", "minimum": 1 },
          "tied": { "type": "boolean" },
          "subject": { "type": "string" },
          "outcome": { "enum": ["pass", "fail", "undetermined"] },
          "score": { "$ref": "#/$defs/scoreValue" },
          "next": { "type": "number" }
        },
        "required": ["tied", "subject", "outcome"],
        "additionalProperties": false
      },
      "unit": { "enum": ["count", "m", "kcal", "min", "bpm", "kg"] },
  \#(sharedSchemaDefinitions),
  \#(ruleSchemaDefinitions)
    }
  }

  """#
