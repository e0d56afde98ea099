import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import Foundation
import Synchronization

/// A table of verdicts as an operator names it: `42=verdicts.csv` for challenge 42, or a path alone.
package struct VerdictFile: Hashable, Sendable {
  /// The number of the challenge that all lines are of; `nil` where each line says it.
  package var challenge: String?
  package var path: String

  /// Reads the value of `--verdicts`.
  package init(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumbered =
      parts.count == 2 && !parts[0].isEmpty && parts[0].utf8.allSatisfy { (48...57).contains($0) }
    (challenge, path) = isNumbered ? (String(parts[0]), String(parts[1])) : (nil, text)
  }
}

/// The operator's `verdicts.csv`, read again whenever it has changed; see Intake, "Verdicts".
final class VerdictList: Sendable {
  private struct Table: Sendable {
    var changed: Date?
    var size = -1
    var verdicts: [Line: OperatorVerdict] = [:]
    /// What keeps the file from being read; then it has no verdict.
    var fault: Unreadable?
  }

  /// Whose verdict it is: an address in small letters, or the id that evidence states.
  private struct Line: Hashable {
    /// The challenge's number.
    var challenge: String
    var subject: String
  }

  private let file: VerdictFile
  private let warn: @Sendable (String) -> Void
  private let table = Mutex(Table())

  /// - Parameter warn: Given a sentence when the table can no longer be read.
  /// - Throws: ``Unreadable`` where the file is no such table.
  init(_ file: VerdictFile, warn: @escaping @Sendable (String) -> Void) throws {
    (self.file, self.warn) = (file, warn)
    if let fault = table.withLock({ read(&$0) }) { throw fault }
  }

  /// A file that is no table of verdicts.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    var path: String
    var sentence: String

    var description: String { "the table of verdicts \(path) cannot be used: \(sentence)" }
  }

  /// Whether the table can be read, as it is now.
  var isReadable: Bool { current { $0.fault == nil } }

  /// The verdict on the evidence of a row.
  ///
  /// A row that a trusted key attests may be found by the id that its evidence states. Of any other one anybody can say
  /// that it is somebody else's.
  func verdict(on evidence: ReceivedEvidence) -> OperatorVerdict? {
    let attested = evidence.attestedBy == nil ? nil : evidence.claims?.subject
    return current { table in
      for subject in [evidence.key.subject, attested].compactMap(\.self) {
        let line = Line(challenge: evidence.key.challenge, subject: subject)
        if let verdict = table.verdicts[line] { return verdict }
      }
      return nil
    }
  }

  /// Looks at the table as it is now; one that cannot be read has no verdicts, and never those from before.
  private func current<Value>(_ body: (Table) -> Value) -> Value {
    table.withLock { table in
      let before = table.fault
      if let fault = read(&table), fault != before { warn("\(fault)") }
      return body(table)
    }
  }

  /// Reads the file if it has changed, and says what is wrong with it.
  private func read(_ table: inout Table) -> Unreadable? {
    func unreadable(_ sentence: String) -> Unreadable {
      Unreadable(path: file.path, sentence: sentence)
    }
    guard let facts = try? FileManager.default.attributesOfItem(atPath: file.path) else {
      table = Table(fault: unreadable("it cannot be read"))
      return table.fault
    }
    let (changed, size) = (facts[.modificationDate] as? Date, facts[.size] as? Int ?? 0)
    guard table.changed != changed || table.size != size else { return table.fault }
    table = Table(changed: changed, size: size)
    do throws(Fault) {
      guard let bytes = FileManager.default.contents(atPath: file.path) else {
        throw Fault("it cannot be read")
      }
      table.verdicts = try Self.verdicts(in: bytes, of: file.challenge)
    } catch { table.fault = unreadable(error.sentence) }
    return table.fault
  }

  private struct Fault: Error {
    var sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }

  private static func verdicts(
    in bytes: Data, of challenge: String?
  ) throws(Fault) -> [Line: OperatorVerdict] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault("it is no UTF-8")
    }
    guard let rows = csvRecords(text) else {
      throw Fault("it is cut: a quote is not closed, or its last line has no end")
    }
    guard let header = rows.first, header.contains("subject"), header.contains("outcome") else {
      throw Fault("its first row lacks a column subject or outcome")
    }
    guard header.contains("challenge") == (challenge == nil) else {
      throw Fault(
        challenge == nil
          ? "it does not say of which challenge it is: add a column challenge, or name it, as in "
            + "42=FILE"
          : "it has a column challenge, and one is named, too")
    }
    var verdicts: [Line: OperatorVerdict] = [:]
    for (number, row) in zip(2..., rows.dropFirst()) where row != [""] {
      guard row.count == header.count else {
        throw Fault("row \(number) has another number of cells than the first")
      }
      let cells = Dictionary(zip(header, row.map(csvText))) { first, _ in first }
      guard let challenge = challenge ?? cells["challenge"], !challenge.isEmpty else {
        throw Fault("row \(number) has no challenge")
      }
      guard let verdict = OperatorVerdict(cells) else { continue }
      for name in [cells["subject"], cells["address"]].compactMap(\.self) where !name.isEmpty {
        let isAddress = hexBytes(prefixed: name)?.count == 20
        let line = Line(challenge: challenge, subject: isAddress ? name.lowercased() : name)
        guard verdicts.updateValue(verdict, forKey: line) ?? verdict == verdict else {
          throw Fault("row \(number) has another verdict on a subject than a row before")
        }
      }
    }
    return verdicts
  }
}

extension OperatorVerdict {
  /// Reads a row of a table; `nil` where it has no answer yet, as of a subject whose archives could not be read.
  fileprivate init?(_ cells: [String: String]) {
    // A decision stands in the place of the verdict; see Pipelines, "Decisions".
    let decision = (cells["asked_again"] ?? "").isEmpty ? cells["decision"] ?? "" : ""
    guard
      let outcome = Outcome(rawValue: decision.isEmpty ? cells["outcome"] ?? "" : decision)
    else { return nil }
    self.init(
      outcome: outcome, isFinal: !decision.isEmpty || (cells["final"] ?? "yes") != "no")
  }
}
