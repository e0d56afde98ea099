import CDaymarkProcess
import DaymarkWork
import Foundation

/// A signal that asks the process to end.
package struct Interrupt: Sendable {
  /// The number of the signal.
  package let number: Int32

  /// The name of the signal, such as `SIGINT`.
  package var name: String { signalName(number) }

  /// Catches the first SIGINT or SIGTERM of the process, so that it can end in good order.
  ///
  /// A second one ends the process at once.
  ///
  /// The function must be called at most once.
  ///
  /// - Parameter body: The handler, called on its own thread.
  package static func onFirst(_ body: @escaping @Sendable (Interrupt) -> Void) {
    let signals = daymark_catch_interrupts()
    guard signals >= 0 else { return }
    // The thread waits as long as the process lives, so it is never joined.
    WorkThread {
      var number: UInt8 = 0
      while read(signals, &number, 1) < 0 {
        guard errno == EINTR else { return }
      }
      body(Interrupt(number: Int32(number)))
    }
  }
}

/// Returns the name of a signal, for example `SIGSEGV`.
func signalName(_ number: Int32) -> String {
  daymark_signal_name(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
}
