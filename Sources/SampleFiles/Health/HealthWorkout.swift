/// One `Workout` of an export.
package struct HealthWorkout: Hashable, Sendable {
  /// The part of `HKWorkoutActivityType...` that tells the kind: `Running`.
  package var activity: String
  /// The app or device that wrote it.
  package var source: HealthSource
  /// The duration in minutes without pauses, which may be shorter than the interval.
  package var duration: String?
  /// The time at which it was written; left out when `nil`.
  package var created: ExportTime?
  /// The time at which it begins; left out when `nil`.
  package var start: ExportTime?
  /// The time at which it ends; left out when `nil`.
  package var end: ExportTime?
  /// The distance as an attribute, as written up to iOS 15.
  package var totalDistance: HealthAmount?
  /// The energy as an attribute, as written up to iOS 15.
  package var totalEnergy: HealthAmount?
  /// The totals as child elements, as written from iOS 16 on.
  package var statistics: [WorkoutStatistics]
  /// The entries below it.
  package var metadata: [HealthMetadata]

  package init(
    _ activity: String, by source: HealthSource, duration: String?, _ start: ExportTime?,
    _ end: ExportTime?, totalDistance: HealthAmount? = nil, totalEnergy: HealthAmount? = nil,
    statistics: [WorkoutStatistics] = [], metadata: [HealthMetadata] = []
  ) {
    self.activity = activity
    self.source = source
    self.duration = duration
    self.created = end
    self.start = start
    self.end = end
    self.totalDistance = totalDistance
    self.totalEnergy = totalEnergy
    self.statistics = statistics
    self.metadata = metadata
  }
}

/// A value and its unit as written.
package struct HealthAmount: Hashable, Sendable {
  /// The text of the number.
  package var value: String
  /// The unit.
  package var unit: String

  package init(_ value: String, _ unit: String) {
    self.value = value
    self.unit = unit
  }
}

/// A `WorkoutStatistics`: a summary of one type over the workout.
package struct WorkoutStatistics: Hashable, Sendable {
  /// The complete identifier of the quantity.
  package var type: String
  /// The text of the average; left out when `nil`.
  package var average: String?
  /// The text of the minimum; left out when `nil`.
  package var minimum: String?
  /// The text of the maximum; left out when `nil`.
  package var maximum: String?
  /// The text of the sum; left out when `nil`.
  package var sum: String?
  /// The unit of all four values.
  package var unit: String

  package init(
    _ type: String, average: String? = nil, minimum: String? = nil, maximum: String? = nil,
    sum: String? = nil, unit: String
  ) {
    self.type = type
    self.average = average
    self.minimum = minimum
    self.maximum = maximum
    self.sum = sum
    self.unit = unit
  }
}

/// A `Correlation`, whose records a phone also writes at the top level.
package struct HealthCorrelation: Hashable, Sendable {
  /// The identifier of the correlation's type, such as `HKCorrelationTypeIdentifierFood`.
  package var type: String
  /// The app or device that wrote it.
  package var source: HealthSource
  /// The time at which it begins.
  package var start: ExportTime
  /// The time at which it ends.
  package var end: ExportTime
  /// The records inside, which are also at the top level.
  package var records: [HealthRecord]
}

/// An `ActivitySummary`, which contains the rings of one day.
package struct ActivitySummary: Hashable, Sendable {
  /// The date in the form `yyyy-MM-dd`.
  package var date: String
  /// The energy of the day.
  package var activeEnergy: HealthAmount
  /// The exercise time of the day.
  package var exerciseMinutes: Int
}
