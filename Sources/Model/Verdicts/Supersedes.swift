/// The final verdict that another verdict replaces, with the causes.
package struct Supersedes: Hashable, Sendable {
  /// The SHA-256 of the replaced `verdict.json`.
  package var verdict: Digest
  /// The causes of the change, as stable names.
  package var causes: [String]

  package init(_ verdict: Digest, causes: [String]) {
    (self.verdict, self.causes) = (verdict, causes)
  }
}
