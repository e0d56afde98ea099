import DaymarkWork

/// One thread that starts all processes of a run and lives as long as it.
///
/// The system ends a process with the thread that started it, not with that thread's process; see
/// `PR_SET_PDEATHSIG` in prctl(2).
final class StartingThread: Sendable {
  private let work: WorkQueue<@Sendable () -> Void>
  private let thread: WorkThread?

  init() {
    let work = WorkQueue<@Sendable () -> Void>()
    thread = WorkThread {
      while let next = work.next() { next() }
    }
    self.work = work
    // Where the system has no thread to give, nothing can be started.
    if thread == nil { work.end() }
  }

  deinit {
    work.end()
    thread?.join()
  }

  /// Does something on the thread, and waits for it.
  ///
  /// - Returns: `nil` when there is no thread.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let result = WorkQueue<Value>()
    return work.give { result.give(body()) } ? result.next() : nil
  }
}
