import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Synchronization

/// The error of a command that somebody asked to end.
struct Interruption: Error {
  let interrupt: Interrupt
  /// How far a run had come; `nil` before it began, and of other commands.
  var progress: RunProgress?

  var finding: Finding {
    Finding(.runInterrupted) {
      $0.signal = interrupt.name
      ($0.done, $0.subjects) = (progress?.decidedSubjects, progress?.totalSubjects)
    }
  }

  /// As a shell says that a signal ended a program: 130 of SIGINT, 143 of SIGTERM.
  var exitCode: ExitCode { ExitCode(128 + interrupt.number) }
}

/// Does something that SIGINT or SIGTERM ends in good order; a second signal ends the program at once.
///
/// - Throws: `Interruption` when a signal ended it; what `work` throws.
func untilInterrupted<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task { try await work() }
  let first = FirstInterrupt()
  Interrupt.onFirst { interrupt in
    first.noted.withLock { $0 = interrupt }
    task.cancel()
  }
  do {
    return try await task.value
  } catch let error as CancellationError {
    throw first.noted.withLock { $0 }.map { Interruption(interrupt: $0) } ?? error
  }
}

private final class FirstInterrupt: Sendable {
  let noted = Mutex<Interrupt?>(nil)
}
