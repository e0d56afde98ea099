import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Synchronization

/// The error of a command that a signal ended.
struct Interruption: Error {
  let interrupt: Interrupt
  /// The progress of the run; `nil` before a run began, and for other commands.
  var progress: RunProgress?

  var finding: Finding {
    Finding(.runInterrupted) {
      $0.signal = interrupt.name
      ($0.done, $0.subjects) = (progress?.decidedSubjects, progress?.totalSubjects)
    }
  }

  /// The exit code with which a shell reports a signal: 130 for SIGINT, 143 for SIGTERM.
  var exitCode: ExitCode { ExitCode(128 + interrupt.number) }
}

/// Does work that SIGINT or SIGTERM ends in good order.
///
/// A second signal ends the program at once.
///
/// - Throws: `Interruption` when a signal ended the work; the errors of `work`.
func untilInterrupted<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  // The handler is installed before the work begins, because a signal may come at once.
  let first = FirstInterrupt()
  Interrupt.onFirst { first.note($0) }
  let task = Task { try await work() }
  first.ends { task.cancel() }
  do {
    return try await task.value
  } catch let error as CancellationError {
    throw first.noted.map { Interruption(interrupt: $0) } ?? error
  }
}

/// Connects the first signal with the task that it ends.
///
/// Either may be known first.
private final class FirstInterrupt: Sendable {
  private let state = Mutex<(noted: Interrupt?, cancel: (@Sendable () -> Void)?)>((nil, nil))

  var noted: Interrupt? { state.withLock { $0.noted } }

  func note(_ interrupt: Interrupt) {
    let cancel = state.withLock {
      $0.noted = interrupt
      return $0.cancel
    }
    cancel?()
  }

  func ends(by cancel: @escaping @Sendable () -> Void) {
    let isNoted = state.withLock {
      $0.cancel = cancel
      return $0.noted != nil
    }
    if isNoted { cancel() }
  }
}
