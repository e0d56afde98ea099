import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

/// Whose result changed, as a table, CSV and JSON.
struct ChangesListing {
  private let changes: StoredChanges

  init(_ changes: StoredChanges) { self.changes = changes }

  func text(_ terminal: Terminal) -> String {
    let heading = terminal.paint(changes.challenge, .bold) + ", \(words(changes.latest))"
    guard let base = changes.base else {
      return "\(heading): the first, so there is none to compare with."
    }
    if base == changes.latest { return "\(heading): no run since then changed anything." }
    let title = "\(heading), against \(words(base))"
    if changes.changes.isEmpty { return "\(title): nobody's verdict changed." }
    var table = Table([
      .init(heading: "subject"), .init(heading: "before"), .init(heading: "now"),
      .init(heading: "why"),
    ])
    table.rows = changes.changes.map { change in
      [
        change.subject.printableName, words(change.old), words(change.new),
        (change.causes.map(Wording.words)
          + (change.supersedes.map { ["in place of the final \($0.hex.prefix(8))…"] } ?? []))
          .joined(separator: "; "),
      ]
    }
    return "\(title)\n\n\(table.text())"
  }

  private func words(_ run: StoredChanges.Run) -> String {
    "run \(run.number) of \(run.startedAt)"
  }

  private func words(_ result: SubjectResult?) -> String {
    result.map { "\($0.word.rawValue) (\($0.code))" } ?? "-"
  }

  // MARK: CSV and JSON

  var csv: String {
    let rows = changes.changes.map { change in
      [
        csvField(change.subject), change.old?.word.rawValue ?? "", change.old?.code ?? "",
        change.new?.word.rawValue ?? "", change.new?.code ?? "",
        change.causes.map(\.rawValue).joined(separator: " "), change.supersedes?.hex ?? "",
      ].joined(separator: ",") + "\n"
    }
    return "subject,old,old_reason,new,new_reason,causes,supersedes\n" + rows.joined()
  }

  var json: JSONValue {
    .object(present: [
      "challenge": .string(changes.challenge), "since": changes.base.map(json),
      "run": json(changes.latest),
      "changes": .array(
        changes.changes.map { change in
          .object(present: [
            "subject": .string(change.subject), "old": change.old.map(json),
            "new": change.new.map(json),
            "causes": .array(change.causes.map { .string($0.rawValue) }),
            "supersedes": change.supersedes.map { .string($0.hex) },
          ])
        }),
    ])
  }

  private func json(_ run: StoredChanges.Run) -> JSONValue {
    .object([
      "number": .number(Int(run.number)), "startedAt": .string("\(run.startedAt)"),
      "asOf": .string("\(run.asOf)"),
    ])
  }

  private func json(_ result: SubjectResult) -> JSONValue {
    .object(["result": .string(result.word.rawValue), "reason": .string(result.code)])
  }
}
