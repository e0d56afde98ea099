import Foundation

/// The breadth of a test that goes over many inputs of one kind: every cut of a file, hundreds of seeds.
///
/// `make test` goes over a part of them, `make test-long` over all, and `make test-long SHARE=4` over
/// every fourth, of which `SEED` chooses the first.
package enum Sweep {
  private static let environment = ProcessInfo.processInfo.environment

  /// Of how many inputs a long test takes one, by `DAYMARK_LONG_TESTS`; `nil` where no long test is
  /// asked for.
  private static let share = environment["DAYMARK_LONG_TESTS"].flatMap { Int($0) }

  private static let seed = environment["DAYMARK_LONG_SEED"].flatMap { Int($0) } ?? 0

  /// Whether all are asked for.
  package static let isWhole = share == 1

  /// All inputs in a long test run, or the share of them that it asks for; else both ends and
  /// between them one at each step.
  ///
  /// - Parameter step: A prime number, so that inputs whose kind goes by a remainder are met in every
  ///   kind.
  package static func over<Input>(_ inputs: some Sequence<Input>, step: Int) -> [Input] {
    let all = Array(inputs)
    if let share, share > 0 {
      // A test takes no fewer inputs than in `make test`.
      let step = min(share, step)
      return all.indices.filter { ($0 + seed).isMultiple(of: step) || $0 == all.count - 1 }
        .map { all[$0] }
    }
    return all.indices.filter { $0.isMultiple(of: step) || $0 == all.count - 1 }.map { all[$0] }
  }
}
