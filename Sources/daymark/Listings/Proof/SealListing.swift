import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The result of sealing, as text and JSON.
struct SealListing {
  private let summary: SealSummary

  init(_ summary: SealSummary) { self.summary = summary }

  var text: String {
    let log = "The log \(summary.origin.printableName) has \(entries(summary.size))."
    guard let index = summary.index else {
      return "Nothing is new: \(attestations(summary.earlier)) sealed before. \(log)"
    }
    let earlier = summary.earlier == 0 ? "" : ", \(summary.earlier) before"
    let kept =
      summary.keptCheckpoint.map {
        "\nThe former checkpoint, which others have signed, is kept as \($0)."
      } ?? ""
    return "Sealed \(attestations(summary.sealed))\(earlier), in entry \(index). \(log)\(kept)"
  }

  private func attestations(_ count: Int) -> String {
    "\(count) attestation\(count == 1 ? "" : "s")"
  }

  var json: JSONValue {
    .object(present: [
      "origin": .string(summary.origin), "index": summary.index.map { .number($0) },
      "size": .number(summary.size), "sealed": .number(summary.sealed),
      "earlier": .number(summary.earlier),
      "keptCheckpoint": summary.keptCheckpoint.map { .string($0) },
    ])
  }
}

/// The result of checking a log's folder, as text and JSON.
struct LogVerificationListing {
  private let log: LogVerification

  init(_ log: LogVerification) { self.log = log }

  func text(_ terminal: Terminal) -> String {
    let name = "the log \(log.origin.printableName) of \(entries(log.size))"
    let earlier = log.earlier.map { "the checkpoint of \(entries($0))" }
    if log.isDifferent {
      return terminal.paint("different", .red) + ": \(earlier ?? "it") is not one of \(name)"
    }
    return terminal.paint("same", .green) + ": \(name)"
      + (earlier.map { "; \($0) is a part of it" } ?? "")
  }

  var json: JSONValue {
    .object(present: [
      "origin": .string(log.origin), "size": .number(log.size),
      "earlier": log.earlier.map { .number($0) }, "same": .bool(!log.isDifferent),
    ])
  }
}

private func entries(_ count: Int) -> String { "\(count) entr\(count == 1 ? "y" : "ies")" }
