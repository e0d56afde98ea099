/// The final verdict that another one took the place of, and why.
package struct Supersedes: Hashable, Sendable {
  /// The SHA-256 of the former `verdict.json`.
  package var verdict: Digest
  /// Stable words for what changed.
  package var causes: [String]

  package init(_ verdict: Digest, causes: [String]) {
    (self.verdict, self.causes) = (verdict, causes)
  }
}
