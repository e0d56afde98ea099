import DaymarkModel

let verificationSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Daymark verification: what was compared with what, and what was taken on trust",
    "type": "object",
    "properties": {
      "schema": { "const": "\#(verificationSchemaName)" },
      "tool": { "$ref": "#/$defs/tool" },
      "same": { "type": "boolean" },
      "subjects": { "type": "array", "items": { "$ref": "#/$defs/subject" } },
      "checks": { "type": "array", "items": { "$ref": "#/$defs/check" } },
      "absentSubjects": { "type": "array", "items": { "type": "string" } },
      "otherFiles": { "type": "array", "items": { "type": "string" } }
    },
    "required": [
      "schema", "tool", "same", "subjects", "checks", "absentSubjects", "otherFiles"
    ],
    "additionalProperties": false,
    "$defs": {
      "subject": {
        "type": "object",
        "properties": {
          "path": { "type": "string" },
          "subject": { "type": "string" },
          "challenge": { "type": "string" },
          "same": { "type": "boolean" },
          "error": {
            "type": "object",
            "properties": {
              "code": { "$ref": "#/$defs/findingCode" },
              "place": { "type": "string" }
            },
            "required": ["code"],
            "additionalProperties": false
          },
          "checks": { "type": "array", "items": { "$ref": "#/$defs/check" } },
          "trusted": { "type": "array", "items": { "$ref": "#/$defs/item" } },
          "olderVerdict": {
            "description": "The verdict is of a version whose outcomes had another meaning.",
            "type": "boolean"
          },
          "otherFiles": { "type": "array", "items": { "type": "string" } },
          "findings": {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/findingCode" },
            "additionalProperties": { "type": "integer", "minimum": 1 }
          }
        },
        "required": [
          "path", "same", "checks", "trusted", "olderVerdict", "otherFiles", "findings"
        ],
        "additionalProperties": false
      },
      "check": {
        "type": "object",
        "properties": {
          "item": { "$ref": "#/$defs/item" },
          "with": {
            "enum": [
              \#(names(VerificationCheck.Standard.allCases))
            ]
          },
          "differences": { "type": "array", "items": { "$ref": "#/$defs/difference" } }
        },
        "required": ["item", "with", "differences"],
        "additionalProperties": false
      },
      "difference": {
        "type": "object",
        "properties": {
          "path": { "type": "string" },
          "kind": {
            "enum": [
              \#(names(DocumentDifference.Kind.allCases))
            ]
          }
        },
        "required": ["path", "kind"],
        "additionalProperties": false
      },
      "item": {
        "enum": [
          \#(names(VerifiedItem.allCases))
        ]
      },
      "findingCode": { "type": "string", "pattern": "^[a-z]+\\.[a-z0-9_]+$" },
      "tool": {
        "type": "object",
        "properties": { "name": { "const": "daymark" }, "version": { "type": "string" } },
        "required": ["name", "version"],
        "additionalProperties": false
      }
    }
  }

  """#

private func names(_ cases: [some RawRepresentable<String>]) -> String {
  cases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
}
