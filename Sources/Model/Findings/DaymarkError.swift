/// A finding that stops a file, a subject or a run.
public struct DaymarkError: Error, Hashable, Sendable {
  /// The code, place and facts that say why.
  public var finding: Finding
  /// The kinds of data that the unreadable input may contain, as far as they are known.
  package var unread: Opening?

  package init(_ finding: Finding) {
    self.finding = finding
  }

  /// Makes the error of a finding.
  ///
  /// - Parameter fill: Sets the facts: `DaymarkError(.fileMissing) { $0.path = path }`.
  package init(
    _ code: FindingCode, at location: InputLocation? = nil,
    _ fill: (inout Finding.Facts) -> Void = { _ in }
  ) {
    self.finding = Finding(code, at: location, fill)
  }
}
