/// A table that the operator describes in a `columns.yaml` as a workout log: which of its columns
/// mean what, where no known app wrote it.
package struct LogTable: Hashable, Sendable {
  /// The name of the source.
  package var name: String
  /// The heading of each column that is used.
  package var headings: [LogColumn: String]
  /// The units of figures that are written without one.
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

/// The possible meanings of a column of a workout log.
///
/// The raw value is the key in `columns.yaml`.
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
  case load
  case loadUnit
  case distance
  case distanceUnit
  /// The length of the set.
  case duration
  /// The rate of perceived exertion.
  case rpe
  /// The repetitions in reserve.
  case rir
  /// The rest after the set.
  case rest
  /// The tempo of a repetition, such as `3-1-X-0`.
  case tempo
  /// The side of the body that works alone: `left` or `right`.
  case side

  /// The units that the column's figures can be in; `nil` for a column whose figures have none.
  package var units: [Unit]? {
    switch self {
    case .load, .bodyWeight: [.kilogram, .pound]
    case .distance: [.meter, .kilometer, .mile, .yard, .foot]
    case .duration, .rest, .sessionDuration: [.second, .minute, .hour]
    default: nil
    }
  }
}
