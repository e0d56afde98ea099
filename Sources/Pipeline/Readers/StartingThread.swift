import DaymarkWork

/// The thread that starts all processes of a run and lives as long as the run.
///
/// The system ends a process when the thread that started it ends, not when that thread's process
/// does; see `PR_SET_PDEATHSIG` in prctl(2).
final class StartingThread: Sendable {
  private let work: WorkQueue<@Sendable () -> Void>
  private let thread: WorkThread?

  init() {
    let work = WorkQueue<@Sendable () -> Void>()
    thread = WorkThread {
      while let next = work.next() { next() }
    }
    self.work = work
    // Without a thread from the system nothing can be started.
    if thread == nil { work.end() }
  }

  deinit {
    work.end()
    thread?.join()
  }

  /// Runs a closure on the thread and waits for its result.
  ///
  /// - Returns: `nil` where the system had no thread to give.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let result = WorkQueue<Value>()
    return work.give { result.give(body()) } ? result.next() : nil
  }
}
