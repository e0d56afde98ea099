/// Runs some work, and cancels it after a time limit.
///
/// - Parameters:
///   - time: The time that the work may take.
///   - failure: The error for work that takes longer.
/// - Throws: `failure`, and the errors of `work`.
func within<Value: Sendable>(
  _ time: Duration, orThrow failure: any Error,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: time)
      throw failure
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}
