import Foundation

/// The solver of questions about rules for all data.
package enum SolverProgram {
  /// Whether it is on this machine; without it, tests that ask it are skipped.
  package static let isThere =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/z3")
    }
}
