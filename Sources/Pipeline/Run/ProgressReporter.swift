import DaymarkModel
import Synchronization

/// Adds up the progress of the subjects of a run and reports it to the caller, one report at a
/// time.
final class ProgressReporter: Sendable {
  private let state: Mutex<RunProgress>
  private let report: @Sendable (RunProgress) -> Void

  init(_ start: RunProgress, report: @escaping @Sendable (RunProgress) -> Void) {
    state = Mutex(start)
    self.report = report
  }

  func update(_ change: (inout RunProgress) -> Void) {
    // Reports are made under the lock, so that they come in order.
    state.withLock { progress in
      change(&progress)
      report(progress)
      progress.findings = []
    }
  }
}
