package import DaymarkModel

/// The store's entry of a run that changed something.
package struct RunEntry: Hashable, Sendable {
  package var startedAt: Instant
  package var milliseconds: Int64
  package var version: String
  package var challenge: String
  package var asOf: Instant
  package var subjects: Int
  package var read: Int
  package var evaluated: Int
  package var failed: Int

  package init(
    startedAt: Instant, milliseconds: Int64, version: String, challenge: String, asOf: Instant,
    subjects: Int, read: Int, evaluated: Int, failed: Int
  ) {
    self.startedAt = startedAt
    self.milliseconds = milliseconds
    self.version = version
    self.challenge = challenge
    self.asOf = asOf
    self.subjects = subjects
    self.read = read
    self.evaluated = evaluated
    self.failed = failed
  }
}
