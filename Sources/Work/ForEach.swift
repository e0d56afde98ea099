import Synchronization

/// Does something with each item, on all cores if the items are heavy together.
///
/// On an export of 400 MB, two cores instead of one save a sixth of `daymark aggregate` here (2026-11-25).
///
/// - Parameters:
///   - items: None of them depends on another.
///   - weight: How long one takes, in records or the like, of which a million take a tenth of a second.
///   - body: Called on any thread. It may change its item, of which there is no second copy, in place.
/// - Returns: What `body` returns, that of the heaviest item first.
/// - Complexity: The time of the heaviest item, where there are as many cores.
package func forEach<Item: Sendable, Output: Sendable>(
  _ items: consuming [Item], weight: (Item) -> Int,
  _ body: @escaping @Sendable (inout Item) -> Output
) -> [Output] {
  let isHeavy = items.reduce(0) { $0 + weight($1) } >= weightWorthThreads
  // The heaviest first, so that none is left for the end.
  items.sort { weight($0) > weight($1) }
  return forEach(items, jobs: isHeavy ? WorkThread.coreCount : 1, body)
}

private let weightWorthThreads = 100_000

/// Does something with each item, at most `jobs` at a time: one on this thread, the others on threads of their own.
///
/// - Parameters:
///   - items: Begun in this order, none of which depends on another.
///   - jobs: The most that are done at a time. Where the system has fewer threads to give, fewer are.
///   - body: Called on any thread. It may change its item, of which there is no second copy, in place.
/// - Returns: What `body` returns, in the order of the items.
/// - Throws: The first error of `body`. Items that were not begun before it are left out.
package func forEach<Item: Sendable, Output: Sendable, Failure: Error>(
  _ items: consuming [Item], jobs: Int,
  _ body: @escaping @Sendable (inout Item) throws(Failure) -> Output
) throws(Failure) -> [Output] {
  let threadCount = min(items.count, jobs) - 1
  let queue = WorkQueue<(index: Int, item: Item)>()
  let outputs = Mutex([Output?](repeating: nil, count: items.count))
  let failure = Mutex<Failure?>(nil)
  for (index, item) in items.enumerated() { queue.give((index, item)) }
  items = []
  queue.end()
  @Sendable func work() {
    while var next = queue.next() {
      do throws(Failure) {
        let output = try body(&next.item)
        outputs.withLock { $0[next.index] = output }
      } catch {
        queue.stop()
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }
  let threads = (0..<max(0, threadCount)).map { _ in WorkThread { work() } }
  work()
  for thread in threads { thread?.join() }
  if let failure = failure.withLock({ $0 }) { throw failure }
  return outputs.withLock { $0.compactMap(\.self) }
}
