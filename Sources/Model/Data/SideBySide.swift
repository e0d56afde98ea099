import Dispatch
import Synchronization

/// Does something with the samples of each metric, side by side where they are many.
///
/// - Parameters:
///   - items: One for each metric, none of which depends on another.
///   - samples: The number of samples of one.
///   - body: Called on any thread. It may change its item, of which there is no second copy, in place.
/// - Returns: What `body` returns, in no particular order.
/// - Complexity: The time of the metric with the most samples, where there are as many cores.
public func sideBySide<Item: Sendable, Result: Sendable>(
  _ items: consuming [Item], samples: (Item) -> Int, _ body: @Sendable (inout Item) -> Result
) -> [Result] {
  let count = items.count
  let isLarge = items.reduce(0) { $0 + samples($1) } >= worthThreads
  items.sort { samples($0) < samples($1) }
  let waiting = Mutex(items)
  let results = Mutex<[Result]>([])
  @Sendable func doNext() {
    // The largest first, so that none is left for the end.
    guard var next = waiting.withLock({ $0.popLast() }) else { return }
    let result = body(&next)
    results.withLock { $0.append(result) }
  }
  if isLarge {
    DispatchQueue.concurrentPerform(iterations: count) { _ in doNext() }
  } else {
    for _ in 0..<count { doNext() }
  }
  return results.withLock { $0 }
}

/// The fewest samples of a subject that are worth a second thread.
private let worthThreads = 100_000
