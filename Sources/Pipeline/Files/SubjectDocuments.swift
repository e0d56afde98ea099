import DaymarkEmit
import DaymarkModel
import Foundation

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

  /// What writing did to a folder.
  struct Change {
    var hasChanged = false
    /// Files that were written again, for they were no longer what the last run wrote.
    var rewritten: [Finding] = []
  }

  /// Makes the folder hold these files and none that no longer belongs.
  ///
  /// - Parameter known: Digests of the files that the last run wrote, by name.
  func write(to folder: String, known: [String: Digest], mode: FileMode) throws -> Change {
    try makeFolder(folder, mode: mode)
    let digests = digests
    var change = Change()
    for file in OutputFile.allCases {
      let (name, path) = (file.rawValue, "\(folder)/\(file.rawValue)")
      let wasThere = access(path, F_OK) == 0
      let wasWritten = try files[file].map { try putFile($0, at: path, mode: mode) }
      guard try wasWritten ?? removeFile(at: path) else { continue }
      change.hasChanged = true
      guard let last = known[name], last == digests[name] else { continue }
      change.rewritten.append(
        Finding(.fileRewritten, at: InputLocation(file: path)) {
          $0.reason = wasThere ? .edited : .removed
        })
    }
    if change.hasChanged {
      // They show what was before.
      _ = try removePages(ofSubjectIn: folder)
      try flushFolder(folder)
    }
    return change
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
    _ = try removePages(ofSubjectIn: folder)
    removeFolderIfEmpty(folder)
    removeFolderIfEmpty(parentFolder(of: folder))
    return hasChanged
  }
}
