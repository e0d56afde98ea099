import DaymarkDocuments
import DaymarkModel

/// A `run.json` with every member that there can be.
///
/// The document is made in `Pipeline`, whose tests hold real ones against the schema.
func sampleRun() throws -> JSONValue {
  let digest = String(repeating: "0a", count: 32)
  let verdict = """
    {
      "outcome": "undetermined", "phase": "proofWindow", "asOf": "2025-10-01T00:00:00.500Z",
      "final": false, "openUntil": "2025-10-05T00:00:00Z", "reasons": ["streak.open"],
      "flags": { "run.speed": { "noted": 1, "flagged": 0 } }
    }
    """
  return try JSONValue(
    parsing: """
      {
        "schema": "daymark/run@2",
        "tool": { "name": "daymark", "version": "0.1.0", "zoneData": "2025b" },
        "pipeline": "walk", "challenge": "walk-2025",
        "rule": { "name": "walk", "version": "1.0.0", "sha256": "\(digest)" },
        "asOf": "2025-10-01T00:00:00Z", "state": "interrupted",
        "startedAt": "2025-10-02T00:00:00.123Z", "seconds": 1.5,
        "counts": {
          "subjects": 1, "pass": 0, "fail": 0, "undetermined": 1, "failed": 1, "stale": 1,
          "damaged": 1
        },
        "findings": { "archive.truncated": 1 },
        "flags": { "run.speed": { "noted": 1, "flagged": 0 } },
        "sharing": [
          { "code": "days.shared", "count": 12, "unit": "day", "subjects": ["anna", "ben"] }
        ],
        "subjects": [
          {
            "subject": "anna", "folder": "walk-2025/anna", "verdict": \(verdict),
            "stale": \(verdict),
            "error": { "code": "file.missing", "place": "a.zip:1", "facts": {} },
            "settled": true, "work": "read", "seconds": 0.25,
            "operatorFiles": [
              { "kind": "exercises", "sha256": "\(digest)", "bytes": 12 }
            ],
            "inputs": [
              {
                "format": "apple-health", "sha256": "\(digest)", "bytes": 12, "records": 3,
                "damage": ["archive.truncated"], "limits": { "entries": 100 }, "late": true,
                "rows": { "rows": 3, "sets": 2, "skipped": { "noExercise": 1 } }
              }
            ],
            "findings": { "archive.truncated": 1 }, "files": { "evidence.json": "\(digest)" }
          }
        ],
        "gone": ["zoe"]
      }
      """.utf8)
}
