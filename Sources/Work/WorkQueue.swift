import Dispatch
import Synchronization

/// Passes elements from threads that give them to threads that take them, in the order of giving.
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
    /// The elements to take next, in reverse order, because removing the last element of an array
    /// moves no other.
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
  /// Counts the elements; after the end its value is one higher, and each thread that finds no
  /// element signals it again for the next.
  private let elements = DispatchSemaphore(value: 0)
  /// Counts the free places; `nil` where the queue has no bound.
  ///
  /// After the end its value is one higher too, so that no thread waits for a place for ever.
  private let places: DispatchSemaphore?

  /// Makes an empty queue.
  ///
  /// - Parameter room: The most elements that wait; `give(_:)` blocks while the queue is full.
  ///   `nil` for no bound.
  package init(room: Int? = nil) {
    places = room.map { room in
      // The places are signalled instead of being the initial value, because a semaphore traps if
      // it is destroyed with a lower value than its first.
      let places = DispatchSemaphore(value: 0)
      for _ in 0..<room { places.signal() }
      return places
    }
  }

  /// Adds an element, waiting while the queue is full.
  ///
  /// - Returns: Whether the element was added; after the end none is.
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

  /// Takes the next element, waiting until there is one.
  ///
  /// - Returns: `nil` when the queue has ended and is empty.
  package func next() -> Element? {
    elements.wait()
    return taken()
  }

  /// Takes the next element, and calls a function from time to time while waiting.
  ///
  /// - Parameters:
  ///   - interval: The time between two calls of `meanwhile`.
  ///   - meanwhile: Called on this thread; an error that it throws ends the waiting.
  /// - Returns: `nil` when the queue has ended and is empty.
  package func next(
    every interval: Duration, meanwhile: () throws -> Void
  ) rethrows -> Element? {
    let nanoseconds = DispatchTimeInterval.nanoseconds(Int(interval / .nanoseconds(1)))
    while elements.wait(timeout: .now() + nanoseconds) == .timedOut { try meanwhile() }
    return taken()
  }

  /// Ends the queue: nothing more can be added, but elements that were added can still be taken.
  package func end() { end(keepingElements: true) }

  /// Ends the queue and drops the elements that were not taken.
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
