import ArgumentParser
import DaymarkModel
import Foundation

/// The exit codes, and what a script can tell from them.
enum Exit {
  /// Done, but an input was damaged, truncated or unreadable.
  static let inputDamaged = ExitCode(1)
  static let couldNotFinish = ExitCode(2)
  /// The answer asked for is no.
  static let answerIsNo = ExitCode(3)
  /// Another run uses what this one needs, which was told not to wait.
  ///
  /// Source: sysexits(3), `EX_TEMPFAIL`.
  static let isBusy = ExitCode(75)

  /// Ends a command that is done.
  static func done(_ findings: [Finding]) throws {
    if findings.contains(where: { $0.code.level == .damage }) { throw inputDamaged }
  }
}

extension Instant {
  /// The clock, which is read nowhere else.
  static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
