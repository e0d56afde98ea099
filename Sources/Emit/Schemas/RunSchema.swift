import DaymarkModel

/// The value of `schema` in `run.json`; another version has another.
package let runSchemaName = "daymark/run@2"

let runSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark run: what was read, found, decided and written; without health values",
    "type": "object",
    "properties": {
      "schema": { "const": "\#(runSchemaName)" },
      "tool": {
        "type": "object",
        "properties": {
          "name": { "const": "daymark" },
          "version": { "type": "string" },
          "zoneData": { "type": "string" }
        },
        "required": ["name", "version", "zoneData"],
        "additionalProperties": false
      },
      "pipeline": { "type": "string" },
      "challenge": { "type": "string" },
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
      "state": { "enum": ["running", "done", "failed", "interrupted"] },
      "startedAt": { "$ref": "#/$defs/instant" },
      "seconds": { "$ref": "#/$defs/seconds" },
      "counts": {
        "type": "object",
        "properties": {
          "subjects": { "$ref": "#/$defs/count" },
          "pass": { "$ref": "#/$defs/count" },
          "fail": { "$ref": "#/$defs/count" },
          "undetermined": { "$ref": "#/$defs/count" },
          "failed": { "$ref": "#/$defs/count" },
          "stale": { "$ref": "#/$defs/count" },
          "damaged": { "$ref": "#/$defs/count" }
        },
        "required": [
          "subjects", "pass", "fail", "undetermined", "failed", "stale", "damaged"
        ],
        "additionalProperties": false
      },
      "findings": { "$ref": "#/$defs/findingCounts" },
      "flags": { "$ref": "#/$defs/flagCounts" },
      "sharing": { "type": "array", "items": { "$ref": "#/$defs/sharing" } },
      "subjects": { "type": "array", "items": { "$ref": "#/$defs/subject" } },
      "gone": {
        "description": "No longer in the pipeline, but in the store or the outputs.",
        "type": "array",
        "items": { "type": "string" }
      }
    },
    "required": [
      "schema", "tool", "pipeline", "challenge", "rule", "asOf", "state", "startedAt", "seconds",
      "counts", "findings", "flags", "sharing", "subjects", "gone"
    ],
    "additionalProperties": false,
    "$defs": {
  \#(readLimitsDefinition),
  \#(logRowsDefinition),
  \#(operatorFilesDefinition),
      "count": { "type": "integer", "minimum": 0 },
      "seconds": { "type": "number", "minimum": 0 },
      "instant": {
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$"
      },
      "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
      "findingCode": { "type": "string", "pattern": "^[a-z]+\\.[a-z0-9_]+$" },
      "findingCounts": {
        "type": "object",
        "propertyNames": { "$ref": "#/$defs/findingCode" },
        "additionalProperties": { "type": "integer", "minimum": 1 }
      },
      "flagCounts": {
        "type": "object",
        "propertyNames": { "$ref": "#/$defs/flagCode" },
        "additionalProperties": {
          "type": "object",
          "properties": {
            "noted": { "$ref": "#/$defs/count" },
            "flagged": { "$ref": "#/$defs/count" }
          },
          "required": ["noted", "flagged"],
          "additionalProperties": false
        }
      },
      "flagCode": {
        "enum": [
          \#(FlagCode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",\n          "))
        ]
      },
      "sharing": {
        "type": "object",
        "properties": {
          "code": { "enum": ["archive.shared", "days.shared"] },
          "count": { "type": "integer", "minimum": 1 },
          "unit": { "enum": ["archive", "day"] },
          "subjects": { "type": "array", "items": { "type": "string" }, "minItems": 2 }
        },
        "required": ["code", "count", "unit", "subjects"],
        "additionalProperties": false
      },
      "subject": {
        "type": "object",
        "properties": {
          "subject": { "type": "string" },
          "folder": { "description": "Below the output folder.", "type": "string" },
          "verdict": { "$ref": "#/$defs/verdict" },
          "stale": { "description": "Of an earlier run.", "$ref": "#/$defs/verdict" },
          "error": { "$ref": "#/$defs/error" },
          "settled": {
            "description": "Whether the verdict knows what all subjects share.",
            "type": "boolean"
          },
          "work": { "enum": ["nothing", "written", "evaluated", "read"] },
          "seconds": { "$ref": "#/$defs/seconds" },
          "inputs": { "type": "array", "items": { "$ref": "#/$defs/input" } },
          "operatorFiles": { "$ref": "#/$defs/operatorFiles" },
          "findings": { "$ref": "#/$defs/findingCounts" },
          "files": {
            "description": "The digest of each file of the folder.",
            "type": "object",
            "propertyNames": {
              "enum": [
                "evidence.json", "evidence.sha256", "verdict.json", "records.json",
                "body.multipart", "headers.txt"
              ]
            },
            "additionalProperties": { "$ref": "#/$defs/sha256" }
          }
        },
        "required": [
          "subject", "folder", "settled", "work", "seconds", "inputs", "findings", "files"
        ],
        "additionalProperties": false
      },
      "verdict": {
        "type": "object",
        "properties": {
          "outcome": { "enum": ["pass", "fail", "undetermined"] },
          "phase": { "enum": ["upcoming", "active", "proofWindow", "ended"] },
          "asOf": { "$ref": "#/$defs/instant" },
          "final": { "type": "boolean" },
          "openUntil": { "$ref": "#/$defs/instant" },
          "reasons": {
            "description": "Their codes.",
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)+$"
            }
          },
          "flags": { "$ref": "#/$defs/flagCounts" }
        },
        "required": ["outcome", "phase", "asOf", "final", "reasons", "flags"],
        "additionalProperties": false
      },
      "error": {
        "type": "object",
        "properties": {
          "code": { "$ref": "#/$defs/findingCode" },
          "place": { "type": "string" },
          "facts": {
            "description": "What the sentence of the code needs.",
            "type": "object",
            "propertyNames": { "enum": [\#(factNames)] }
          }
        },
        "required": ["code", "facts"],
        "additionalProperties": false
      },
      "input": {
        "type": "object",
        "properties": {
          "format": { "type": "string", "pattern": "^[a-z0-9-]+$" },
          "sha256": { "$ref": "#/$defs/sha256" },
          "bytes": { "$ref": "#/$defs/count" },
          "records": { "$ref": "#/$defs/count" },
          "damage": {
            "type": "array", "items": { "$ref": "#/$defs/findingCode" }, "minItems": 1
          },
          "limits": { "$ref": "#/$defs/readLimits" },
          "late": { "const": true },
          "rows": { "$ref": "#/$defs/logRows" }
        },
        "required": ["format", "sha256", "bytes", "records"],
        "additionalProperties": false
      }
    }
  }

  """#

/// The members that facts can have, each of which has the name of its property.
private let factNames = Mirror(reflecting: Finding.Facts()).children.compactMap(\.label).sorted()
  .map { "\"\($0)\"" }.joined(separator: ", ")
