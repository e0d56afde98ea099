/// The operator's decision to leave out an input, or to accept the loss that a finding reports,
/// with a reason that stands in evidence; see Pipelines, "Inputs set aside".
package struct SetAside: Hashable, Sendable {
  /// The finding whose loss is accepted, so that figures stand as they were understood; `nil` where
  /// the whole input is left out.
  package var finding: FindingCode?
  /// The reason, in the operator's words.
  package var because: String

  /// Whether the whole input is left out, and not only the loss of one finding accepted.
  package var leavesInputOut: Bool { finding == nil }

  package init(_ finding: FindingCode? = nil, because: String) {
    (self.finding, self.because) = (finding, because)
  }
}

extension SetAside {
  /// A decision together with the input that it is about.
  package struct Statement: Hashable, Sendable {
    /// The input's path, name or SHA-256; `nil` for every input that has the finding of the
    /// decision.
    package var input: String?
    package var setAside: SetAside

    package init(_ input: String?, _ setAside: SetAside) {
      (self.input, self.setAside) = (input, setAside)
    }

    /// Whether the decision is about the input with this path and digest.
    package func isAbout(_ path: String, _ digest: Digest) -> Bool {
      guard let input else { return !setAside.leavesInputOut }
      let name = path.split(separator: "/").last.map { String($0) }
      return input == path || input == name || input.lowercased() == digest.hex
    }
  }
}
