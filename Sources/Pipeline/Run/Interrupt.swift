import CDaymarkProcess
import DaymarkWork
import Foundation

/// A signal by which somebody asks the process to end.
package struct Interrupt: Sendable {
  /// The number of the signal.
  package let number: Int32

  /// The name of the signal, such as `SIGINT`.
  package var name: String { signalName(number) }

  /// Catches the first SIGINT or SIGTERM of the process, to end what it does in good order; a second one
  /// ends the process at once.
  ///
  /// To be called once.
  ///
  /// - Parameter body: Called on a thread of its own.
  package static func onFirst(_ body: @escaping @Sendable (Interrupt) -> Void) {
    let signals = daymark_catch_interrupts()
    guard signals >= 0 else { return }
    // Nobody joins it: it waits as long as the process lives.
    WorkThread {
      var number: UInt8 = 0
      while read(signals, &number, 1) < 0 {
        guard errno == EINTR else { return }
      }
      body(Interrupt(number: Int32(number)))
    }
  }
}

/// The name of a signal, such as `SIGSEGV`.
func signalName(_ number: Int32) -> String {
  daymark_signal_name(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
}
