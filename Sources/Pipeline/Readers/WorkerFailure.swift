import DaymarkModel
import DaymarkStore

/// The failure of a reader itself, not of what it read.
struct WorkerFailure: Error {
  enum Cause {
    /// It ended before it answered.
    case ended
    /// It said something else than an answer.
    case garbled
    /// It did not come further.
    case silent
    /// It took too long.
    case late
  }

  let cause: Cause
  /// Bytes of the archives that it had read.
  let bytes: Int64
  let limits: WorkerLimits
  /// How the process ended.
  let end: WorkerEnd
  /// The subject as far as it was known when the process failed; `nil` before its archives were hashed, and
  /// where the parent has hashed them.
  let subject: SubjectReading?

  /// The error of the subject, with the archive that was being read.
  func error(of archives: [ArchiveIdentity]) -> DaymarkError {
    var before: Int64 = 0
    let archive =
      archives.first { archive in
        before += archive.bytes
        return bytes < before
      } ?? archives.last
    let location = archive.map { archive in
      InputLocation(file: archive.path.split(separator: "/").last.map(String.init) ?? "/")
    }
    return DaymarkError(code, at: location) {
      $0.sha256 = archive?.digest
      switch code {
      case .readerTimeout:
        let longest = cause == .silent ? limits.silence : limits.timeout
        $0.most = Int(longest.components.seconds)
        $0.reason = cause == .silent ? .silent : nil
      case .readerMemory: $0.most = Int(clamping: limits.memoryBytes)
      default:
        // Any other was ended by us.
        $0.signal = cause == .ended ? end.signal : nil
        $0.reason = cause == .garbled ? .garbled : nil
      }
    }
  }

  private var code: FindingCode {
    switch cause {
    case .silent, .late: .readerTimeout
    case .garbled: .readerCrashed
    case .ended: end.isOutOfMemory ? .readerMemory : .readerCrashed
    }
  }
}

/// The clock of one reading: when a reader has been silent for too long, or has taken too long.
struct WorkerDeadlines {
  let limits: WorkerLimits
  private let started = ContinuousClock.now
  private var heard = ContinuousClock.now
  private(set) var bytes: Int64 = 0
  /// The subject once its archives are hashed.
  private(set) var subject: SubjectReading?

  init(_ limits: WorkerLimits) { self.limits = limits }

  /// Takes in what a reader says.
  ///
  /// - Returns: Whether it says how far it has come.
  mutating func hears(_ answer: WorkerAnswer) -> Bool {
    if let bytes = answer.progress ?? answer.hashing.map(Int64.init) {
      goesOn(bytes)
    } else if let subject = answer.hashed {
      begins(subject)
    } else {
      return false
    }
    return true
  }

  /// The reader has read so many bytes.
  private mutating func goesOn(_ bytes: Int64) {
    // Saying the same again is no progress.
    if bytes > self.bytes { heard = .now }
    self.bytes = bytes
  }

  /// The reader has hashed the archives, and begins to read them.
  private mutating func begins(_ subject: SubjectReading) {
    (self.subject, bytes, heard) = (subject, 0, .now)
  }

  /// Whether the reader is waited for no longer.
  ///
  /// - Throws: `CancellationError`.
  func isOver() throws -> Bool {
    try Task.checkCancellation()
    return overdue != nil
  }

  /// The reason for which the reader is waited for no longer.
  var overdue: WorkerFailure.Cause? {
    let now = ContinuousClock.now
    if now - started > limits.timeout { return .late }
    return now - heard > limits.silence ? .silent : nil
  }
}

extension WorkerDeadlines {
  /// - Parameter reader: `nil` where there is none yet.
  func failure(
    _ cause: WorkerFailure.Cause, of reader: ReaderProcess? = nil
  ) -> WorkerFailure {
    WorkerFailure(
      cause: cause, bytes: bytes, limits: limits,
      end: reader?.end() ?? WorkerEnd(status: nil, words: ""), subject: subject)
  }
}
