import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The results of reading a shard, as text and as JSON.
struct ShardListing {
  let summary: ShardSummary
  let pipeline: String
  let outputFolder: String

  func text(_ terminal: Terminal) -> String {
    let heading = "\(summary.challenge), shard \(summary.shard)"
    let failures = summary.failures.map { failure in
      "\(failure.subject.printableName): \(Wording.line(failure.finding))\n"
    }
    let failed = failures.isEmpty ? "" : ", \(failures.count) failed"
    let join = ShellCommand([
      "daymark", "run", pipeline, "--from-readings", summary.folder, "--out", outputFolder,
    ])
    return terminal.paint(heading, .bold) + "\n\n" + failures.joined()
      + (failures.isEmpty ? "" : "\n") + """
        \(summary.subjects) subjects: \(summary.read) read, \(summary.reused) unchanged\(failed). \
        Readings in \(summary.folder).
        To decide once every shard is done: \(join)
        """
  }

  /// The document with the counts and the subjects' failures.
  var document: JSONValue {
    .object([
      "challenge": .string(summary.challenge), "shard": .string("\(summary.shard)"),
      "readings": .string(summary.folder),
      "counts": .object([
        "subjects": .number(summary.subjects), "read": .number(summary.read),
        "reused": .number(summary.reused), "failed": .number(summary.failures.count),
        "damaged": .number(summary.damagedSubjects),
      ]),
      "failed": .array(
        summary.failures.map { failure in
          .object([
            "subject": .string(failure.subject), "code": .string(failure.finding.code.rawValue),
            "message": .string(Wording.line(failure.finding)),
          ])
        }),
    ])
  }
}
