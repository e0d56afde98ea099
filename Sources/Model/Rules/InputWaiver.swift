/// The operator's waiver of an input, which is left out, or of what a finding in it says was lost,
/// so that the input counts without it; see Pipelines, "Inputs set aside".
package struct InputWaiver: Hashable, Sendable {
  /// The finding whose loss is accepted, so that figures stand as they were understood; `nil` where
  /// the whole input is left out.
  package var finding: FindingCode?
  /// The reason, in the operator's words, which stands in evidence.
  package var because: String

  /// Whether the whole input is left out, and not only the loss of one finding accepted.
  package var leavesInputOut: Bool { finding == nil }

  package init(_ finding: FindingCode? = nil, because: String) {
    (self.finding, self.because) = (finding, because)
  }
}

extension InputWaiver {
  /// A waiver together with the input that it is about.
  package struct Statement: Hashable, Sendable {
    /// The input's path, name or SHA-256; `nil` for every input that has the finding of the waiver.
    package var input: String?
    package var waiver: InputWaiver

    package init(_ input: String?, _ waiver: InputWaiver) {
      (self.input, self.waiver) = (input, waiver)
    }

    /// Whether the waiver is about the input with this path and digest.
    package func isAbout(_ path: String, _ digest: Digest) -> Bool {
      guard let input else { return !waiver.leavesInputOut }
      let name = path.split(separator: "/").last.map { String($0) }
      return input == path || input == name || input.lowercased() == digest.hex
    }
  }
}
