/// What stops a file, a subject or a run: a finding that nothing can go on after.
public struct DaymarkError: Error, Hashable, Sendable {
  public var finding: Finding

  public init(_ finding: Finding) {
    self.finding = finding
  }

  public init(
    _ code: FindingCode, at location: InputLocation? = nil, facts: [String: String] = [:]
  ) {
    self.finding = Finding(code, at: location, facts: facts)
  }
}
