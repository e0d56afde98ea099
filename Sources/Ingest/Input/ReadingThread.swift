import DaymarkModel
import Dispatch
import Synchronization

/// A function that reads an input: it tells one closure of its progress, and gives the other the batches.
typealias InputRead =
  @Sendable (
    _ progress: (Int64) -> Void, _ receive: (RecordBatch) throws -> Void
  ) throws -> InputFacts

/// Reads on another thread, if there is one to be had, while what was read before is received on this one.
///
/// - Parameters:
///   - progress: Told the latest position, not each.
///   - receive: Given the batches, in their order.
///   - read: Does the reading.
/// - Returns: What `read` returns.
/// - Throws: What `read` or `receive` throws.
func readOnThread(
  progress: (Int64) -> Void, receive: (RecordBatch) throws -> Void, read: @escaping InputRead
) throws -> InputFacts {
  let queue = PartQueue()
  let thread = WorkThread {
    var part = ReadPart()
    var isWanted = true
    func giveIfWorthwhile() {
      if part.isWorthwhile { isWanted = queue.give(part.taken()) }
    }
    let outcome = Result {
      try read(
        { position in
          part.end = position
          giveIfWorthwhile()
        },
        { batch in
          part.add(batch)
          giveIfWorthwhile()
          if !isWanted { throw CancellationError() }
        })
    }
    if !part.isEmpty { _ = queue.give(part.taken()) }
    queue.end(outcome)
  }
  guard let thread else { return try read(progress, receive) }
  defer { thread.join() }
  while true {
    switch queue.next() {
    case .outcome(let outcome): return try outcome.get()
    case .part(let part):
      do {
        for batch in part.batches { try receive(batch) }
      } catch {
        queue.stop()
        throw error
      }
      progress(part.end)
    }
  }
}

/// Some of what was read.
private struct ReadPart: Sendable {
  /// The position at which it begins, and the latest that was told.
  private var start: Int64 = 0
  var end: Int64 = 0
  private(set) var batches: [RecordBatch] = []
  private var count = 0

  /// Whether it is enough to wake a thread for, which costs as much as some hundred records.
  var isWorthwhile: Bool { count >= 4096 || end - start >= 1 << 16 }

  var isEmpty: Bool { batches.isEmpty && end == start }

  mutating func add(_ batch: RecordBatch) {
    count += batch.count
    batches.append(batch)
  }

  /// The part, in whose place the next one begins.
  mutating func taken() -> ReadPart {
    var next = ReadPart()
    (next.start, next.end) = (end, end)
    swap(&next, &self)
    return next
  }
}

/// Parts on their way from the thread that reads to the one that receives.
private final class PartQueue: Sendable {
  enum Next {
    case part(ReadPart)
    case outcome(Result<InputFacts, any Error>)
  }

  private struct State {
    var waiting: [Next] = []
    var isStopped = false
  }

  private let state = Mutex(State())
  private let hasNext = DispatchSemaphore(value: 0)
  private let hasRoom = DispatchSemaphore(value: 0)

  /// So few that they take little memory.
  private static let mostWaiting = 3

  init() {
    // Not as its first value: a semaphore must not go with less than that.
    for _ in 0..<Self.mostWaiting { hasRoom.signal() }
  }

  // MARK: The thread that reads

  /// Adds a part once there is room for it.
  ///
  /// - Returns: Whether more is wanted.
  func give(_ part: ReadPart) -> Bool {
    hasRoom.wait()
    let isStopped = state.withLock { state in
      if !state.isStopped { state.waiting.append(.part(part)) }
      return state.isStopped
    }
    if isStopped { hasRoom.signal() } else { hasNext.signal() }
    return !isStopped
  }

  /// Adds how the reading ended.
  func end(_ outcome: Result<InputFacts, any Error>) {
    state.withLock { $0.waiting.append(.outcome(outcome)) }
    hasNext.signal()
  }

  // MARK: The thread that receives

  /// Waits for what comes next.
  func next() -> Next {
    hasNext.wait()
    let next = state.withLock { $0.waiting.removeFirst() }
    if case .part = next { hasRoom.signal() }
    return next
  }

  /// Makes the reading end.
  func stop() {
    state.withLock { $0.isStopped = true }
    hasRoom.signal()
  }
}
