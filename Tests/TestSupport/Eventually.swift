/// Waits for what another task or process brings about.
///
/// - Throws: ``NothingCame`` after five minutes, which no machine needs, however busy it is.
public func eventually(_ isThere: () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(300)
  while try !isThere() {
    guard ContinuousClock.now < end else { throw NothingCame() }
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// The end of a wait for nothing.
public struct NothingCame: Error {}
