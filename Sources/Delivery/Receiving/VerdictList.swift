import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import Foundation
import Synchronization

/// The name of a table of verdicts: `42=verdicts.csv` for challenge 42, or only a path.
package struct VerdictFile: Hashable, Sendable {
  /// The number of the challenge of all lines; `nil` where each line states its challenge.
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

/// The operator's `verdicts.csv`, read again whenever it changes; see Intake, "Verdicts".
final class VerdictList: Sendable {
  private struct Table: Sendable {
    var version: Version?
    var verdicts: [Line: OperatorVerdict] = [:]
    /// The reason for which the file cannot be read.
    ///
    /// The table then has no verdicts.
    var fault: Unreadable?
  }

  /// The file attributes that show a change.
  ///
  /// They include the inode, because a changed table may have the same size, and the same time if
  /// somebody set it.
  private struct Version: Hashable, Sendable {
    var changed: Date?
    var size: Int?
    var inode: Int?

    init(_ facts: [FileAttributeKey: Any]) {
      changed = facts[.modificationDate] as? Date
      (size, inode) = (facts[.size] as? Int, facts[.systemFileNumber] as? Int)
    }
  }

  /// The challenge and subject of a line.
  ///
  /// The subject is an address in lower case, or the id that evidence states.
  private struct Line: Hashable {
    /// The challenge's number.
    var challenge: String
    var subject: String
  }

  private let file: VerdictFile
  private let warn: @Sendable (String) -> Void
  private let table = Mutex(Table())

  /// Reads the table for the first time.
  ///
  /// - Parameter warn: The function that is called with a sentence when the table becomes
  ///   unreadable.
  /// - Throws: ``Unreadable`` where the file is not a table of verdicts.
  init(_ file: VerdictFile, warn: @escaping @Sendable (String) -> Void) throws {
    (self.file, self.warn) = (file, warn)
    if let fault = table.withLock({ read(&$0) }) { throw fault }
  }

  /// The error of a file that is not a table of verdicts.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    var path: String
    var sentence: String

    var description: String { "the table of verdicts \(path) cannot be used: \(sentence)" }
  }

  /// Whether the table can be read at present.
  var isReadable: Bool { current { $0.fault == nil } }

  /// Returns the verdict on a row's evidence.
  ///
  /// A row with a trusted key's attestation can also be found by the id that its evidence states.
  /// Without an attestation, anybody could claim another subject's id.
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

  /// Runs a function on the present table, which has no verdicts at all while the file cannot be
  /// read.
  private func current<Value>(_ body: (Table) -> Value) -> Value {
    table.withLock { table in
      let before = table.fault
      if let fault = read(&table), fault != before { warn("\(fault)") }
      return body(table)
    }
  }

  /// Reads the file if it has changed, and returns its fault.
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
      throw Fault("it is not UTF-8")
    }
    // Spreadsheets write this mark, which is not part of the first column's name.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    guard let rows = csvRecords(text) else {
      throw Fault("it is incomplete: a quote is not closed, or the last line has no line end")
    }
    guard let header = rows.first, header.contains("subject"), header.contains("outcome") else {
      throw Fault("its first row lacks the column subject or the column outcome")
    }
    guard header.contains("challenge") == (challenge == nil) else {
      throw Fault(
        challenge == nil
          ? "it does not state its challenge: add a column challenge, or name the challenge, as in "
            + "42=FILE"
          : "it has a column challenge, but the command names a challenge as well")
    }
    var verdicts: [Line: OperatorVerdict] = [:]
    for (number, row) in zip(2..., rows.dropFirst()) where row != [""] {
      guard row.count == header.count else {
        throw Fault("row \(number) has more or fewer cells than the first row")
      }
      let cells = Dictionary(zip(header, row.map(csvText))) { first, _ in first }
      guard let challenge = challenge ?? cells["challenge"], !challenge.isEmpty else {
        throw Fault("row \(number) has no challenge")
      }
      let verdict: OperatorVerdict?
      do throws(OperatorVerdict.OtherWord) { verdict = try OperatorVerdict(cells) } catch {
        throw Fault(
          "row \(number) has a word in \(error.column) that is not allowed; see the page Intake")
      }
      guard let verdict else { continue }
      for name in [cells["subject"], cells["address"]].compactMap(\.self) where !name.isEmpty {
        let isAddress = hexBytes(prefixed: name)?.count == 20
        let line = Line(challenge: challenge, subject: isAddress ? name.lowercased() : name)
        guard verdicts.updateValue(verdict, forKey: line) ?? verdict == verdict else {
          throw Fault("row \(number) contradicts an earlier verdict on the same subject")
        }
      }
    }
    return verdicts
  }
}

extension [VerdictList] {
  /// Returns the verdict on a row's evidence, by the first table that has one.
  func verdict(on evidence: ReceivedEvidence) -> OperatorVerdict? {
    lazy.compactMap { $0.verdict(on: evidence) }.first
  }
}

extension OperatorVerdict {
  /// The error of a word that is not allowed in its column.
  fileprivate struct OtherWord: Error { var column: String }

  /// Reads a row of a table; `nil` where it has no verdict, for example because archives were
  /// unreadable.
  ///
  /// An unknown word is an error. If it were ignored, somebody could be told to have failed by
  /// mistake.
  fileprivate init?(_ cells: [String: String]) throws(OtherWord) {
    func outcome(_ column: String) throws(OtherWord) -> Outcome? {
      let word = cells[column] ?? ""
      if word.isEmpty || word == Outcome.unreadableWord { return nil }
      guard let outcome = Outcome(rawValue: word) else { throw OtherWord(column: column) }
      return outcome
    }
    // A decision replaces the verdict; see Pipelines, "Decisions".
    let (verdict, decision) = (try outcome("outcome"), try outcome("decision"))
    let holds = decision != nil && (cells["asked_again"] ?? "").isEmpty
    let finality = cells["final"] ?? "yes"
    guard ["yes", "no", ""].contains(finality) else { throw OtherWord(column: "final") }
    guard let outcome = holds ? decision : verdict else { return nil }
    self.init(outcome: outcome, isFinal: holds || finality == "yes")
  }
}
