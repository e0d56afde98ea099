/// Waits for what another task or process brings about.
///
/// Looks are counted, and not seconds: while long tests hold every thread, neither this one nor what it
/// waits for comes to its turn.
///
/// - Throws: ``NothingCame`` after as many looks as five minutes have on an idle machine.
package func eventually(_ isThere: () throws -> Bool) async throws {
  for _ in 0..<30_000 {
    if try isThere() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw NothingCame()
}

/// The end of a wait for nothing.
package struct NothingCame: Error {}
