import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation

/// The removed data of a subject, as text and JSON.
struct ForgottenListing {
  let forgotten: ForgetSummary
  let subject: String
  let challenge: String

  private var person: String { subject.printableName }

  var text: String {
    let files =
      forgotten.removed.map { "removed \($0.printable)" }
      + forgotten.rewritten.map { "written again without \(person): \($0.printable)" }
      + forgotten.otherFiles.map { "left, for no run wrote it: \($0.printable)" }
    let rows = "removed \(forgotten.rows) row\(forgotten.rows == 1 ? "" : "s") of the store"
    return (files + [rows, ""] + notes).joined(separator: "\n")
  }

  private var notes: [String] {
    var notes = ["\(person) is forgotten in \(challenge.printable)."]
    if !forgotten.otherChallenges.isEmpty {
      notes.append(
        "The store has \(person) also in: \(Wording.list(forgotten.otherChallenges.map(\.printableName)))."
      )
    }
    return notes + origin
  }

  private var origin: [String] {
    switch forgotten.origin {
    case .gone: []
    case .unknown:
      [
        "The pipeline cannot be looked at. If \(person) is still in it, the next run reads the archives"
          + " again: remove both."
      ]
    case .pipeline(let folder, let archives):
      [
        "\(person) is still in the pipeline \(shown(folder)), and the next run reads the archives again."
          + " To prevent that, take \(person) out of its subjects, and remove:"
      ] + archives.map { "  \(shown($0))" }
    }
  }

  /// Returns a path as a user would type it in the present folder.
  private func shown(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    let here = FileManager.default.currentDirectoryPath + "/"
    return (absolute.hasPrefix(here) ? String(absolute.dropFirst(here.count)) : absolute).printable
  }

  var json: JSONValue {
    .object(present: [
      "challenge": .string(challenge), "subject": .string(subject),
      "rows": .number(forgotten.rows),
      "removed": strings(forgotten.removed), "rewritten": strings(forgotten.rewritten),
      "otherFiles": strings(forgotten.otherFiles),
      "otherChallenges": strings(forgotten.otherChallenges),
      "inPipeline": inPipeline.map { .bool($0) }, "archives": strings(archives),
    ])
  }

  /// Whether the subject is still in its pipeline; `nil` where that is unknown.
  private var inPipeline: Bool? {
    switch forgotten.origin {
    case .unknown: nil
    case .gone: false
    case .pipeline: true
    }
  }

  private var archives: [String] {
    if case .pipeline(_, let archives) = forgotten.origin { archives } else { [] }
  }

  private func strings(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
}
