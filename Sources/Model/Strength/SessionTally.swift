/// The sessions of workout logs that have more sets than are kept: they are counted, and nothing else of
/// them is known.
public struct SessionTally: Hashable, Sendable {
  /// The number of sessions.
  public private(set) var count = 0
  /// From the start of the first to the end of the last to end; `nil` when there is none.
  public private(set) var span: Interval?

  /// Counts none yet.
  public init() {}

  /// Counts a session.
  public mutating func add(_ session: Interval) {
    count += 1
    span = span.map { Interval(min($0.start, session.start), max($0.end, session.end)) } ?? session
  }
}
