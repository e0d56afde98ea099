import DaymarkModel

extension WorkerProcess {
  /// A worker that has said what it is, and one of whose readers has read the small export that the program brings.
  ///
  /// A reader may make the system calls of a list. That of another C library may need one more, and then no subject
  /// could be read.
  ///
  /// - Parameter start: Starts a worker; told whether its readers name the call for which they are ended.
  /// - Throws: `reader.refused` when the kernel ended that reader for a system call; `WorkerFailure` of a program that
  ///   is no worker; what `start` throws.
  static func tried(
    _ limits: WorkerLimits, start: (_ namesCalls: Bool) throws -> WorkerProcess
  ) throws -> WorkerProcess {
    let worker = try start(false)
    try worker.awaitGreeting(limits)
    guard let failure = try worker.failureOfSample(limits), failure.end.signal == "SIGSYS" else {
      // Whatever else ended it may end a subject's as well, and is told there.
      return worker
    }
    let telling = try start(true)
    try telling.awaitGreeting(limits)
    let words = try telling.failureOfSample(limits)?.end.words ?? ""
    throw DaymarkError(.readerRefused) {
      $0.system = words.split(separator: "\n").last.map(String.init)
    }
  }

  private func awaitGreeting(_ limits: WorkerLimits) throws {
    let watch = WorkerDeadlines(limits)
    switch try isGreeting(unless: { try watch.isOver() }) {
    case true?: return
    case false?: throw watch.failure(.garbled)
    case nil: throw watch.failure(watch.overdue ?? .ended)
    }
  }

  /// - Returns: `nil` when the sample was read.
  private func failureOfSample(_ limits: WorkerLimits) throws -> WorkerFailure? {
    let inputs = try ReaderInputs(of: SampleInput.request, in: SampleInput.Files())
    guard let reader = try makeReader(memoryBytes: limits.memoryBytes) else { return nil }
    do {
      _ = try reader.reading(of: SampleInput.request, inputs, limits) { _ in }
      return nil
    } catch let failure as WorkerFailure {
      return failure
    }
  }
}
