import DaymarkModel

// The rows of `dailyFeats` in the evidence, with their definition in its schema.

func featRow(_ feat: DailyFeat) -> JSONValue {
  .object(present: [
    "date": .string("\(feat.day)"), "id": .string(feat.id),
    "counts": .string(feat.counts.rawValue), "attempts": .number(feat.attempts),
    "greatest": feat.best.map(JSONValue.number),
    "refused": feat.refused.json,
  ])
}

extension DailyFeat {
  /// Reads a ``featRow(_:)``; `nil` of one that lacks something.
  init?(row: JSONValue) {
    guard let day = row.day("date"), let id = row.string("id"),
      let counts = row.string("counts").flatMap(FeatFigure.init),
      let attempts = row.count("attempts"),
      let refused = [FeatRefusal: Int](json: row["refused"])
    else { return nil }
    self.init(
      day: day, id: id, counts: counts, attempts: attempts, best: row.quantity("greatest"),
      refused: refused)
  }
}

let featDayDefinition = #"""
      "featDay": {
        "type": "object",
        "properties": {
          "date": { "$ref": "#/$defs/date" },
          "id": { "type": "string" },
          "counts": { "enum": [\#(words(FeatFigure.allCases.map(\.rawValue)))] },
          "attempts": { "type": "integer", "minimum": 0 },
          "greatest": {
            "description": "Repetitions, seconds, kilograms or meters.",
            "$ref": "#/$defs/amount"
          },
          "refused": {
            "type": "object",
            "propertyNames": { "enum": [\#(words(FeatRefusal.allCases.map(\.rawValue)))] },
            "additionalProperties": { "type": "integer", "minimum": 1 }
          }
        },
        "required": ["date", "id", "counts", "attempts"],
        "additionalProperties": false
      }
  """#

private func words(_ words: [String]) -> String {
  words.map { "\"\($0)\"" }.joined(separator: ", ")
}
