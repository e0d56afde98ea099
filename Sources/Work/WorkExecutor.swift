import Synchronization

/// Runs tasks that compute or wait for minutes on threads of their own, because the threads that
/// all tasks share are few.
package final class WorkExecutor: TaskExecutor {
  private let jobs = WorkQueue<UnownedJob>()
  private let threads = Mutex<[WorkThread]>([])

  /// Starts the threads; `nil` when the system has none to give.
  ///
  /// - Parameter threads: The most tasks that run at a time.
  package init?(threads: Int) {
    let started = (0..<threads).compactMap { _ in
      WorkThread { [self] in
        while let job = jobs.next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
    if started.isEmpty { return nil }
    self.threads.withLock { $0 = started }
  }

  package func enqueue(_ job: consuming ExecutorJob) { jobs.give(UnownedJob(job)) }

  /// Ends the threads; call it once, after all tasks on them have ended.
  package func end() {
    jobs.end()
    for thread in threads.withLock({ $0 }) { thread.join() }
  }
}
