import DaymarkModel

/// The limits of attempts in one run.
package struct Patience: Hashable, Sendable {
  /// The maximum number of attempts at one submission.
  package var attempts = 5
  /// The time after which no new request begins, in milliseconds.
  package var milliseconds: Int64 = 600_000

  package init() {}

  /// Returns the longest wait before an attempt, in milliseconds: 1 s, doubled with each attempt,
  /// up to a minute.
  ///
  /// The actual wait is random up to that.
  static func longestWait(beforeAttempt attempt: Int) -> Int64 {
    min(60_000, 1000 << Int64(min(attempt, 6)))
  }
}

/// A circuit breaker for a host that does not answer.
///
/// After several failures in a row it lets nothing pass for a pause, and then one request. If that
/// fails too, the pause doubles.
actor Breaker {
  private static let failuresToOpen = 5
  private static let firstPause: Int64 = 10_000
  private static let longestPause: Int64 = 160_000

  private var failures = 0
  private var pause = Breaker.firstPause
  private var closedUntil: Instant?
  private var isTrying = false

  /// Returns the milliseconds to wait before the next question; `nil` where a request may be sent.
  ///
  /// The sender must report the end of that request with ``note(hasAnswer:at:)``.
  func wait(at now: Instant) -> Int64? {
    guard let closedUntil else { return nil }
    if now < closedUntil { return closedUntil.milliseconds - now.milliseconds }
    guard !isTrying else { return 1000 }
    isTrying = true
    return nil
  }

  /// Records the end of a request.
  ///
  /// - Parameter hasAnswer: Whether the answer shows that the host works.
  func note(hasAnswer: Bool, at now: Instant) {
    isTrying = false
    if hasAnswer {
      (failures, pause, closedUntil) = (0, Self.firstPause, nil)
      return
    }
    failures += 1
    guard failures >= Self.failuresToOpen else { return }
    closedUntil = now.advanced(byMilliseconds: pause)
    pause = min(Self.longestPause, pause * 2)
  }
}
