import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

/// The contents of a subject's files, and the findings that stood in the way of some.
struct SubjectDocuments {
  var files: [OutputFile: [UInt8]]
  var findings: [Finding] = []

  /// - Parameter decision: What a person decided on the subject.
  init(_ evidence: Evidence, intake: Intake?, decision: Decision? = nil) {
    let document = evidenceDocument(evidence).canonicalBytes()
    files = [
      .evidence: document,
      .evidenceDigest: Array(checksumLine(of: document).utf8),
      .verdict: verdictDocument(evidence).canonicalBytes(),
    ]
    files[.decision] = decision.map { Members<Decision>.decision.kind.bytes($0) }
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

  /// What is to become of a folder.
  struct Change {
    /// The files that are to get their names.
    var files: PreparedFiles
    /// Files that were written again, for they were no longer what the last run wrote, and an attestation that is
    /// removed.
    var findings: [Finding] = []
  }

  /// Writes into the folder what makes it hold these files, once they are placed, and none that no longer
  /// belongs.
  ///
  /// - Parameters:
  ///   - folder: Made when it is not there.
  ///   - digests: Those of the files, by name.
  ///   - known: The files that the last run wrote, as far as it came.
  ///   - mode: The permissions of files and folders.
  func prepare(
    in folder: String, _ digests: [String: Digest], known: StoredOutputs, mode: FileMode
  ) throws -> Change {
    let isNew = try makeFolder(folder, mode: mode, isFlushed: false)
    var change = Change(files: PreparedFiles(folder: folder))
    for file in OutputFile.allCases {
      let (name, path) = (file.rawValue, "\(folder)/\(file.rawValue)")
      let wasThere = !isNew && access(path, F_OK) == 0
      switch try files[file].map({ try prepareFile($0, at: path, mode: mode, isNew: isNew) }) {
      case .written: change.files.paths.append(path)
      case .tidied: change.files.hasRemoved = true
      case nil where try !isNew && removeFile(at: path): change.files.hasRemoved = true
      case .unchanged, nil: continue
      }
      guard !known.mayBeMissing, let last = known.digests[name], last == digests[name]
      else { continue }
      change.findings.append(
        Finding(.fileRewritten, at: InputLocation(file: path)) {
          $0.reason = wasThere ? .edited : .removed
        })
    }
    let proof = SubjectProof(folder: folder)
    if !isNew, !change.files.isEmpty, try !proof.removeUnless(of: digests).isEmpty {
      change.findings.append(proof.removalFinding)
      change.files.hasRemoved = true
    }
    if !change.files.isEmpty, try !removePages(ofSubjectIn: folder).isEmpty {
      // They show what was before.
      change.files.hasRemoved = true
    }
    return change
  }

  /// Removes the files of a subject that has no verdict, and its folder if nothing else is in it.
  ///
  /// The folder above stays, empty or not: another subject may be about to make its own in it.
  ///
  /// - Returns: Whether there were any.
  static func remove(from folder: String) throws -> Bool {
    var hasChanged = false
    for file in OutputFile.allCases {
      let wasThere = try removeFile(at: "\(folder)/\(file.rawValue)")
      hasChanged = hasChanged || wasThere
    }
    _ = try removePages(ofSubjectIn: folder)
    _ = try SubjectProof(folder: folder).remove()
    removeFolderIfEmpty(folder)
    return hasChanged
  }
}
