/// A finding that stops a file, a subject or a run.
public struct DaymarkError: Error, Hashable, Sendable {
  /// The code, place and facts that say why.
  public var finding: Finding
  /// What an input may hold that is not read, as far as it tells.
  package var unread: Opening?

  package init(_ finding: Finding) {
    self.finding = finding
  }

  /// - Parameter fill: Sets the facts: `DaymarkError(.fileMissing) { $0.path = path }`.
  package init(
    _ code: FindingCode, at location: InputLocation? = nil,
    _ fill: (inout Finding.Facts) -> Void = { _ in }
  ) {
    self.finding = Finding(code, at: location, fill)
  }
}
