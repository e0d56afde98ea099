import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

/// The contents of a subject's files, and the findings for files that could not be made.
struct SubjectDocuments {
  var files: [OutputFile: [UInt8]]
  var findings: [Finding] = []

  /// Writes the documents of a subject, including the decision of a person if there is one.
  init(_ evidence: Evidence, intake: Intake?, decision: Decision? = nil) {
    let document = evidenceBytes(evidence)
    files = [
      .evidence: document,
      .evidenceDigest: Array(checksumLine(of: document).utf8),
      .verdict: verdictBytes(evidence),
    ]
    files[.decision] = decision.map { Members<Decision>.decision.kind.bytes($0) }
    guard let intake else { return }
    let documents = intakeDocuments(evidence, intake: intake)
    files[.records] = documents.records
    files[.body] = documents.body
    files[.headers] = documents.headers
    findings = documents.findings
  }

  /// The digests of the files, by file name.
  var digests: [String: Digest] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.key.rawValue, Digest(of: $0.value)) })
  }

  /// The changes that are prepared for a subject's folder.
  struct Change {
    /// The files that lie in the folder under temporary names.
    var files: PreparedFiles
    /// The findings for files that were changed after the last run and are written again, and for
    /// an attestation that is removed.
    var findings: [Finding] = []
  }

  /// Prepares a folder so that, once the files are placed, it has exactly these files.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made if it does not exist.
  ///   - digests: The digests of the files, by file name.
  ///   - known: The files that the last run wrote before it ended or was stopped.
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
      // The removed files belong to an earlier verdict.
      change.files.hasRemoved = true
    }
    return change
  }

  /// Removes the files of a subject without a verdict, and its folder if it is empty then.
  ///
  /// The folder above stays even if it is empty, because another thread may be about to make its
  /// subject's folder in it.
  ///
  /// - Returns: Whether there were files.
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
