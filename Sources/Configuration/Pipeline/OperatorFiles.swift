import DaymarkDocuments
package import DaymarkModel
import Foundation

extension OperatorFile.Kind {
  /// Reports the errors in a file of the kind.
  fileprivate func check(_ file: OperatorFile, _ findings: FindingCollector) {
    switch self {
    case .exercises: _ = readExercises(settledIn: file, findings)
    case .columns: _ = readColumns(in: file, findings)
    case .landmarks: _ = readLandmarks(in: file, findings)
    case .feats: _ = readFeats(in: file, findings)
    }
  }
}

extension KeyTable {
  /// The keys by which a subject names files of its own.
  static let operatorFiles = OperatorFile.Kind.allCases.filter(\.isOfSubjects)
    .map { Key.optional($0.rawValue, .path) }
}

/// The operator's files in the folder of a pipeline, found by their usual names.
func readOperatorFiles(inFolder folder: String, _ findings: FindingCollector) -> [OperatorFile] {
  OperatorFile.Kind.allCases.sorted().compactMap { kind in
    let path = resolvedPath(kind.fileName, inFolder: folder)
    if isAbsent(path) { return nil }
    return readOperatorFile(kind, at: path, findings)
  }
}

/// Reads an operator's file and reports every error in it.
///
/// - Parameter place: The place at which another file names it.
func readOperatorFile(
  _ kind: OperatorFile.Kind, at path: String, _ findings: FindingCollector,
  missingAt place: InputLocation? = nil
) -> OperatorFile? {
  guard let contents = readContents(at: path, findings, missingAt: place) else { return nil }
  let file = OperatorFile(kind, path: path, contents: contents)
  kind.check(file, findings)
  return file
}

/// Reads an operator's file by itself, such as one that a document names by its digest.
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadOperatorFile(_ kind: OperatorFile.Kind, at path: String) throws -> OperatorFile {
  let findings = FindingCollector()
  guard let file = readOperatorFile(kind, at: path, findings), findings.isEmpty else {
    throw findings.error()
  }
  return file
}

/// Reads the files of single subjects; a file that several subjects name is read once.
struct SubjectFileReader {
  private let folder: String
  private let findings: FindingCollector
  private var known: [String: OperatorFile?] = [:]

  /// Makes a reader for the files that one list of subjects names.
  ///
  /// - Parameter folder: The folder of that list; names of files are relative to it.
  init(inFolder folder: String, _ findings: FindingCollector) {
    (self.folder, self.findings) = (folder, findings)
  }

  mutating func file(
    _ kind: OperatorFile.Kind, named name: String, at place: InputLocation
  ) -> OperatorFile? {
    let path = resolvedPath(name, inFolder: folder)
    let key = "\(kind.rawValue) \(path)"
    if let file = known[key] { return file }
    let file = readOperatorFile(kind, at: path, findings, missingAt: place)
    known[key] = .some(file)
    return file
  }

  /// The files that a subject's mapping names.
  mutating func files(in mapping: YAMLMapping) -> [OperatorFile] {
    OperatorFile.Kind.allCases.filter(\.isOfSubjects).compactMap { kind in
      guard let name = mapping.word(kind.rawValue), let place = mapping[kind.rawValue]?.place else {
        return nil
      }
      return file(kind, named: name, at: place)
    }
  }
}
