import Foundation

/// The breadth of a test that goes over many inputs of one kind: every cut of a file, hundreds of
/// seeds.
///
/// `make test` takes the inputs at each step that the test names. `make test-long` takes all, and
/// `make test-long SHARE=4` every fourth, of which `SEED` chooses the first. A test whose step is
/// less than four keeps its step there, so that it takes no fewer than in `make test`. The first and
/// the last input are always taken.
///
/// Two shares try different things only where what is tried follows from the input. So a test that
/// draws numbers makes a generator for each input, with a seed that follows from the input.
package enum Sweep {
  private static let environment = ProcessInfo.processInfo.environment

  /// The number of inputs of which a long test run takes one, by `DAYMARK_LONG_TESTS`; `nil` where
  /// no long test run is asked for.
  private static let share = environment["DAYMARK_LONG_TESTS"].map { text -> Int in
    guard let share = Int(text), share > 0 else {
      preconditionFailure(
        "DAYMARK_LONG_TESTS is \"\(text)\", and must be 1 for all inputs or n for one in n.")
    }
    return share
  }

  private static let seed = environment["DAYMARK_LONG_SEED"].flatMap { Int($0) } ?? 0

  /// Whether a long test run is asked for, be it of all inputs or of a share of them.
  package static let isLong = share != nil

  /// Whether all inputs are asked for.
  package static let isWhole = share == 1

  /// The inputs that this test run takes, in their order; see ``Sweep``.
  ///
  /// - Parameter step: A prime number, so that inputs whose kind goes by a remainder are met in
  ///   every kind.
  package static func over<Input>(_ inputs: some Sequence<Input>, step: Int) -> [Input] {
    let all = Array(inputs)
    let distance = share.map { min($0, step) } ?? step
    let shift = isLong ? seed : 0
    return all.indices.filter { place in
      (place + shift).isMultiple(of: distance) || place == 0 || place == all.count - 1
    }.map { all[$0] }
  }
}
