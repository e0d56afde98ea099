import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import Foundation

/// A folder of readings: those that shards write side by side, and those that a cluster writes in waves.
///
/// A shard has a file for each subject. A wave is a folder `wave=...` of files with a reading a line,
/// which counts once it is whole: when `_SUCCESS` lies in it.
struct ReadingsFolder {
  let path: String

  /// The file of a subject's reading, as shards write it.
  ///
  /// A folder holds few of many, for there may be hundreds of thousands.
  func file(of subject: String) -> String {
    let digest = Digest(of: subject.utf8).hex
    return "\(path)/\(digest.prefix(2))/\(folderName(of: subject)).json"
  }

  /// The files, ascending by path, so that a later wave comes later.
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

  /// Reads every line of every file.
  ///
  /// - Parameters:
  ///   - receive: Given a line that is a reading, whose subject and version are known.
  ///   - other: Given the place of a line, or a file, that is none.
  /// - Throws: As ``files()``; what the closures throw; `CancellationError`.
  func visit(
    _ receive: (SubjectReading.Head, [UInt8], InputLocation) throws -> Void,
    other: (Finding) -> Void = { _ in }
  ) throws {
    for file in try files() {
      do {
        try readLines(ofFileAt: file) { line, number in
          try Task.checkCancellation()
          let place = InputLocation(file: file, line: number)
          guard let head = Members<SubjectReading.Head>.head.kind.value(line) else {
            return other(Finding(.readingMalformed, at: place))
          }
          try receive(head, line, place)
        }
      } catch let error as DaymarkError where error.finding.code.rawValue.hasPrefix("archive.") {
        other(Finding(.readingMalformed, at: InputLocation(file: file)))
      }
    }
  }

  /// The subjects that there are readings of, without archives, ascending by id.
  ///
  /// - Throws: As ``visit(_:other:)``.
  func subjects() throws -> [Subject] {
    var subjects: [String: Subject] = [:]
    try visit { head, line, _ in
      guard head.isOfThisVersion,
        let details = Members<SubjectDetails>.details.kind.value(line)
      else {
        // Of another version; that is said of each when readings are imported.
        subjects[head.subject] = subjects[head.subject] ?? Subject(id: head.subject)
        return
      }
      var subject = Subject(id: head.subject, address: details.address, zone: details.timeZone)
      subject.logs = details.logs
      subjects[head.subject] = subject
    }
    return subjects.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }
}
