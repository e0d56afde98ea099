import DaymarkEmit
import DaymarkModel

/// The files of a subject's folder.
enum OutputFile: String, CaseIterable {
  case evidence = "evidence.json"
  case evidenceDigest = "evidence.sha256"
  case verdict = "verdict.json"
  case records = "records.json"
  case body = "body.multipart"
  case headers = "headers.txt"
}

/// The contents of a subject's files, and the findings that stood in the way of some.
struct SubjectDocuments {
  var files: [OutputFile: [UInt8]]
  var findings: [Finding] = []

  init(_ evidence: Evidence, intake: Intake?) {
    let document = evidenceDocument(evidence).canonicalBytes()
    files = [
      .evidence: document,
      .evidenceDigest: Array(checksumLine(of: document).utf8),
      .verdict: verdictDocument(evidence).canonicalBytes(),
    ]
    guard let intake else { return }
    let documents = intakeDocuments(evidence, intake: intake)
    files[.records] = documents.records
    files[.body] = documents.body
    files[.headers] = documents.headers
    findings = documents.findings
  }

  /// By name.
  var digests: [String: Digest] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.key.rawValue, Digest(of: $0.value)) })
  }

  /// Makes the folder hold these files and none that no longer belongs.
  ///
  /// - Returns: Whether anything had to be changed.
  func write(to folder: String) throws -> Bool {
    try makeFolder(folder)
    var hasChanged = false
    for file in OutputFile.allCases {
      let path = "\(folder)/\(file.rawValue)"
      let change = try files[file].map { try putFile($0, at: path) } ?? removeFile(at: path)
      hasChanged = hasChanged || change
    }
    if hasChanged { try flushFolder(folder) }
    return hasChanged
  }

  /// Removes the files of a subject that has no verdict, and its folder if nothing else is in it.
  ///
  /// - Returns: Whether there were any.
  static func remove(from folder: String) throws -> Bool {
    var hasChanged = false
    for file in OutputFile.allCases {
      let wasThere = try removeFile(at: "\(folder)/\(file.rawValue)")
      hasChanged = hasChanged || wasThere
    }
    removeFolderIfEmpty(folder)
    removeFolderIfEmpty(parentFolder(of: folder))
    return hasChanged
  }
}
