package import DaymarkModel
import Foundation

/// The system's clock and random numbers.
package struct SystemSurroundings: Surroundings {
  package init() {}

  package var now: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  package func sleep(milliseconds: Int64) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }

  package func random(through bound: Int64) -> Int64 { .random(in: 0...max(0, bound)) }
}
