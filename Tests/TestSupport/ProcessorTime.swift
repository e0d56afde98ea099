import Foundation

/// Does work and measures the processor time that it takes on this thread.
///
/// Other tests run at the same time, so that a clock on the wall would measure them, too.
package func processorTime<Result>(
  of work: () throws -> Result
) rethrows -> (result: Result, taken: Duration) {
  let start = processorTime()
  let result = try work()
  return (result, processorTime() - start)
}

/// Of this thread so far.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
