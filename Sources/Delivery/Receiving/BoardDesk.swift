import Foundation

/// Makes the answers that are boards, one at a time and on a thread of their own: one of ten thousand people takes seconds,
/// in which bodies are to be stored.
///
/// All who ask for a board before it is begun share it, so that it is never older than the request.
actor BoardDesk {
  private let make: @Sendable (String) throws -> [UInt8]
  /// The boards that are asked for and not begun, by challenge.
  private var next: [String: Task<[UInt8], any Error>] = [:]
  private var last: Task<[UInt8], any Error>?

  /// - Parameter make: Given a challenge's number, makes its board as JSON.
  init(_ make: @escaping @Sendable (String) throws -> [UInt8]) { self.make = make }

  /// - Throws: What making it throws.
  func board(_ challenge: String) async throws -> [UInt8] {
    if let task = next[challenge] { return try await task.value }
    let task = Task { [last] in
      _ = await last?.result
      return try await begin(challenge)
    }
    (next[challenge], last) = (task, task)
    return try await task.value
  }

  private func begin(_ challenge: String) async throws -> [UInt8] {
    next[challenge] = nil
    return try await withCheckedThrowingContinuation { [make] continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try make(challenge) }) }
    }
  }
}
