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
  // Before the work begins: a signal that comes with its first line must find somebody.
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

/// The first signal, and what it ends; either may be known before the other.
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
