import Synchronization

/// A set of names, each of which only one request at a time may work on.
final class Gate: Sendable {
  private let names = Mutex<Set<String>>([])

  /// Marks a name as in progress, and returns `false` where it already is.
  func enter(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  func leave(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
