/// The operator's decision to leave an input, or a finding of it, out of the judgement, with the reason that stands in
/// evidence; see Pipelines, "Inputs set aside".
package struct SetAside: Hashable, Sendable {
  /// The finding of which the loss is accepted, so the figures stand as understood; `nil` where the whole input is set
  /// aside.
  package var finding: FindingCode?
  /// The reason, in the operator's words.
  package var because: String

  package init(_ finding: FindingCode? = nil, because: String) {
    (self.finding, self.because) = (finding, because)
  }
}

extension SetAside {
  /// A decision and the input that it is about.
  package struct Statement: Hashable, Sendable {
    /// The input's path, its name, or its SHA-256; `nil` of each in which the finding is.
    package var input: String?
    package var setAside: SetAside

    package init(_ input: String?, _ setAside: SetAside) {
      (self.input, self.setAside) = (input, setAside)
    }

    /// Whether it is about the input at a path with a digest.
    package func isAbout(_ path: String, _ digest: Digest) -> Bool {
      guard let input else { return setAside.finding != nil }
      let name = path.split(separator: "/").last.map { String($0) }
      return input == path || input == name || input.lowercased() == digest.hex
    }
  }
}
