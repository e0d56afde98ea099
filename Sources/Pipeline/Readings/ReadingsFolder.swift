import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import Foundation

/// A folder of readings, which parallel shards or the waves of a cluster write.
///
/// A shard writes one file per subject. A wave is a folder `wave=...` of files with one reading per
/// line, which counts once it is complete and contains `_SUCCESS`.
struct ReadingsFolder {
  let path: String

  init(path: String) { self.path = path }

  /// The folder that shards write into.
  init(inOutputFolder folder: String) { path = "\(folder)/readings" }

  /// Returns the path of a subject's reading, as shards write it.
  ///
  /// Subfolders by digest keep folders small, because there may be hundreds of thousands of
  /// subjects.
  func file(of subject: String) -> String {
    let digest = Digest(of: subject.utf8).hex
    return "\(path)/\(digest.prefix(2))/\(folderName(of: subject)).json"
  }

  /// Lists the files in ascending order of paths, so that a later wave comes later.
  ///
  /// - Throws: `DaymarkError` `file.missing` or `file.unreadable`.
  func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw DaymarkError(.fileMissing, at: InputLocation(file: path)) { $0.path = path }
    }
    let below: [String]
    do {
      below = try FileManager.default.subpathsOfDirectory(atPath: path)
    } catch {
      throw DaymarkError(.fileUnreadable, at: InputLocation(file: path)) {
        $0.system = error.localizedDescription
      }
    }
    let all = Set(below)
    let files = below.filter { name in
      let parts = name.split(separator: "/")
      guard !parts.contains(where: { $0.hasPrefix(".") || $0.hasPrefix("_") }),
        name.hasSuffix(".json") || name.hasSuffix(".json.gz") || name.hasSuffix(".txt.gz")
      else { return false }
      guard let wave = parts.firstIndex(where: { $0.hasPrefix("wave=") }) else { return true }
      return all.contains(parts[...wave].joined(separator: "/") + "/_SUCCESS")
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(path)/\($0)" }
  }

  /// Reads every line of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - receive: Gets each line that is a reading, with its subject and version and its location.
  ///   - other: Gets a finding for each line, or for the file, that is no reading.
  /// - Throws: The errors of the closures; `file.unreadable`; `CancellationError`.
  func visit(
    _ file: String, _ receive: (ReadingDocument.Head, [UInt8], InputLocation) throws -> Void,
    other: (Finding) -> Void = { _ in }
  ) throws {
    do {
      try readLines(ofFileAt: file) { line, number in
        try Task.checkCancellation()
        let place = InputLocation(file: file, line: number)
        guard let head = Members<ReadingDocument.Head>.head.kind.value(line) else {
          return other(Finding(.readingMalformed, at: place))
        }
        try receive(head, line, place)
      }
    } catch let error as DaymarkError where error.finding.code.rawValue.hasPrefix("archive.") {
      other(Finding(.readingMalformed, at: InputLocation(file: file)))
    }
  }

  /// Lists the subjects, without their archives, in ascending order of ids: those on the lists of
  /// shards, or those with readings where a list is missing.
  ///
  /// A subject whose settings no reading states has a problem, so that nothing is decided without
  /// them.
  ///
  /// - Throws: The errors of ``files()`` and ``visit(_:_:other:)``.
  func subjects() throws -> [Subject] {
    var subjects: [String: Subject] = [:]
    for file in try files() {
      try visit(file) { head, line, _ in
        guard head.isOfThisVersion, let end = Members<SettingsOrFailure>.end.kind.value(line),
          let details = Members<SubjectDetails>.details.kind.value(line),
          let statements = Members<ArchiveStatements>.statements.kind.value(line)
        else {
          subjects[head.subject] = subjects[head.subject] ?? unread(head.subject, .otherSettings)
          return
        }
        // Where nothing could be hashed, the settings may be what could not be read.
        let problem = end.settings == nil ? end.failure : nil
        var subject = Subject(
          id: head.subject, address: details.address, zone: details.timeZone,
          problem: problem)
        subject.logs = details.logs
        subject.add(statements)
        subjects[head.subject] = subject
      }
    }
    if let everybody = everybody() {
      let listed = everybody.subjects.map { ($0, subjects[$0] ?? unread($0, nil)) }
      subjects = Dictionary(listed) { first, _ in first }
    }
    return subjects.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private func unread(_ id: String, _ reason: Finding.Reason?) -> Subject {
    let problem = Finding(.readingMissing) { ($0.folder, $0.reason) = (path, reason) }
    return Subject(id: id, problem: problem)
  }
}

/// The end of a reading's line: the settings that it was made under, or the failure in place of a
/// reading.
///
/// Only these members are read where the reading itself is not needed.
private struct SettingsOrFailure: Sendable {
  var settings: String?
  var failure: Finding?
}

extension Members<SettingsOrFailure> {
  fileprivate static let end = Members(
    SettingsOrFailure(),
    [
      .optional("settings", \.settings, .text),
      .optional("failure", \.failure, Members<Finding>.finding.kind),
    ])
}

extension Subject {
  /// Adds what the operator of another machine states of the archives.
  fileprivate mutating func add(_ statements: ArchiveStatements) {
    // Two archives may have one name, and only the names count where the archives are not there.
    for (number, receipt) in statements.receipts.enumerated() {
      receivedAt["\(number)/\(receipt.file)"] = receipt.receivedAt
    }
    receivedTogether = statements.receivedTogether
    (isComplete, setAside) = (statements.isComplete, statements.setAside)
  }
}
