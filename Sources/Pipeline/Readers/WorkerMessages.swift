import DaymarkDocuments
import DaymarkIngest
import DaymarkModel

// The messages between a run, its worker and its readers, each a JSON document in one line; see
// Pipelines, "Workers".

/// The first line that a worker sends.
struct WorkerGreeting: Hashable, Sendable {
  /// The version of the messages.
  var daymarkWorker = 2
  /// The version of the program, which the store keeps with every reading.
  var version = daymarkVersion
  /// The version of the time zone data, on which days depend.
  var zoneData = Zone.dataVersion
}

extension Members<WorkerGreeting> {
  static let greeting = Members(
    WorkerGreeting(),
    [
      .needed("daymarkWorker", \.daymarkWorker, .count), .needed("version", \.version, .text),
      .needed("zoneData", \.zoneData, .text),
    ])
}

extension WorkerGreeting {
  /// The greeting as a line with its end.
  var line: [UInt8] { Members<WorkerGreeting>.greeting.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

/// The task of a reader, which opens no file itself: a request, and the list of the archives'
/// files.
struct ReaderTask: Sendable {
  var request = SubjectRequest()
  var inputs: [ListedInput] = []

  /// The task as a line with its end.
  var line: [UInt8] { Members<ReaderTask>.task.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<ReaderTask> {
  static let task = Members(
    ReaderTask(),
    [
      .needed("request", \.request, Members<SubjectRequest>.request.kind),
      .needed("inputs", \.inputs, .list(Members<ListedInput>.listing.kind)),
    ])
}

/// An archive as the run lists it.
struct ListedInput: Sendable {
  /// The path as the request has it.
  var path: String
  var absolutePath: String
  var stamp: InputStamp
  /// The files of a folder; `nil` for an archive that is a file.
  var files: [FolderFile]?

  /// The number of files.
  var count: Int { files?.count ?? 1 }
}

extension Members<ListedInput> {
  static let listing = Members(
    ListedInput(
      path: "", absolutePath: "", stamp: InputStamp(text: "", bytes: 0, isFolder: false)),
    [
      .needed("path", \.path, .text), .needed("absolutePath", \.absolutePath, .text),
      .needed("stamp", \.stamp.text, .text), .needed("bytes", \.stamp.bytes, .bytes),
      .unlessEmpty("isFolder", \.stamp.isFolder, .flag),
      .optional(
        "files", \.files,
        Kind<[String]>.list(.text).converted(
          { $0.enumerated().map { FolderFile(listed: $1, number: $0) } }, { $0.map(\.listed) })),
    ])
}

extension FolderFile {
  /// The path; for a link also the target, after a byte that no path contains.
  fileprivate var listed: String {
    target.map { "\(name)\0\(String(systemPath: $0))" } ?? name
  }

  fileprivate init(listed text: String, number: Int) {
    let parts = text.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(name: String(parts[0]), number: number)
    if parts.count > 1 {
      target = String(parts[1]).systemPath.dropLast().map(UInt8.init(bitPattern:))
    }
  }
}

/// A line from a reader, with exactly one of these members.
///
/// Progress and questions come any number of times, and then one result.
struct ReaderAnswer: Sendable {
  /// The number of bytes of the archives read so far.
  var progress: Int64?
  /// The number of chunks of a subject's archives hashed so far.
  var hashing: Int?
  /// A subject whose archives are hashed and not yet read.
  var hashed: ReadingDocument?
  /// The index of the file to open, among all listed files.
  var file: Int?
  /// Whether the reader asks for an empty file without a name.
  var scratch: Bool?
  /// The result for a subject, including a failure.
  var subject: ReadingDocument?
  /// The finding for a line that is no valid request.
  var failure: Finding?

  /// The answer as a line with its end.
  var line: [UInt8] { Members<ReaderAnswer>.answer.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<ReaderAnswer> {
  static let answer = Members(
    ReaderAnswer(),
    [
      .optional("progress", \.progress, .bytes), .optional("hashing", \.hashing, .count),
      .optional("hashed", \.hashed, Members<ReadingDocument>.reading.kind),
      .optional("file", \.file, .count), .optional("scratch", \.scratch, .flag),
      .optional("subject", \.subject, Members<ReadingDocument>.reading.kind),
      .optional("failure", \.failure, Members<Finding>.finding.kind),
    ])
}
