import DaymarkModel
import DaymarkStore

/// The failure of a reader process itself, not of the data that it read.
struct ReaderFailure: Error {
  enum Cause {
    /// The process ended before it answered.
    case ended
    /// The process sent something other than an answer.
    case garbled
    /// The process made no progress for too long.
    case silent
    /// The reading took too long.
    case late
  }

  let cause: Cause
  /// The number of bytes of the archives that were read.
  let bytes: Int64
  let limits: ReaderLimits
  let end: ReaderEnd
  /// The subject as far as it was known at the failure; `nil` before the archives were hashed, and
  /// where the parent hashed them.
  let subject: ReadingDocument?

  /// Returns the error of the subject, with the archive that was being read.
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
        // In the other cases the run ended the process.
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

/// The deadlines of one reading: for silence and for the whole time.
struct ReaderDeadlines {
  let limits: ReaderLimits
  private let started = ContinuousClock.now
  private var heard = ContinuousClock.now
  private(set) var bytes: Int64 = 0
  /// The subject, once its archives are hashed.
  private(set) var subject: ReadingDocument?

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// Updates the deadlines with a reader's answer.
  ///
  /// - Returns: Whether the answer reports progress.
  mutating func hears(_ answer: ReaderAnswer) -> Bool {
    if let bytes = answer.progress ?? answer.hashing.map(Int64.init) {
      goesOn(bytes)
    } else if let subject = answer.hashed {
      begins(subject)
    } else {
      return false
    }
    return true
  }

  /// Notes the number of bytes that the reader has read so far.
  private mutating func goesOn(_ bytes: Int64) {
    // The same number again is no progress.
    if bytes > self.bytes { heard = .now }
    self.bytes = bytes
  }

  /// Notes that the reader has hashed the archives and begins to read them.
  private mutating func begins(_ subject: ReadingDocument) {
    (self.subject, bytes, heard) = (subject, 0, .now)
  }

  /// Whether a deadline has passed.
  ///
  /// - Throws: `CancellationError`.
  func isOver() throws -> Bool {
    try Task.checkCancellation()
    return overdue != nil
  }

  /// The deadline that has passed; `nil` for none.
  var overdue: ReaderFailure.Cause? {
    let now = ContinuousClock.now
    if now - started > limits.timeout { return .late }
    return now - heard > limits.silence ? .silent : nil
  }
}

extension ReaderDeadlines {
  /// Ends the reader process, and returns its failure with everything known of the reading.
  ///
  /// - Parameters:
  ///   - cause: The cause of the failure.
  ///   - reader: The reader process; `nil` where there is none yet.
  func failure(
    _ cause: ReaderFailure.Cause, of reader: ReaderProcess? = nil
  ) -> ReaderFailure {
    ReaderFailure(
      cause: cause, bytes: bytes, limits: limits,
      end: reader?.end() ?? ReaderEnd(status: nil, words: ""), subject: subject)
  }
}
