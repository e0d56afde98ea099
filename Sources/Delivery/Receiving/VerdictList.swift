import DaymarkModel
import DaymarkStore
import Foundation
import Synchronization

/// The operator's `verdicts.csv`, read again whenever it has changed; see Intake, "Verdicts".
final class VerdictList: Sendable {
  private struct Table: Sendable {
    var changed: Date?
    var size = -1
    var verdicts: [Line: OperatorVerdict] = [:]
  }

  /// Whose verdict it is: an address in small letters, or the id that evidence states.
  private struct Line: Hashable {
    /// The challenge's number, or the id that evidence states; empty where the table has no such column.
    var challenge: String
    var subject: String
  }

  private let path: String
  private let table = Mutex(Table())

  /// - Throws: ``Unreadable`` where the file is no such table.
  init(_ path: String) throws {
    self.path = path
    try read()
  }

  /// What keeps a file from being a table of verdicts.
  struct Unreadable: Error { var sentence: String }

  /// The verdict on the evidence of a row.
  ///
  /// - Parameter believesClaims: Whether the row may be found by what its evidence says of itself. Anybody can say that it
  ///   is somebody else's.
  func verdict(on evidence: ReceivedEvidence, believesClaims: Bool) -> OperatorVerdict? {
    // A table that is being written is read at the next request.
    try? read()
    let claims = believesClaims ? evidence.claims : nil
    let subjects = [evidence.key.subject] + (claims.map { [$0.subject] } ?? [])
    let challenges = [evidence.key.challenge, claims?.challenge ?? "", ""]
    return table.withLock { table in
      for subject in subjects {
        for challenge in challenges {
          if let verdict = table.verdicts[Line(challenge: challenge, subject: subject)] {
            return verdict
          }
        }
      }
      return nil
    }
  }

  private func read() throws {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    let (changed, size) = (facts[.modificationDate] as? Date, facts[.size] as? Int ?? 0)
    guard table.withLock({ $0.changed != changed || $0.size != size }) else { return }
    guard
      let text = String(validating: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    else { throw Unreadable(sentence: "it is no UTF-8") }
    let verdicts = try Self.verdicts(in: text)
    table.withLock { $0 = Table(changed: changed, size: size, verdicts: verdicts) }
  }

  private static func verdicts(in text: String) throws -> [Line: OperatorVerdict] {
    var rows = commaSeparatedRows(text)[...]
    guard let header = rows.popFirst(), let subject = header.firstIndex(of: "subject"),
      let outcome = header.firstIndex(of: "outcome")
    else { throw Unreadable(sentence: "its first row lacks a column subject or outcome") }
    func cell(_ name: String, _ row: [String]) -> String? {
      header.firstIndex(of: name).flatMap { row.indices.contains($0) ? row[$0] : nil }
    }
    var verdicts: [Line: OperatorVerdict] = [:]
    for (number, row) in zip(2..., rows) where row != [""] {
      guard row.count == header.count else {
        throw Unreadable(sentence: "row \(number) has another number of cells than the first")
      }
      // A decision stands in the place of the verdict; see Pipelines, "Decisions".
      let decision =
        cell("asked_again", row).map { $0.isEmpty } ?? true ? cell("decision", row) : nil
      let word = decision.flatMap { $0.isEmpty ? nil : $0 } ?? row[outcome]
      guard let result = Outcome(rawValue: word) else {
        // Of a subject whose archives could not be read there is no answer yet.
        continue
      }
      let verdict = OperatorVerdict(
        outcome: result,
        isFinal: decision?.isEmpty == false || (cell("final", row) ?? "yes") != "no")
      for name in [row[subject], cell("address", row) ?? ""] where !name.isEmpty {
        let isAddress = hexBytes(prefixed: name)?.count == 20
        verdicts[
          Line(
            challenge: cell("challenge", row) ?? "", subject: isAddress ? name.lowercased() : name)
        ] = verdict
      }
    }
    return verdicts
  }
}

/// The rows of a table; RFC 4180.
func commaSeparatedRows(_ text: String) -> [[String]] {
  var (rows, row, cell): ([[String]], [String], String) = ([], [], "")
  var (isQuoted, wasQuote) = (false, false)
  for scalar in text.unicodeScalars {
    if isQuoted, scalar == "\"" {
      (isQuoted, wasQuote) = (false, true)
      continue
    }
    switch scalar {
    case _ where isQuoted: cell.unicodeScalars.append(scalar)
    case "\"":
      if wasQuote { cell.unicodeScalars.append("\"") }
      isQuoted = true
    case ",":
      row.append(cell)
      cell = ""
    case "\n":
      rows.append(row + [cell])
      (row, cell) = ([], "")
    case "\r": break
    default: cell.unicodeScalars.append(scalar)
    }
    wasQuote = false
  }
  if !cell.isEmpty || !row.isEmpty { rows.append(row + [cell]) }
  return rows
}
