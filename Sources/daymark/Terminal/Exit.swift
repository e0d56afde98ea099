import ArgumentParser
import DaymarkModel
import Foundation

/// The exit codes, by which a script can tell the results of a command.
enum Exit {
  /// The command is done, but an input was damaged, truncated or unreadable.
  static let inputDamaged = ExitCode(1)
  static let couldNotFinish = ExitCode(2)
  /// The command is done, and a check failed.
  static let answerIsNo = ExitCode(3)
  /// Another run uses the same store or folder, and this command was told not to wait.
  ///
  /// Source: sysexits(3), `EX_TEMPFAIL`.
  static let isBusy = ExitCode(75)

  /// Ends a command that is done, with an exit code that depends on the findings.
  static func done(_ findings: [Finding]) throws {
    if findings.contains(where: { $0.code.level == .damage }) { throw inputDamaged }
  }
}

extension Instant {
  /// The present instant.
  ///
  /// The clock is read nowhere else.
  static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
