import CDaymarkProcess
import DaymarkIngest
import DaymarkModel

/// The readers that a run has.
enum RunReaders: Sendable {
  /// With the options for reading that the run has.
  case inProcess(ReadOptions)
  case pool(WorkerPool)

  /// - Parameter jobs: As many are read side by side.
  init(_ readers: Readers, jobs: Int, options: ReadOptions) {
    self =
      switch readers {
      case .inProcess: .inProcess(options)
      case .processes(let limits): .pool(WorkerPool(limits, jobs: jobs))
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

  /// Makes sure that there are readers, before anything depends on them.
  ///
  /// - Returns: What there is to say of them.
  /// - Throws: `reader.refused`, which ends a run; `CancellationError`.
  func start() throws -> [Finding] {
    guard case .pool(let pool) = self else { return [] }
    try pool.start()
    return daymark_has_landlock() ? [] : [Finding(.readerLandlockMissing)]
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
