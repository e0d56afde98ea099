import DaymarkModel

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
          \#(Metric.allCases.map { "\"\($0.id)\"" }.joined(separator: ", "))
        ]
      },
      "activityKind": {
        "enum": [
          "run", "walk", "hike", "cycle", "swim", "row", "strength", "hiit", "yoga", "other"
        ]
      },
      "flagCode": {
        "enum": [
          \#(FlagCode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",\n          "))
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
          "actual": { "type": "number" },
          "damage": {
            "description": "The inputs whose damage is the reason.",
            "type": "array",
            "items": { "$ref": "#/$defs/inputDamage" },
            "minItems": 1
          }
        },
        "required": ["code", "text"],
        "additionalProperties": false
      },
      "inputDamage": {
        "type": "object",
        "properties": {
          "format": { "type": "string" },
          "sha256": { "$ref": "#/$defs/sha256" },
          "codes": { "type": "array", "items": { "type": "string" }, "minItems": 1 },
          "limits": { "$ref": "#/$defs/readLimits" }
        },
        "required": ["format", "sha256", "codes"],
        "additionalProperties": false
      },
  \#(readLimitsDefinition),
      "reasons": { "type": "array", "items": { "$ref": "#/$defs/reason" }, "maxItems": 3 },
      "scoreValue": {
        "type": "object",
        "properties": {
          "value": { "type": "number" },
          "unit": { "enum": ["count", "m", "kcal", "bpm", "min", "kg"] },
          "final": { "type": "boolean" },
          "damaged": {
            "description": "Damage may have changed it, so that it has no rank.",
            "const": true
          }
        },
        "required": ["value", "unit", "final"],
        "additionalProperties": false
      },
      "verdictQuality": {
        "type": "object",
        "properties": {
          "limits": {
            "type": "object",
            "properties": {
              "name": { "type": "string" },
              "version": { "type": "string" },
              "sha256": { "$ref": "#/$defs/sha256" }
            },
            "required": ["name", "version", "sha256"],
            "additionalProperties": false
          },
          "flags": { "type": "array", "items": { "$ref": "#/$defs/flag" } },
          "sharing": {
            "description": "Flags of sharing are still to come: not all subjects were looked at.",
            "const": "pending"
          }
        },
        "required": ["limits", "flags"],
        "additionalProperties": false
      },
      "flag": {
        "type": "object",
        "properties": {
          "code": { "$ref": "#/$defs/flagCode" },
          "level": { "enum": ["noted", "flagged"] },
          "date": { "$ref": "#/$defs/date" },
          "metric": { "$ref": "#/$defs/metric" },
          "kind": { "$ref": "#/$defs/activityKind" },
          "measured": { "type": "number" },
          "limit": { "type": "number" },
          "unit": {
            "enum": [
              "%", "count/min", "m", "m/s", "min", "count/hr", "kcal/min", "archive", "day"
            ]
          },
          "source": { "description": "Who says so.", "type": "string" }
        },
        "required": ["code", "level", "measured", "limit", "unit"],
        "additionalProperties": false
      },
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

/// The definition of the limits that an input is beyond, for evidence, verdict and run.
let readLimitsDefinition = #"""
      "readLimits": {
        "description": "The limits that the input is beyond, and what each allowed.",
        "type": "object",
        "propertyNames": {
          "enum": [\#(ReadLimit.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
        },
        "additionalProperties": { "type": "integer", "minimum": 0 },
        "minProperties": 1
      }
  """#

/// The definition of what became of the rows of a workout log, for evidence and run.
let logRowsDefinition = #"""
      "logRows": {
        "type": "object",
        "description": "The rows of a workout log: each is a set, or left out for a reason.",
        "properties": {
          "rows": { "type": "integer", "minimum": 0 },
          "sets": { "type": "integer", "minimum": 0 },
          "skipped": {
            "type": "object",
            "propertyNames": {
              "enum": [\#(LogRows.Skip.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
            },
            "additionalProperties": { "type": "integer", "minimum": 1 }
          }
        },
        "required": ["rows", "sets", "skipped"],
        "additionalProperties": false
      }
  """#
