import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Foundation

/// The files in a subject's folder, whoever put them there.
struct SubjectFolder {
  let path: String
  var files: [OutputFile: StoredFile] = [:]
  /// The names of files that no run writes, in ascending order, without hidden ones.
  var others: [String] = []

  init(at path: String) {
    self.path = path
    for file in OutputFile.allCases { files[file] = StoredFile(at: "\(path)/\(file.rawValue)") }
    others = visibleNames(inFolder: path).filter { OutputFile(rawValue: $0) == nil }
  }

  func json(_ file: OutputFile) -> JSONValue? {
    files[file]?.bytes.flatMap { try? JSONValue(parsing: $0) }
  }

  /// The person's decision, if its document can be read.
  var decision: PresentDecision? {
    PresentDecision(in: files[.decision], on: files[.verdict])
  }

  var hasIntakeFiles: Bool {
    [.records, .body, .headers].contains { files[$0] != nil }
  }
}

extension PresentDecision {
  /// Reads a decision and the digest of the verdict beside it; `nil` where no decision can be read.
  init?(in file: StoredFile?, on verdict: StoredFile?) {
    guard let decision = file?.bytes.flatMap(Members<Decision>.decision.kind.value) else {
      return nil
    }
    self.init(decision, on: verdict?.bytes.map { Digest(of: $0) })
  }
}

/// Lists the names in a folder by scalar order, without hidden ones; empty where the folder cannot
/// be listed.
func visibleNames(inFolder path: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.filter { !$0.hasPrefix(".") }
    .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
}

/// Compares a file with the bytes that it should have; `nil` means that there should be no file.
///
/// - Parameter between: Returns the differences between the stored and the expected bytes.
func fileDifferences(
  _ stored: StoredFile?, _ expected: [UInt8]?,
  between: ([UInt8], [UInt8]) -> [DocumentDifference] = { $0 == $1 ? [] : [.init(kind: .content)] }
) -> [DocumentDifference] {
  switch (stored, expected) {
  case (nil, nil): []
  case (nil, _): [DocumentDifference(kind: .missing)]
  case (.unreadable, _): [DocumentDifference(kind: .unreadable)]
  case (.bytes, nil): [DocumentDifference(kind: .unexpected)]
  case (.bytes(let stored), let expected?): between(stored, expected)
  }
}

/// Compares a file with the JSON document that it should contain.
func fileDifferences(_ stored: StoredFile?, _ expected: JSONValue?) -> [DocumentDifference] {
  fileDifferences(stored, expected?.canonicalBytes()) { stored, _ in
    // A file that is no JSON counts as another document.
    (try? documentDifferences(stored: stored, rebuilt: expected ?? .null))
      ?? [DocumentDifference(kind: .content)]
  }
}
