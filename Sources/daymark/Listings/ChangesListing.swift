import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

/// The changed results, as a table, CSV and JSON.
struct ChangesListing {
  private let changes: StoredChanges

  init(_ changes: StoredChanges) { self.changes = changes }

  func text(_ terminal: Terminal) -> String {
    let heading = terminal.paint(changes.challenge, .bold) + ", \(words(changes.latest))"
    return ([results(heading)] + decisions).joined(separator: "\n\n")
  }

  private func results(_ heading: String) -> String {
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

  /// The lines about decisions since the base run; empty without any.
  private var decisions: [String] {
    guard !changes.decisions.isEmpty else { return [] }
    var table = Table([
      .init(heading: "subject"), .init(heading: "verdict"), .init(heading: "decision"),
    ])
    table.rows = changes.decisions.map { decided in
      [decided.subject.printableName, words(decided.result), words(decided)]
    }
    return [table.text()]
  }

  private func words(_ decided: StoredChanges.Decided) -> String {
    if let present = decided.decision { return Wording.sentence(present) }
    let by = decided.withdrawn?.by.map { " by \($0)" } ?? ""
    return "taken back\(by)" + (decided.withdrawn?.because.map { ": \($0)" } ?? "")
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
        decision(of: change.subject),
      ]
    }
    let changed = Set(changes.changes.map(\.subject))
    let others = changes.decisions.filter { !changed.contains($0.subject) }.map { decided in
      let result = [decided.result?.word.rawValue ?? "", decided.result?.code ?? ""]
      return [csvField(decided.subject)] + result + result + [
        "", "", decision(of: decided.subject),
      ]
    }
    return "subject,old,old_reason,new,new_reason,causes,supersedes,decision\n"
      + (rows + others).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// Returns the decision as text: `pass`, `pass asked_again` or `taken_back`, empty for a subject
  /// without a decision.
  private func decision(of subject: String) -> String {
    guard let decided = changes.decisions.first(where: { $0.subject == subject }) else { return "" }
    guard let present = decided.decision else { return "taken_back" }
    return present.decision.outcome.rawValue + (present.holds ? "" : " asked_again")
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
      "decisions": changes.decisions.isEmpty ? nil : .array(changes.decisions.map(json)),
    ])
  }

  private func json(_ decided: StoredChanges.Decided) -> JSONValue {
    .object(present: [
      "subject": .string(decided.subject),
      "decision": decided.decision.map { Members<PresentDecision>.present.kind.json($0) },
      "withdrawn": decided.withdrawn.map { Members<WithdrawnDecision>.withdrawn.kind.json($0) },
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
