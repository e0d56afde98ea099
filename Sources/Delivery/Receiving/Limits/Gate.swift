import Synchronization

/// What only one request at a time may be at work on.
final class Gate: Sendable {
  private let names = Mutex<Set<String>>([])

  /// - Returns: Whether nobody is at work on it.
  func enter(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  func leave(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
