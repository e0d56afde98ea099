import DaymarkModel

let evidenceSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark evidence: one subject's daily aggregates and the verdict on them",
    "type": "object",
    "properties": {
      "schema": { "const": "\#(evidenceSchemaName)" },
      "tool": { "$ref": "#/$defs/tool" },
      "challenge": { "$ref": "#/$defs/challenge" },
      "subject": { "type": "string" },
      "zone": { "$ref": "#/$defs/zone" },
      "sources": { "type": "array", "items": { "$ref": "#/$defs/source" } },
      "policy": {
        "type": "object",
        "properties": {
          "manualEntries": { "enum": ["exclude", "include"] },
          "lateInputs": { "enum": ["setAside", "accept"] },
          "loadUnit": { "enum": ["kg", "lb"] },
          "dateOrder": { "enum": ["day-month", "month-day"] },
          "bodyWeightKilograms": { "$ref": "#/$defs/amount" },
          "sex": { "enum": ["female", "male"] }
        },
        "required": ["manualEntries", "lateInputs"],
        "additionalProperties": false
      },
      "inputs": { "type": "array", "items": { "$ref": "#/$defs/input" } },
      "operatorFiles": { "$ref": "#/$defs/operatorFiles" },
      "dailySteps": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "steps": { "type": "integer", "minimum": 0 }
          },
          "required": ["date", "steps"],
          "additionalProperties": false
        }
      },
      "dailyDistance": { "$ref": "#/$defs/dailyDistances" },
      "dailyCyclingDistance": { "$ref": "#/$defs/dailyDistances" },
      "dailySwimmingDistance": { "$ref": "#/$defs/dailyDistances" },
      "dailyActiveEnergy": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "kilocalories": { "$ref": "#/$defs/amount" }
          },
          "required": ["date", "kilocalories"],
          "additionalProperties": false
        }
      },
      "dailyHeartRate": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "avgBpm": { "$ref": "#/$defs/amount" },
            "minBpm": { "$ref": "#/$defs/amount" },
            "maxBpm": { "$ref": "#/$defs/amount" },
            "meanBpm": { "$ref": "#/$defs/amount" },
            "count": { "type": "integer", "minimum": 0 }
          },
          "required": ["date", "count"],
          "oneOf": [
            {
              "properties": { "count": { "minimum": 1 } },
              "required": ["avgBpm", "minBpm", "maxBpm", "meanBpm"]
            },
            { "properties": { "count": { "const": 0 } } }
          ],
          "additionalProperties": false
        }
      },
      "dailyFlightsClimbed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "flights": { "type": "integer", "minimum": 0 }
          },
          "required": ["date", "flights"],
          "additionalProperties": false
        }
      },
      "dailyActivities": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "kind": { "$ref": "#/$defs/activityKind" },
            "sessions": { "type": "integer", "minimum": 1 },
            "minutes": { "$ref": "#/$defs/amount" },
            "distanceMeters": { "$ref": "#/$defs/amount" },
            "kilocalories": { "$ref": "#/$defs/amount" },
            "elevationGainMeters": { "$ref": "#/$defs/amount" }
          },
          "required": ["date", "kind", "sessions", "minutes"],
          "additionalProperties": false
        }
      },
      "dailyStrength": {
        "description": "Of those who have strength training with sets; warm-ups left out.",
        "type": "array",
        "items": { "$ref": "#/$defs/strengthDay" },
        "minItems": 1
      },
      "dailyFeats": {
        "description": "Of those who tried the operator's feats.",
        "type": "array",
        "items": { "$ref": "#/$defs/featDay" },
        "minItems": 1
      },
      "sessions": { "type": "array", "items": { "$ref": "#/$defs/session" } },
      "loggedSessions": {
        "type": "object",
        "description": "Sessions of workout logs, and those that no recording met.",
        "properties": {
          "count": { "type": "integer", "minimum": 1 },
          "unmet": { "type": "integer", "minimum": 0 }
        },
        "required": ["count", "unmet"],
        "additionalProperties": false
      },
      "quality": { "type": "array", "items": { "$ref": "#/$defs/dayQuality" } },
      "verdict": {
        "type": "object",
        "properties": {
          "outcome": { "$ref": "#/$defs/outcome" },
          "reasons": { "$ref": "#/$defs/reasons" },
          "asOf": { "$ref": "#/$defs/instant" },
          "phase": { "$ref": "#/$defs/phase" },
          "final": { "type": "boolean" },
          "openUntil": { "$ref": "#/$defs/instant" },
          "rule": { "$ref": "#/$defs/rule" },
          "aggregatesSha256": { "$ref": "#/$defs/sha256" },
          "score": { "$ref": "#/$defs/scoreValue" },
          "quality": { "$ref": "#/$defs/verdictQuality" }
        },
        "required": [
          "outcome", "reasons", "asOf", "phase", "final", "rule", "aggregatesSha256", "quality"
        ],
        "additionalProperties": false
      }
    },
    "required": [
      "schema", "tool", "challenge", "subject", "zone", "sources", "policy", "inputs",
      "dailySteps", "dailyDistance", "dailyCyclingDistance", "dailySwimmingDistance",
      "dailyActiveEnergy", "dailyHeartRate", "dailyFlightsClimbed", "dailyActivities",
      "sessions", "quality", "verdict"
    ],
    "additionalProperties": false,
    "$defs": {
  \#(logRowsDefinition),
  \#(operatorFilesDefinition),
  \#(strengthDayDefinition),
  \#(featDayDefinition),
      "amount": { "type": "number", "minimum": 0 },
      "dailyDistances": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "date": { "$ref": "#/$defs/date" },
            "distanceMeters": { "$ref": "#/$defs/amount" }
          },
          "required": ["date", "distanceMeters"],
          "additionalProperties": false
        }
      },
      "source": {
        "type": "object",
        "properties": {
          "key": { "$ref": "#/$defs/sourceKey" },
          "provider": { "type": "string" },
          "class": { "enum": ["watch", "phone", "tracker", "app"] }
        },
        "required": ["key", "provider", "class"],
        "additionalProperties": false
      },
      "sourceKey": {
        "type": "string",
        "pattern": "^.+\\.(watch|phone|tracker|app)\\.[1-9][0-9]*$"
      },
      "findingCode": { "type": "string", "pattern": "^[a-z]+\\.[a-z0-9_]+$" },
      "input": {
        "type": "object",
        "properties": {
          "format": { "type": "string", "pattern": "^[a-z0-9-]+$" },
          "sha256": { "$ref": "#/$defs/sha256" },
          "bytes": { "type": "integer", "minimum": 0 },
          "records": { "type": "integer", "minimum": 0 },
          "rejected": {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/findingCode" },
            "additionalProperties": { "type": "integer", "minimum": 1 }
          },
          "damage": { "type": "array", "items": { "$ref": "#/$defs/findingCode" } },
          "limits": { "$ref": "#/$defs/readLimits" },
          "receivedAt": { "$ref": "#/$defs/instant" },
          "late": { "const": true },
          "rows": { "$ref": "#/$defs/logRows" },
          "daysFromNames": {
            "type": "array",
            "description": "Days of sessions that only a file's name dates: taken on trust.",
            "items": { "$ref": "#/$defs/date" },
            "minItems": 1
          }
        },
        "required": ["format", "sha256", "bytes", "records", "rejected", "damage"],
        "additionalProperties": false
      },
      "session": {
        "type": "object",
        "properties": {
          "date": { "$ref": "#/$defs/date" },
          "kind": { "$ref": "#/$defs/activityKind" },
          "from": { "type": "array", "items": { "$ref": "#/$defs/sha256" }, "minItems": 1 },
          "fields": {
            "type": "object",
            "properties": {
              "activeSeconds": { "$ref": "#/$defs/fieldOrigin" },
              "distanceMeters": { "$ref": "#/$defs/fieldOrigin" },
              "kilocalories": { "$ref": "#/$defs/fieldOrigin" },
              "steps": { "$ref": "#/$defs/fieldOrigin" },
              "averageBPM": { "$ref": "#/$defs/fieldOrigin" },
              "maximumBPM": { "$ref": "#/$defs/fieldOrigin" },
              "elevationGainMeters": { "$ref": "#/$defs/fieldOrigin" }
            },
            "additionalProperties": false
          }
        },
        "required": ["date", "kind", "from", "fields"],
        "additionalProperties": false
      },
      "fieldOrigin": {
        "description": "Index into the session's `from`.",
        "type": "integer",
        "minimum": 0
      },
      "dayQuality": {
        "type": "object",
        "properties": {
          "date": { "$ref": "#/$defs/date" },
          "metric": { "$ref": "#/$defs/metric" },
          "naive": {
            "description": "Sum over all sources before merging; heart rate has none.",
            "$ref": "#/$defs/amount"
          },
          "manualShare": { "type": "number", "minimum": 0, "maximum": 1 },
          "sources": {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/sourceKey" },
            "additionalProperties": { "$ref": "#/$defs/amount" }
          },
          "complete": { "type": "boolean" },
          "figures": {
            "description": "What limits are compared with, by the code of the flag, in its unit.",
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/flagCode" },
            "additionalProperties": { "$ref": "#/$defs/amount" }
          }
        },
        "required": ["date", "metric", "sources", "complete"],
        "additionalProperties": false
      },
  \#(sharedSchemaDefinitions),
  \#(ruleSchemaDefinitions)
    }
  }

  """#
