import CDaymarkProcess

#if canImport(Glibc)
  import Glibc
#endif

/// A thread that runs one function; it must be joined if it may end before the process does.
///
/// Where the system has no thread to give, `Dispatch` and `Thread` wait for ever, and this
/// initialiser returns `nil`.
package struct WorkThread: Sendable {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  /// The number of cores that the process may use.
  package static var coreCount: Int { Int(daymark_thread_cores()) }

  /// The size of the stack, which suffices for the deepest document; memory is taken only as it is
  /// used.
  private static let stackBytes = 4 << 20

  /// Starts a thread; `nil` when the system has none to give.
  @discardableResult
  package init?(_ run: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(run))
    let isStarted = daymark_thread_start(
      &thread, Self.stackBytes,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard isStarted else {
      work.release()
      return nil
    }
  }

  /// Waits for the thread to end; call it once.
  package func join() { pthread_join(thread, nil) }
}
