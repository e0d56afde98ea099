import Synchronization

/// What a service has said to its operator.
final class WarningList: Sendable {
  private let sentences = Mutex<[String]>([])

  var all: [String] { sentences.withLock(\.self) }

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}
