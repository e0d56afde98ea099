import Synchronization

/// Processes each item, on all cores if the items together are heavy enough.
///
/// On an export of 400 MB, two cores instead of one save a sixth of `daymark aggregate` (measured
/// on 2026-11-25).
///
/// - Parameters:
///   - items: The items, which must be independent of each other.
///   - weight: The cost of an item, in records or the like, a million of which take a tenth of a
///     second.
///   - body: Called on any thread. It may change its item in place, because no other copy exists.
/// - Returns: The results of `body`, beginning with that of the heaviest item.
/// - Complexity: The time of the heaviest item, where there are as many cores as items.
package func forEach<Item: Sendable, Output: Sendable>(
  _ items: consuming [Item], weight: (Item) -> Int,
  _ body: @escaping @Sendable (inout Item) -> Output
) -> [Output] {
  let isHeavy = items.reduce(0) { $0 + weight($1) } >= weightWorthThreads
  // The heaviest items come first, so that none of them is left for the end.
  items.sort { weight($0) > weight($1) }
  return forEach(items, jobs: isHeavy ? WorkThread.coreCount : 1, body)
}

private let weightWorthThreads = 100_000

/// Processes each item, at most `jobs` at a time: one on the calling thread, the others on threads
/// of their own.
///
/// - Parameters:
///   - items: The items, which are begun in this order and must be independent of each other.
///   - jobs: The most items that are processed at a time; fewer where the system has no more
///     threads.
///   - body: Called on any thread. It may change its item in place, because no other copy exists.
/// - Returns: The results of `body`, in the order of the items.
/// - Throws: The first error of `body`; items that were not begun before it are not processed.
package func forEach<Item: Sendable, Output: Sendable, Failure: Error>(
  _ items: consuming [Item], jobs: Int,
  _ body: @escaping @Sendable (inout Item) throws(Failure) -> Output
) throws(Failure) -> [Output] {
  let threadCount = min(items.count, jobs) - 1
  // Alone, a thread needs no queue, which takes longer than the few records of a small archive.
  guard threadCount > 0 else {
    var outputs: [Output] = []
    items.reverse()
    while var item = items.popLast() { outputs.append(try body(&item)) }
    return outputs
  }
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
  let threads = (0..<threadCount).map { _ in WorkThread { work() } }
  work()
  for thread in threads { thread?.join() }
  if let failure = failure.withLock({ $0 }) { throw failure }
  return outputs.withLock { $0.compactMap(\.self) }
}
