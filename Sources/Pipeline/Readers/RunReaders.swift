import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import Foundation

/// The readers that a run has.
enum RunReaders: Sendable {
  /// With the options for reading that the run has.
  case inProcess(ReadOptions)
  case pool(WorkerPool)

  /// - Parameter jobs: As many are read side by side.
  init(_ readers: Readers, jobs: Int, for subjects: [Subject], options: ReadOptions) {
    self =
      switch readers {
      case .inProcess: .inProcess(options)
      case .processes(let limits):
        .pool(
          WorkerPool(limits, jobs: jobs) { inputFolders(of: subjects.flatMap(\.archives)) })
      }
  }

  /// How many subjects to take on at a time, so that no reader waits for the writing of what it has read.
  ///
  /// Of one at a time the messages come in the order of the subjects.
  func width(jobs: Int) -> Int {
    switch self {
    case .pool where jobs > 1: 2 * jobs
    case .inProcess, .pool: jobs
    }
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call.
  /// - Returns: Also for a subject that failed.
  /// - Throws: `CancellationError`.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> SubjectReading {
    switch self {
    case .inProcess(let options):
      try request.read(options: options) { try readAggregates($0, progress: progress) }
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
