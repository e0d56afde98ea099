import DaymarkModel
import DaymarkStore
import Synchronization

/// The recorded results of a challenge's subjects after earlier runs, read from the book at the
/// first use.
final class EarlierResults: Sendable {
  private let book: Book?
  private let challenge: String
  private let known = Mutex<[String: RecordedResult]?>(nil)

  init(of challenge: String, in book: Book?) { (self.challenge, self.book) = (challenge, book) }

  /// Returns the recorded results by subject id.
  ///
  /// - Throws: `store.unusable`.
  func all() throws -> [String: RecordedResult] {
    try known.withLock { known in
      let results = try known ?? book?.results(of: challenge) ?? [:]
      known = results
      return results
    }
  }
}

extension RecordedResult {
  /// Whether everything but the inputs that can change a final verdict is the same in another
  /// result.
  func hasSameTerms(as other: RecordedResult) -> Bool {
    basis.rule == other.basis.rule && basis.settings == other.basis.settings
      && basis.program == other.basis.program
  }

  /// The final verdict that this result replaces, given the subject's recorded result before.
  func superseded(since old: RecordedResult?) -> Supersedes? {
    guard let old, old.isFinal, let former = old.verdict, former != verdict else {
      // A verdict that returns to the one that was final replaces nothing.
      return old?.supersedes?.verdict == verdict ? nil : old?.supersedes
    }
    let causes = causes(from: old, to: self)
    let listed = causes.filter(\.canChangeFinal)
    return Supersedes(former, causes: (listed.isEmpty ? causes : listed).map(\.rawValue))
  }
}
