import Foundation
import Synchronization

/// One thread that starts all processes of a run and lives as long as it.
///
/// The system ends a process with the thread that started it, not with that thread's process; see
/// `PR_SET_PDEATHSIG` in prctl(2).
final class StartingThread: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let hasWork = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      // Nothing to do is the end.
      while true {
        hasWork.wait()
        guard let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        next()
      }
    }
  }

  /// Does something on the thread, and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = ThreadResult<Value>()
    work.withLock { $0.append { result.give(body()) } }
    hasWork.signal()
    return result.taken()
  }

  /// Lets the thread end.
  func end() { hasWork.signal() }
}

/// A value that one thread gives and another waits for.
private final class ThreadResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  func taken() -> Value {
    while true {
      isThere.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
