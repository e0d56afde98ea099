import CDaymarkXML
import DaymarkModel

/// The elements of a Health document that are known by name.
///
/// They are those that are read, and those that may be open when a tag is repaired and a new parser
/// must be told its surroundings.
enum HealthElement: Int32 {
  case unknown = -1
  case healthData, exportDate, record, correlation, workout, workoutStatistics, workoutActivity
  case workoutEvent, workoutRoute, metadataEntry, me
  case heartRateVariability, beats, fileReference, activitySummary

  var name: String {
    self == .unknown ? "" : healthNames[Int(rawValue)]
  }
}

/// The attributes that are read.
///
/// Their numbers follow those of the elements in one table of names.
enum HealthAttribute: Int32 {
  case value = 15
  case type, unit, sourceName, device, creationDate, startDate, endDate, key
  case workoutActivityType, duration, durationUnit, totalDistance, totalDistanceUnit
  case totalEnergyBurned, totalEnergyBurnedUnit, sum, average, maximum, sourceVersion
  case dateComponents, activeEnergyBurned, activeEnergyBurnedUnit, appleExerciseTime

  var isTime: Bool { self == .creationDate || self == .startDate || self == .endDate }
}

/// The names of all ``HealthElement``, then of all ``HealthAttribute``: the index is the raw value.
let healthNames = [
  "HealthData", "ExportDate", "Record", "Correlation", "Workout", "WorkoutStatistics",
  "WorkoutActivity", "WorkoutEvent", "WorkoutRoute", "MetadataEntry", "Me",
  "HeartRateVariabilityMetadataList", "InstantaneousBeatsPerMinute", "FileReference",
  "ActivitySummary",
  "value", "type", "unit", "sourceName", "device", "creationDate", "startDate", "endDate", "key",
  "workoutActivityType", "duration", "durationUnit", "totalDistance", "totalDistanceUnit",
  "totalEnergyBurned", "totalEnergyBurnedUnit", "sum", "average", "maximum",
  "sourceVersion", "dateComponents", "activeEnergyBurned", "activeEnergyBurnedUnit",
  "appleExerciseTime",
]

/// Returns the metric of an `HKQuantityTypeIdentifier...`; see Semantics, "Quantities".
func metric(ofType type: AttributeText) -> Metric? {
  let prefix: StaticString = "HKQuantityTypeIdentifier"
  guard type.hasPrefix(prefix) else { return nil }
  let name = AttributeText(rebasing: type[prefix.utf8CodeUnitCount...])
  return metricNames.first { name.equals($0.name) }?.metric
}

private let metricNames = Metric.alwaysRead.map { (name: $0.facts.appleName, metric: $0) }

/// Returns the unit that a symbol names.
///
/// No `String` is made of the symbol, because one record in three has its unit looked up.
func knownUnit(_ text: AttributeText) -> Unit? {
  switch text.count {
  case 1:
    return text.equals("m") ? .meter : text.equals("J") ? .joule : text.equals("s") ? .second : nil
  case 2:
    if text.equals("km") { return .kilometer }
    if text.equals("kJ") { return .kilojoule }
  case 3 where text.equals("Cal"): return .largeCalorie
  case 4 where text.equals("kcal"): return .kilocalorie
  case 5 where text.equals("count"): return .count
  case 9 where text.equals("count/min"): return .countPerMinute
  default: break
  }
  return Unit(rawValue: text.string)
}

extension Sport {
  /// Makes the sport of an `HKWorkoutActivityType...`.
  init(workoutType type: String) {
    let prefix = "HKWorkoutActivityType"
    let name = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : ""
    kind = workoutKinds[name] ?? .other
    isIndoor = false
    if kind == .other, !otherWorkouts.contains(name) { gap = .unknown }
  }
}

private let workoutKinds: [String: ActivityKind] = [
  "Running": .run, "Walking": .walk, "Hiking": .hike, "Cycling": .cycle, "HandCycling": .cycle,
  "Swimming": .swim, "Rowing": .row, "TraditionalStrengthTraining": .strength,
  "FunctionalStrengthTraining": .strength, "HighIntensityIntervalTraining": .hiit, "Yoga": .yoga,
]

/// The types of workouts that belong to no ``ActivityKind`` but `other`.
///
/// Source: Apple, HealthKit, `HKWorkoutActivityType`.
private let otherWorkouts = Set(
  """
  AmericanFootball Archery AustralianFootball Badminton Barre Baseball Basketball Bowling Boxing CardioDance
  Climbing Cooldown CoreTraining Cricket CrossCountrySkiing CrossTraining Curling Dance DanceInspiredTraining
  DiscSports DownhillSkiing Elliptical EquestrianSports Fencing Fishing FitnessGaming Flexibility Golf
  Gymnastics Handball Hockey Hunting JumpRope Kickboxing Lacrosse MartialArts MindAndBody MixedCardio
  MixedMetabolicCardioTraining Other PaddleSports Pickleball Pilates Play PreparationAndRecovery Racquetball
  Rugby Sailing SkatingSports SnowSports Snowboarding Soccer SocialDance Softball Squash StairClimbing Stairs
  StepTraining SurfingSports SwimBikeRun TableTennis TaiChi Tennis TrackAndField Transition UnderwaterDiving
  Volleyball WaterFitness WaterPolo WaterSports WheelchairRunPace WheelchairWalkPace Wrestling
  """.split(whereSeparator: \.isWhitespace).map(String.init))

/// Whether a `WorkoutStatistics` type is the distance of a workout of this kind.
///
/// A ride may also contain a distance on foot.
func isDistance(_ type: AttributeText, of kind: ActivityKind) -> Bool {
  kind.distanceMetric.map { metric(ofType: type) == $0 }
    ?? type.hasPrefix("HKQuantityTypeIdentifierDistance")
}

/// A table that numbers texts in the order of their first occurrence, so that records need two
/// bytes instead of a name.
struct NameTable {
  private(set) var names: [String] = []
  private var indices: [[UInt8]: UInt16] = [:]
  private var lastBytes: [UInt8] = []
  private var lastIndex: UInt16 = 0

  /// Returns the number of `text`; `nil` where the text is too long, or there are too many.
  mutating func index(of text: AttributeText, limits: ReadLimits) -> UInt16? {
    // Consecutive records usually have the same source.
    if text.count == lastBytes.count, !names.isEmpty,
      lastBytes.withUnsafeBufferPointer({ text.hasBytes($0) })
    {
      return lastIndex
    }
    let bytes = Array(text)
    let index: UInt16
    if let known = indices[bytes] {
      index = known
    } else {
      guard names.count < min(limits.names, Int(UInt16.max)), text.count <= limits.nameBytes else {
        return nil
      }
      index = UInt16(names.count)
      names.append(text.string)
      indices[bytes] = index
    }
    (lastBytes, lastIndex) = (bytes, index)
    return index
  }
}
