import Foundation

/// The breadth of a test that goes over many inputs of one kind: every cut of a file, hundreds of seeds.
///
/// `make test` goes over a part of them, `make test-long` over all.
package enum Sweep {
  /// Whether all are asked for, by `DAYMARK_LONG_TESTS=1`.
  package static let isWhole = ProcessInfo.processInfo.environment["DAYMARK_LONG_TESTS"] == "1"

  /// All inputs in a long test run; else both ends and between them one at each step.
  ///
  /// - Parameter step: A prime number, so that inputs whose kind goes by a remainder are met in every
  ///   kind.
  package static func over<Input>(_ inputs: some Sequence<Input>, step: Int) -> [Input] {
    let all = Array(inputs)
    if isWhole { return all }
    return all.indices.filter { $0.isMultiple(of: step) || $0 == all.count - 1 }.map { all[$0] }
  }
}
