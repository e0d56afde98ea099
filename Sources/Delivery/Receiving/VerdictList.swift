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
    var version: Version?
    var verdicts: [Line: OperatorVerdict] = [:]
    /// What keeps the file from being read; then it has no verdict.
    var fault: Unreadable?
  }

  /// What a file has that another one in its place has not: a table of other words may have its size, and its time if
  /// somebody set that.
  private struct Version: Hashable, Sendable {
    var changed: Date?
    var size: Int?
    var inode: Int?

    init(_ facts: [FileAttributeKey: Any]) {
      changed = facts[.modificationDate] as? Date
      (size, inode) = (facts[.size] as? Int, facts[.systemFileNumber] as? Int)
    }
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
    let version = Version(facts)
    guard table.version != version else { return table.fault }
    table = Table(version: version)
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
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Fault("it is no UTF-8")
    }
    // Spreadsheets write it, and it is no part of the first column's name.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
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
      let verdict: OperatorVerdict?
      do throws(OperatorVerdict.OtherWord) { verdict = try OperatorVerdict(cells) } catch {
        throw Fault("row \(number) has another word in \(error.column) than the page Intake names")
      }
      guard let verdict else { continue }
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

extension [VerdictList] {
  /// The verdict on the evidence of a row, by the first table that has one.
  func verdict(on evidence: ReceivedEvidence) -> OperatorVerdict? {
    lazy.compactMap { $0.verdict(on: evidence) }.first
  }
}

extension OperatorVerdict {
  /// A word that no table of verdicts has in a column.
  fileprivate struct OtherWord: Error { var column: String }

  /// Reads a row of a table; `nil` where it has no answer yet, as of a subject whose archives could not be read.
  ///
  /// A word that is none is not passed over: whoever meant "no" by it would have somebody told to have failed.
  fileprivate init?(_ cells: [String: String]) throws(OtherWord) {
    func outcome(_ column: String) throws(OtherWord) -> Outcome? {
      let word = cells[column] ?? ""
      if word.isEmpty || word == Outcome.unreadableWord { return nil }
      guard let outcome = Outcome(rawValue: word) else { throw OtherWord(column: column) }
      return outcome
    }
    // A decision stands in the place of the verdict; see Pipelines, "Decisions".
    let (verdict, decision) = (try outcome("outcome"), try outcome("decision"))
    let holds = decision != nil && (cells["asked_again"] ?? "").isEmpty
    let finality = cells["final"] ?? "yes"
    guard ["yes", "no", ""].contains(finality) else { throw OtherWord(column: "final") }
    guard let outcome = holds ? decision : verdict else { return nil }
    self.init(outcome: outcome, isFinal: holds || finality == "yes")
  }
}
