import DaymarkModel

/// How often and how long something is tried in one run.
package struct Patience: Hashable, Sendable {
  /// The most attempts at one submission.
  package var attempts = 5
  /// The time after which nothing new is begun, in milliseconds.
  package var milliseconds: Int64 = 600_000

  package init() {}

  /// The longest wait before an attempt, without the chance in it: 1 s, doubled with each, up to a minute.
  static func longestWait(beforeAttempt attempt: Int) -> Int64 {
    min(60_000, 1000 << Int64(min(attempt, 6)))
  }
}

/// Keeps requests from a host that gives no answers: after several failures in a row nothing is sent for a while, then
/// one request, and when that fails, too, for twice the time.
actor Breaker {
  private static let failuresToOpen = 5
  private static let firstPause: Int64 = 10_000
  private static let longestPause: Int64 = 160_000

  private var failures = 0
  private var pause = Breaker.firstPause
  private var closedUntil: Instant?
  private var isTrying = false

  /// The milliseconds to wait before asking this again; `nil` when a request may go out, which its end is told of by
  /// ``note(hasAnswer:at:)``.
  func wait(at now: Instant) -> Int64? {
    guard let closedUntil else { return nil }
    if now < closedUntil { return closedUntil.milliseconds - now.milliseconds }
    guard !isTrying else { return 1000 }
    isTrying = true
    return nil
  }

  /// - Parameter hasAnswer: Whether the host has answered as one that works.
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
