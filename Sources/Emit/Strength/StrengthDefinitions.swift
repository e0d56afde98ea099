import DaymarkModel

/// The definition of the operator's files in the schemas of evidence and run record.
let operatorFilesDefinition = #"""
      "operatorFiles": {
        "description": "What the operator says of the meaning of data; one of a kind.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "kind": {
              "enum": [
                \#(OperatorFile.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
              ]
            },
            "sha256": { "$ref": "#/$defs/sha256" },
            "bytes": { "type": "integer", "minimum": 0 }
          },
          "required": ["kind", "sha256", "bytes"],
          "additionalProperties": false
        },
        "minItems": 1
      }
  """#

/// The definition of a row of `dailyStrength`; see DailyStrengthRows.swift.
let strengthDayDefinition = #"""
      "strengthDay": {
        "type": "object",
        "properties": {
          "date": { "$ref": "#/$defs/date" },
          \#(counts(dayCounts)),
          "volumeKilograms": {
            "description": "Load times repetitions, of the sets whose load is known.",
            "$ref": "#/$defs/amount"
          },
          "setsByBodyWeight": {
            "description": "The sets that lift a body of known weight, by where it is known from.",
            "type": "object",
            "propertyNames": {
              "enum": [\#(names(BodyWeightOrigin.allCases.map(\.rawValue)))]
            },
            "additionalProperties": { "type": "integer", "minimum": 1 }
          },
          "secondsUnderTension": { "$ref": "#/$defs/amount" },
          "lifts": {
            "description": "The exercises of the table, by id.",
            "type": "array",
            "items": { "$ref": "#/$defs/lift" }
          }
        },
        "required": ["date", \#(names(dayCounts)), "volumeKilograms", "lifts"],
        "additionalProperties": false
      },
      "lift": {
        "type": "object",
        "properties": {
          "exercise": { "type": "string" },
          \#(counts(liftCounts)),
          "heaviestKilograms": { "$ref": "#/$defs/amount" },
          "bestEstimateKilograms": { "$ref": "#/$defs/amount" },
          "meanEstimateKilograms": { "$ref": "#/$defs/amount" }
        },
        "required": ["exercise", \#(names(liftCounts))],
        "additionalProperties": false
      }
  """#

private let dayCounts = [
  "sessions", "unmetSessions", "exercises", "unmatchedExercises", "sets", "hardSets",
  "repetitions", "setsOfUnknownUnit", "setsOfUnknownBodyWeight", "rests", "restsKept",
]

private let liftCounts = [
  "sets", "repetitions", "mostRepetitions", "setsOfUnknownUnit", "setsOfUnknownBodyWeight",
]

private func counts(_ names: [String]) -> String {
  names.map { #""\#($0)": { "type": "integer", "minimum": 0 }"# }
    .joined(separator: ",\n          ")
}

private func names(_ names: [String]) -> String {
  names.map { "\"\($0)\"" }.joined(separator: ", ")
}
