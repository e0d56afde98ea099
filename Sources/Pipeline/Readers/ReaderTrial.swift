import DaymarkModel

extension WorkerProcess {
  /// Starts a worker and lets one of its readers read the small export that is built into the
  /// program.
  ///
  /// A reader may make only listed system calls. Another C library may need one that is not listed,
  /// and then no subject could be read.
  ///
  /// - Parameter start: Starts a worker. Its argument is whether the worker's readers name the
  ///   system call that ends them.
  /// - Throws: `reader.refused` where the kernel ended the reader for a system call;
  ///   `ReaderFailure` for a program that is no worker; the errors of `start`.
  static func tried(
    _ limits: ReaderLimits, start: (_ namesCalls: Bool) throws -> WorkerProcess
  ) throws -> WorkerProcess {
    let worker = try start(false)
    try worker.awaitGreeting(limits)
    guard let failure = try worker.failureOfSample(limits), failure.end.signal == "SIGSYS" else {
      // Any other failure may happen to a subject's reader as well and is reported there.
      return worker
    }
    let telling = try start(true)
    try telling.awaitGreeting(limits)
    let words = try telling.failureOfSample(limits)?.end.words ?? ""
    throw DaymarkError(.readerRefused) {
      $0.system = words.split(separator: "\n").last.map(String.init)
    }
  }

  private func awaitGreeting(_ limits: ReaderLimits) throws {
    let watch = ReaderDeadlines(limits)
    switch try isGreeting(unless: { try watch.isOver() }) {
    case true?: return
    case false?: throw watch.failure(.garbled)
    case nil: throw watch.failure(watch.overdue ?? .ended)
    }
  }

  /// Lets a reader of this worker read a small archive.
  ///
  /// - Returns: The reader's failure; `nil` where it read the archive, or where the worker has
  ///   ended.
  private func failureOfSample(_ limits: ReaderLimits) throws -> ReaderFailure? {
    let inputs = try ReaderInputs(of: SampleInput.request, in: SampleInput.Files())
    guard let reader = try makeReader(memoryBytes: limits.memoryBytes) else { return nil }
    do {
      _ = try reader.reading(of: SampleInput.request, inputs, limits) { _ in }
      return nil
    } catch let failure as ReaderFailure {
      return failure
    }
  }
}
