import CDaymarkProcess
import DaymarkIngest
import DaymarkModel

/// The way in which a run reads archives.
enum RunReaders: Sendable {
  /// The run reads in its own process, with these options.
  case inProcess(ReadOptions)
  case pool(ReaderPool)

  /// Decides whether a run reads archives itself or by reader processes.
  ///
  /// - Parameters:
  ///   - readers: The place where archives are read.
  ///   - jobs: The number of subjects that are read in parallel.
  ///   - options: The options for reading in the process of the run.
  init(_ readers: Readers, jobs: Int, options: ReadOptions) {
    self =
      switch readers {
      case .inProcess: .inProcess(options)
      case .processes(let limits): .pool(ReaderPool(limits, jobs: jobs))
      }
  }

  /// Returns the number of subjects to start at a time, so that no reader waits while its result is
  /// written.
  ///
  /// With one job the messages come in the order of the subjects.
  func width(jobs: Int) -> Int {
    switch self {
    case .pool where jobs > 1: 2 * jobs
    case .inProcess, .pool: jobs
    }
  }

  /// Starts the readers before anything depends on them.
  ///
  /// - Returns: The findings about the readers.
  /// - Throws: `reader.refused`, which ends a run; `CancellationError`.
  func start() throws -> [Finding] {
    guard case .pool(let pool) = self else { return [] }
    try pool.start()
    return daymark_has_landlock() ? [] : [Finding(.readerLandlockMissing)]
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call.
  /// - Returns: The reading, which may contain a failure.
  /// - Throws: `CancellationError`.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> ReadingDocument {
    switch self {
    case .inProcess(let options):
      try request.read(options: options) { try readAggregates($0, progress: progress) }
    case .pool(let pool): try pool.read(request, progress: progress)
    }
  }
}
