import Foundation

/// Makes rankings one at a time and on a thread of its own.
///
/// The ranking of ten thousand people takes seconds, during which bodies must still be stored. All
/// requests that arrive before the work on a ranking begins share its result, so that it is never
/// older than the request.
actor BoardDesk {
  private let make: @Sendable (String) throws -> [UInt8]
  /// The requested rankings that are not begun, by challenge.
  private var next: [String: Task<[UInt8], any Error>] = [:]
  private var last: Task<[UInt8], any Error>?

  /// Makes rankings by a function that may take long and is never called twice at once.
  ///
  /// - Parameter make: Makes the ranking of a challenge, by its number, as JSON.
  init(_ make: @escaping @Sendable (String) throws -> [UInt8]) { self.make = make }

  /// Returns the ranking of a challenge as JSON, made after this call at the earliest.
  ///
  /// - Throws: The errors of the function that makes the ranking.
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
