import CDaymarkProcess
import DaymarkWork
import Foundation
import Synchronization
import Testing

struct WorkThreadTests {
  @Test func `a thread does its work beside this one, and is over when it was joined`() throws {
    let started = WorkQueue<pthread_t>()
    let isDone = Mutex(false)
    let thread = try #require(
      WorkThread {
        started.give(pthread_self())
        usleep(1000)
        isDone.withLock { $0 = true }
      })
    #expect(started.next() != pthread_self())
    thread.join()
    #expect(isDone.withLock { $0 })
  }

  @Test func `signals are for the threads that were there before`() throws {
    let blocked = WorkQueue<[Bool]>()
    let thread = try #require(
      WorkThread {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        blocked.give([SIGINT, SIGTERM, SIGCHLD].map { sigismember(&mask, $0) == 1 })
      })
    thread.join()
    #expect(blocked.next() == [true, true, true])
  }

  /// Here it has no memory for the stack.
  @Test func `where the system has no thread to give, that is said`() async {
    await #expect(processExitsWith: .success) {
      guard daymark_limit_memory(1 << 20) == 0 else { exit(2) }
      exit(WorkThread {} == nil ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `the process has a core`() { #expect(WorkThread.coreCount >= 1) }
}
