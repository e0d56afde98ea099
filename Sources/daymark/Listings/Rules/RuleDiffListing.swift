import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The outcomes that another rule changes, as text and JSON.
///
/// It contains no health values.
struct RuleDiffListing {
  let difference: RuleDifference

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    let rules = "rule \(difference.old.identityText) to \(difference.new.identityText)"
    let title = ["\(difference.challenge.id), \(rules)", difference.asOf?.words]
    var parts = [terminal.paint(title.compactMap { $0 }.joined(separator: ", "), .bold)]
    if !difference.changes.isEmpty { parts.append(table(terminal)) }
    parts.append(counts)
    return parts.joined(separator: "\n\n")
  }

  private func table(_ terminal: Terminal) -> String {
    var table = Table([
      .init(heading: "subject"), .init(heading: "was"), .init(heading: "becomes"),
      .init(heading: "because"),
    ])
    table.rows = difference.changes.map { change in
      [
        change.subject, change.old.rawValue, change.new.rawValue,
        change.newReasons.map(\.line).joined(separator: "; "),
      ]
    }
    return table.text { text, row, column in
      switch column {
      case 1: terminal.paint(text, difference.changes[row].old.colour)
      case 2: terminal.paint(text, difference.changes[row].new.colour)
      default: text
      }
    }
  }

  /// The counts in words, for example `1 of 3 verdicts changes: 1 from fail to pass. ...`.
  private var counts: String {
    let changed = difference.changes.count
    var text = "\(changed) of \(difference.subjects) verdicts change"
    if changed > 0 {
      text +=
        ": "
        + transitions.map { "\($0.count) from \($0.old) to \($0.new)" }
        .joined(separator: ", ")
    }
    text += "."
    if difference.otherReasons > 0 {
      text += " For \(difference.otherReasons) the outcome stays and only the reasons change."
    }
    return text
  }

  private var transitions: [(old: Outcome, new: Outcome, count: Int)] {
    Outcome.allCases.flatMap { old in
      Outcome.allCases.map { new in
        (old, new, difference.changes.count { $0.old == old && $0.new == new })
      }
    }.filter { $0.count > 0 }
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "challenge": .string(difference.challenge.id), "old": difference.old.identity,
      "new": difference.new.identity, "subjects": .number(difference.subjects),
      "changed": .number(difference.changes.count),
      "otherReasons": .number(difference.otherReasons),
      "transitions": .array(
        transitions.map {
          .object([
            "old": .string($0.old.rawValue), "new": .string($0.new.rawValue),
            "count": .number($0.count),
          ])
        }),
      "changes": .array(
        difference.changes.map { change in
          .object([
            "subject": .string(change.subject), "asOf": .string("\(change.asOf)"),
            "old": json(change.old, change.oldReasons),
            "new": json(change.new, change.newReasons),
          ])
        }),
    ])
  }

  private func json(_ outcome: Outcome, _ reasons: [Reason]) -> JSONValue {
    .object([
      "outcome": .string(outcome.rawValue),
      "reasons": .array(reasons.map(\.json)),
    ])
  }
}
