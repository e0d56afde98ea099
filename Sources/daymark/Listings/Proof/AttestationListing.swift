import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The result of attesting, as text and JSON.
struct AttestationListing {
  private let summary: AttestationSummary

  init(_ summary: AttestationSummary) { self.summary = summary }

  var text: String {
    var lines = ["\(summary.challenge.printableName): \(counts)."]
    if !summary.attested.isEmpty { lines.append("Attested: \(list(summary.attested))") }
    if let isNew = summary.attestsPayout {
      lines.append(isNew ? "Attested: the payout" : "The attestation of the payout is as before.")
    }
    lines.append("By the key \(summary.key.hex), first used here on \(summary.firstUse).")
    if !summary.notAttested.isEmpty {
      lines.append("Not attested, beside the others: \(list(summary.notAttested))")
    }
    return lines.joined(separator: "\n")
  }

  private var counts: String {
    let new = summary.attested.count
    return "\(new) attestation\(new == 1 ? "" : "s") written"
      + (summary.unchanged.isEmpty ? "" : ", \(summary.unchanged.count) as before")
  }

  private func list(_ names: [String]) -> String { Wording.list(names.map(\.printableName)) }

  var json: JSONValue {
    .object(present: [
      "challenge": .string(summary.challenge), "keyid": .string(summary.key.hex),
      "firstUse": .string("\(summary.firstUse)"), "attested": strings(summary.attested),
      "unchanged": strings(summary.unchanged),
      "payout": summary.attestsPayout.map { .string($0 ? "attested" : "unchanged") },
      "notAttested": strings(summary.notAttested),
      "findings": Kind<[FindingCode: Int]>.findingCounts.json(summary.findings.counts),
    ])
  }

  private func strings(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
}
