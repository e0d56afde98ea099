import DaymarkModel
import Synchronization

/// The progress of a run, added up over the subjects in work and told to the caller, one report at a time.
final class ProgressReporter: Sendable {
  private let state: Mutex<RunProgress>
  private let report: @Sendable (RunProgress) -> Void

  init(_ start: RunProgress, report: @escaping @Sendable (RunProgress) -> Void) {
    state = Mutex(start)
    self.report = report
  }

  func update(_ change: (inout RunProgress) -> Void) {
    // Reported under the lock, so that reports come in order.
    state.withLock { progress in
      change(&progress)
      report(progress)
      progress.findings = []
    }
  }
}
