/// One `Workout` of an export.
public struct HealthWorkout: Hashable, Sendable {
  /// The part of `HKWorkoutActivityType...` that tells the kind: `Running`.
  public var activity: String
  public var source: HealthSource
  /// In minutes; without pauses, so it may be shorter than the interval.
  public var duration: String?
  public var created: ExportTime?
  public var start: ExportTime?
  public var end: ExportTime?
  /// Up to iOS 15: totals as attributes.
  public var totalDistance: HealthAmount?
  public var totalEnergy: HealthAmount?
  /// From iOS 16 on: totals as children.
  public var statistics: [WorkoutStatistics]
  public var metadata: [HealthMetadata]

  public init(
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

/// A value and its unit, as written.
public struct HealthAmount: Hashable, Sendable {
  public var value: String
  public var unit: String

  public init(_ value: String, _ unit: String) {
    self.value = value
    self.unit = unit
  }
}

/// A `WorkoutStatistics`: a summary of one type over the workout.
public struct WorkoutStatistics: Hashable, Sendable {
  /// The whole identifier of what is summed or averaged.
  public var type: String
  public var average: String?
  public var minimum: String?
  public var maximum: String?
  public var sum: String?
  public var unit: String

  public init(
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

/// A `Correlation`, whose records a phone writes at top level too.
public struct HealthCorrelation: Hashable, Sendable {
  public var type: String
  public var source: HealthSource
  public var start: ExportTime
  public var end: ExportTime
  public var records: [HealthRecord]

  public init(
    type: String, source: HealthSource, start: ExportTime, end: ExportTime,
    records: [HealthRecord]
  ) {
    self.type = type
    self.source = source
    self.start = start
    self.end = end
    self.records = records
  }
}

/// An `ActivitySummary`: the rings of one day.
public struct ActivitySummary: Hashable, Sendable {
  /// `yyyy-MM-dd`.
  public var date: String
  public var activeEnergy: HealthAmount
  public var exerciseMinutes: Int

  public init(date: String, activeEnergy: HealthAmount, exerciseMinutes: Int) {
    self.date = date
    self.activeEnergy = activeEnergy
    self.exerciseMinutes = exerciseMinutes
  }
}
