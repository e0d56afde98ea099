/// A table that the operator describes in a `columns.yaml`: a workout log of no app that is known, and what
/// its columns mean.
package struct LogTable: Hashable, Sendable {
  /// The name of the source.
  package var name: String
  /// The heading of each column that means something.
  package var headings: [LogColumn: String]
  /// The units of figures whose cells and columns say none.
  package var units: [LogColumn: Unit]
  /// The order of the parts of a date such as `3/4/2026`.
  package var dateOrder: DateOrder?

  package init(
    name: String, headings: [LogColumn: String], units: [LogColumn: Unit] = [:],
    dateOrder: DateOrder? = nil
  ) {
    self.name = name
    self.headings = headings
    self.units = units
    self.dateOrder = dateOrder
  }
}

/// The meanings that a column of such a table can have; the raw value is the key in a `columns.yaml`.
package enum LogColumn: String, CaseIterable, Hashable, Sendable {
  /// The start of the session: a date, with or without a time.
  case date
  /// The time of the day at which the session starts.
  case time
  /// The end of the session.
  case end
  /// The length of the session.
  case sessionDuration
  /// The instant at which the set was done.
  case setTime
  /// The body's weight.
  case bodyWeight
  /// The name of the exercise.
  case exercise
  /// The number of the set, or a letter for its kind: `W`, `D`, `F`.
  case set
  /// The kind of the set as a word.
  case kind
  /// Whether the set is a warm-up.
  case warmUp
  /// Whether the set was planned and left out.
  case skipped
  /// The number of equal sets that the row stands for.
  case sets
  /// The completed repetitions.
  case repetitions
  /// The load.
  case load
  /// The unit of the load.
  case loadUnit
  /// The distance.
  case distance
  /// The unit of the distance.
  case distanceUnit
  /// The length of the set.
  case duration
  /// The rate of perceived exertion.
  case rpe
  /// The repetitions in reserve.
  case rir
  /// The rest after the set.
  case rest
  /// The pace of a repetition, as `3-1-X-0`.
  case tempo
  /// The side of the body that works alone: `left` or `right`.
  case side

  /// The units that its figures may be in; `nil` of a column whose figures have none.
  package var units: [Unit]? {
    switch self {
    case .load, .bodyWeight: [.kilogram, .pound]
    case .distance: [.meter, .kilometer, .mile, .yard, .foot]
    case .duration, .rest, .sessionDuration: [.second, .minute, .hour]
    default: nil
    }
  }
}
