import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Foundation

/// The files of a subject's folder as they lie there, whoever put them there.
struct SubjectFolder {
  let path: String
  var files: [OutputFile: StoredFile] = [:]
  /// The names of what no run writes, ascending; hidden ones left out.
  var others: [String] = []

  init(at path: String) {
    self.path = path
    for file in OutputFile.allCases { files[file] = StoredFile(at: "\(path)/\(file.rawValue)") }
    others = visibleNames(inFolder: path).filter { OutputFile(rawValue: $0) == nil }
  }

  func json(_ file: OutputFile) -> JSONValue? {
    files[file]?.bytes.flatMap { try? JSONValue(parsing: $0) }
  }

  /// What a person decided, if the document can be read.
  var decision: PresentDecision? {
    PresentDecision(in: files[.decision], on: files[.verdict])
  }

  var hasIntakeFiles: Bool {
    [.records, .body, .headers].contains { files[$0] != nil }
  }
}

extension PresentDecision {
  /// - Returns: `nil` where no decision can be read.
  init?(in file: StoredFile?, on verdict: StoredFile?) {
    guard let decision = file?.bytes.flatMap(Members<Decision>.decision.kind.value) else {
      return nil
    }
    self.init(decision, on: verdict?.bytes.map { Digest(of: $0) })
  }
}

/// Names in a folder by scalar order, without hidden ones; none when it cannot be listed.
func visibleNames(inFolder path: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.filter { !$0.hasPrefix(".") }
    .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
}

/// What became of a file that should have certain bytes, or not be there.
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

/// The same of a file that holds a JSON document.
func fileDifferences(_ stored: StoredFile?, _ expected: JSONValue?) -> [DocumentDifference] {
  fileDifferences(stored, expected?.canonicalBytes()) { stored, _ in
    // What is no JSON is another document.
    (try? documentDifferences(stored: stored, rebuilt: expected ?? .null))
      ?? [DocumentDifference(kind: .content)]
  }
}
