import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The payout, or why nothing is paid out, as text and JSON.
struct PayoutListing {
  private let summary: PayoutSummary
  /// The checks of existing files, where they were compared.
  private let checks: [VerificationCheck]

  init(_ summary: PayoutSummary, _ checks: [VerificationCheck]) {
    (self.summary, self.checks) = (summary, checks)
  }

  private var payout: Payout { summary.payout }

  func text(_ terminal: Terminal) -> String {
    let differences = checks.flatMap(VerificationListing.differences)
    let verdict =
      checks.isEmpty
      ? []
      : differences.isEmpty
        ? [terminal.paint("same", .green) + ": payout.json and payout.csv"]
        : [terminal.paint("different", .red) + ": the payout"] + differences.map { "  \($0)" }
    let files =
      summary.written.map { "written \($0)" } + summary.removed.map { "removed \($0)" }
    return ([sentence, "", table.text(), ""] + verdict + files).joined(separator: "\n")
      .trimmingSuffix("\n")
  }

  private var sentence: String {
    let amount =
      "\(payout.challenge.printableName): \(payout.staked) atomic units of"
      + " \(payout.asset.printableName) were staked"
    if payout.isCancelled {
      return "\(amount). The challenge was called off: everybody has the stake back."
    }
    if payout.pool == .zero { return "\(amount). Nobody shares: everybody has the stake back." }
    return "\(amount), \(payout.pool) of them lost. The operator has \(payout.fee)."
  }

  private var table: Table {
    var table = Table([
      .init(heading: "subject"), .init(heading: "answer"),
      .init(heading: "stake", isNumeric: true), .init(heading: "back", isNumeric: true),
      .init(heading: "share", isNumeric: true), .init(heading: "total", isNumeric: true),
    ])
    table.rows = payout.lines.map { line in
      let basis = line.basis.map { basis in
        basis.outcome.rawValue + (basis.document == .decision ? ", decided" : "")
          + (basis.rank.map { ", rank \($0)" } ?? "")
      }
      return [
        line.stake.subject.printableName, basis ?? "-", "\(line.stake.amount)", "\(line.back)",
        "\(line.share)", "\(line.total)",
      ]
    }
    return table
  }

  var json: JSONValue {
    .object(present: [
      "payout": Members<Payout>.payout.kind.json(payout),
      "written": .array(summary.written.map { .string($0) }),
      "removed": .array(summary.removed.map { .string($0) }),
      "same": checks.isEmpty ? nil : .bool(checks.allSatisfy(\.differences.isEmpty)),
    ])
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
