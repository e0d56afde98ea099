import Foundation

/// The places for programs that run side by side: one per core and one more.
///
/// Hundreds of tests start programs at once, and each program wants a core and memory of its own.
actor ProgramSlots {
  static let shared = ProgramSlots(count: ProcessInfo.processInfo.activeProcessorCount + 1)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  /// Waits for a place, in the order of asking, and holds it for as long as the work takes.
  nonisolated func withSlot<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    await take()
    do {
      let result = try await work()
      await give()
      return result
    } catch {
      await give()
      throw error
    }
  }

  private func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func give() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
