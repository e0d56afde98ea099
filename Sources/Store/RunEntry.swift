public import DaymarkModel

/// A run that changed something.
public struct RunEntry: Hashable, Sendable {
  public var startedAt: Instant
  public var milliseconds: Int64
  public var version: String
  public var challenge: String
  public var asOf: Instant
  public var subjects: Int
  public var read: Int
  public var evaluated: Int
  public var failed: Int

  public init(
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
