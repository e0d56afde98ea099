/// Does something, and gives it up when its time is over.
///
/// - Parameters:
///   - time: The time that it may take.
///   - failure: What is thrown then.
/// - Throws: `failure`, and what `work` throws.
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
