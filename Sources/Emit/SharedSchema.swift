/// Definitions that the schemas of evidence and verdict share, to stand inside their `$defs`.
let sharedSchemaDefinitions = #"""
      "date": { "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" },
      "instant": {
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$"
      },
      "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
      "metric": {
        "enum": [
          "steps", "distanceWalkingRunning", "distanceCycling", "distanceSwimming", "activeEnergy",
          "heartRate", "flightsClimbed", "exerciseTime"
        ]
      },
      "outcome": { "enum": ["pass", "fail", "undetermined"] },
      "phase": { "enum": ["upcoming", "active", "proofWindow", "ended"] },
      "tool": {
        "type": "object",
        "properties": { "name": { "const": "daymark" }, "version": { "type": "string" } },
        "required": ["name", "version"],
        "additionalProperties": false
      },
      "challenge": {
        "type": "object",
        "properties": {
          "id": { "type": "string" },
          "title": { "type": "string" },
          "from": { "$ref": "#/$defs/date" },
          "to": { "$ref": "#/$defs/date" },
          "start": { "$ref": "#/$defs/instant" },
          "end": { "$ref": "#/$defs/instant" },
          "proofDeadline": { "$ref": "#/$defs/instant" }
        },
        "required": ["id", "title"],
        "oneOf": [{ "required": ["from", "to"] }, { "required": ["start", "end"] }],
        "dependentRequired": { "from": ["to"], "to": ["from"], "start": ["end"], "end": ["start"] },
        "additionalProperties": false
      },
      "zone": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "pattern": "^(UTC|.+/.+|[+-][0-9]{2}:[0-9]{2})$" },
          "method": { "enum": ["subject", "challenge", "inferred", "fixedOffset", "assumedUTC"] }
        },
        "required": ["id", "method"],
        "additionalProperties": false
      },
      "reason": {
        "type": "object",
        "properties": {
          "code": { "type": "string", "pattern": "^[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)+$" },
          "text": { "type": "string" },
          "required": { "type": "number" },
          "actual": { "type": "number" }
        },
        "required": ["code", "text"],
        "additionalProperties": false
      },
      "reasons": { "type": "array", "items": { "$ref": "#/$defs/reason" }, "maxItems": 3 },
      "rule": {
        "type": "object",
        "properties": {
          "name": { "type": "string" },
          "version": { "type": "string" },
          "sha256": { "$ref": "#/$defs/sha256" },
          "definition": { "$ref": "#/$defs/definition" }
        },
        "required": ["name", "version", "sha256", "definition"],
        "additionalProperties": false
      }
  """#
