import DaymarkModel
import DaymarkStore
import Synchronization

/// How the subjects of a challenge stood after the runs before, as the book has it; read when somebody first asks.
final class EarlierResults: Sendable {
  private let book: Book?
  private let challenge: String
  private let known = Mutex<[String: RecordedResult]?>(nil)

  init(of challenge: String, in book: Book?) { (self.challenge, self.book) = (challenge, book) }

  /// By id.
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
  /// Whether all but inputs is the same that can change a final verdict.
  func hasSameTerms(as other: RecordedResult) -> Bool {
    basis.rule == other.basis.rule && basis.settings == other.basis.settings
      && basis.program == other.basis.program
  }

  /// The final verdict that this one takes the place of, given how the subject stood before.
  func superseded(since old: RecordedResult?) -> Supersedes? {
    guard let old, old.isFinal, let former = old.verdict, former != verdict else {
      // Back to what was final, nothing is superseded.
      return old?.supersedes?.verdict == verdict ? nil : old?.supersedes
    }
    let causes = causes(from: old, to: self)
    let listed = causes.filter(\.canChangeFinal)
    return Supersedes(former, causes: (listed.isEmpty ? causes : listed).map(\.rawValue))
  }
}
