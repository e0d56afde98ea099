import DaymarkConfiguration
import DaymarkModel
import Foundation

/// The readers that a run has.
enum ReaderSource: Sendable {
  case inProcess
  case pool(ReaderPool)

  /// - Parameter jobs: As many are read side by side.
  init(_ readers: Readers, jobs: Int, for subjects: [Subject]) {
    self =
      switch readers {
      case .inProcess: .inProcess
      case .processes(let limits):
        .pool(
          ReaderPool(limits, jobs: jobs) { inputFolders(of: subjects.flatMap(\.archives)) })
      }
  }

  /// How many subjects to take on at a time, so that no reader waits for the writing of what it has read.
  ///
  /// Of one at a time the messages come in the order of the subjects.
  func turns(jobs: Int) -> Int {
    switch self {
    case .pool where jobs > 1: 2 * jobs
    case .inProcess, .pool: jobs
    }
  }

  /// Reads one subject's archives.
  ///
  /// - Parameter progress: Told how many more bytes were read.
  /// - Throws: What reading throws; of processes, also what ``ReaderPool/read(_:progress:)`` throws.
  func read(
    _ request: WorkerRequest, progress: (Int64) -> Void
  ) throws -> ArchiveAggregates {
    switch self {
    case .inProcess: try request.read(progress: progress)
    case .pool(let pool): try pool.read(request, progress: progress)
    }
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Told how many more bytes were read.
  /// - Returns: Also for a subject that failed.
  /// - Throws: `CancellationError`.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> ReadingDocument {
    switch self {
    case .inProcess: try request.read { try $0.read(progress: progress) }
    case .pool(let pool): try pool.read(request, progress: progress)
    }
  }
}

/// The folders that archives lie in: at most a hundred, so that those of an inbox are the inbox.
func inputFolders(of archives: [String]) -> [String] {
  // Where links lead, because that is what the kernel compares.
  var folders = Set(
    archives.map { path in
      let text = path.untilTextEnds
      let resolved = URL(fileURLWithPath: text).resolvingSymlinksInPath().path
      return text == path ? parentFolder(of: resolved) : resolved
    })
  while folders.count > 100 { folders = Set(folders.map(parentFolder)) }
  return folders.sorted()
}

extension String {
  /// The path as far as it is UTF-8, as an argument of a program must be: itself, or a folder before it.
  fileprivate var untilTextEnds: String {
    var path = self
    while path.unicodeScalars.contains(where: { $0.systemByte != nil }) {
      path = parentFolder(of: path)
    }
    return path
  }
}
