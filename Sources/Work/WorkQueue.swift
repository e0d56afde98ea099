import Dispatch
import Synchronization

/// Elements on their way from threads that give them to threads that take them, in the order of giving.
///
///     let queue = WorkQueue<Int>(room: 3)
///     let thread = WorkThread {
///       for number in 1...9 where !queue.give(number) { return }
///       queue.end()
///     }
///     while let number = queue.next() { print(number) }
///     thread?.join()
package final class WorkQueue<Element: Sendable>: Sendable {
  private struct State {
    var given: [Element] = []
    /// The earlier elements, the first one last: taking the last of an array moves no other.
    var next: [Element] = []
    var isOver = false

    mutating func takeFirst() -> Element? {
      if next.isEmpty {
        next = given.reversed()
        given = []
      }
      return next.popLast()
    }
  }

  private let state = Mutex(State())
  /// Counts the elements; at the end it has one more, which whoever finds no element hands on.
  private let elements = DispatchSemaphore(value: 0)
  /// Counts the free places in the same way; `nil` where the queue has room for any number.
  private let places: DispatchSemaphore?

  /// - Parameter room: The most elements that wait; whoever gives another one waits until one was taken.
  package init(room: Int? = nil) {
    places = room.map { room in
      // The places are not its first value: a semaphore must not go with less than that.
      let places = DispatchSemaphore(value: 0)
      for _ in 0..<room { places.signal() }
      return places
    }
  }

  /// Adds an element, once there is room for it.
  ///
  /// - Returns: Whether it was added; nothing is after the end.
  @discardableResult
  package func give(_ element: Element) -> Bool {
    places?.wait()
    let isOver = state.withLock { state in
      if !state.isOver { state.given.append(element) }
      return state.isOver
    }
    if isOver { places?.signal() } else { elements.signal() }
    return !isOver
  }

  /// Takes the next element, once there is one.
  ///
  /// - Returns: `nil` when the queue has ended and is empty.
  package func next() -> Element? {
    elements.wait()
    return taken()
  }

  /// Takes the next element, and does something else from time to time until there is one.
  ///
  /// - Parameters:
  ///   - interval: The time from one call of `meanwhile` to the next.
  ///   - meanwhile: Called on this thread; what it throws ends the waiting.
  /// - Returns: `nil` when the queue has ended and is empty.
  package func next(
    every interval: Duration, meanwhile: () throws -> Void
  ) rethrows -> Element? {
    let nanoseconds = DispatchTimeInterval.nanoseconds(Int(interval / .nanoseconds(1)))
    while elements.wait(timeout: .now() + nanoseconds) == .timedOut { try meanwhile() }
    return taken()
  }

  /// Lets nothing more be added, while what was added before can still be taken.
  package func end() { end(keepingElements: true) }

  /// Lets nothing more be added, and drops what was.
  package func stop() { end(keepingElements: false) }

  /// Whether the queue has ended.
  package var isOver: Bool { state.withLock { $0.isOver } }

  private func taken() -> Element? {
    let element = state.withLock { $0.takeFirst() }
    if element == nil { elements.signal() } else { places?.signal() }
    return element
  }

  private func end(keepingElements: Bool) {
    state.withLock { state in
      state.isOver = true
      if !keepingElements { (state.given, state.next) = ([], []) }
    }
    elements.signal()
    places?.signal()
  }
}
