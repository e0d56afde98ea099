import Synchronization

/// Does something with the samples of each metric, on several threads where they are many.
///
/// - Parameters:
///   - items: One for each metric, none of which depends on another.
///   - samples: The number of samples of one.
///   - body: Called on any thread. It may change its item, of which there is no second copy, in place.
/// - Returns: What `body` returns, in no particular order.
/// - Complexity: The time of the metric with the most samples, where there are as many cores.
package func forEachMetric<Item: Sendable, Output: Sendable>(
  _ items: consuming [Item], samples: (Item) -> Int,
  _ body: @escaping @Sendable (inout Item) -> Output
) -> [Output] {
  let isLarge = items.reduce(0) { $0 + samples($1) } >= worthThreads
  let threadCount = isLarge ? min(items.count, WorkThread.coreCount) : 1
  items.sort { samples($0) < samples($1) }
  let waiting = Mutex(items)
  let outputs = Mutex<[Output]>([])
  @Sendable func work() {
    // The largest first, so that none is left for the end.
    while var next = waiting.withLock({ $0.popLast() }) {
      let output = body(&next)
      outputs.withLock { $0.append(output) }
    }
  }
  let threads = (0..<max(0, threadCount - 1)).map { _ in WorkThread { work() } }
  work()
  for thread in threads { thread?.join() }
  return outputs.withLock { $0 }
}

/// The fewest samples of a subject that are worth a second thread.
private let worthThreads = 100_000
