import CDaymarkXML
import DaymarkModel

/// The elements of a Health document that are known by name: those that are read, and those that may
/// be open where a tag is mended, for a new parser is then told again what it stands in.
enum HealthElement: Int32 {
  case unknown = -1
  case healthData, exportDate, record, correlation, workout, workoutStatistics, workoutActivity
  case workoutEvent, workoutRoute, metadataEntry, me
  case heartRateVariability, beats, fileReference, activitySummary

  var name: String {
    self == .unknown ? "" : healthNames[Int(rawValue)]
  }
}

/// The attributes that are read; numbered after the elements in one table of names.
enum HealthAttribute: Int32 {
  case value = 15
  case type, unit, sourceName, device, creationDate, startDate, endDate, key
  case workoutActivityType, duration, durationUnit, totalDistance, totalDistanceUnit
  case totalEnergyBurned, totalEnergyBurnedUnit, sum, average, maximum, sourceVersion
  case dateComponents, activeEnergyBurned, activeEnergyBurnedUnit, appleExerciseTime

  var isTime: Bool { self == .creationDate || self == .startDate || self == .endDate }
}

/// Every name, in the order of the raw values above.
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

/// The metric of an `HKQuantityTypeIdentifier...`; Semantics, "Quantities".
func metric(ofType type: AttributeText) -> Metric? {
  let prefix: StaticString = "HKQuantityTypeIdentifier"
  guard type.hasPrefix(prefix) else { return nil }
  let name = AttributeText(rebasing: type[prefix.utf8CodeUnitCount...])
  return metricNames.first { name.equals($0.name) }?.metric
}

private let metricNames = Metric.allCases.map { (name: $0.facts.appleName, metric: $0) }

/// A unit's symbol, found without making a `String`: one record in three has one.
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
  /// The sport of an `HKWorkoutActivityType...`.
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

/// The types of workouts that are no kind of ours.
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
/// A ride may carry the steps' distance beside its own.
func isDistance(_ type: AttributeText, of kind: ActivityKind) -> Bool {
  kind.distanceMetric.map { metric(ofType: type) == $0 }
    ?? type.hasPrefix("HKQuantityTypeIdentifierDistance")
}

/// Texts numbered in the order they first came, so that records carry two bytes instead of a name.
struct NameTable {
  private(set) var names: [String] = []
  private var indices: [[UInt8]: UInt16] = [:]
  private var lastBytes: [UInt8] = []
  private var lastIndex: UInt16 = 0

  /// The number of `text`, or `nil` when it is too long, or one more than there may be.
  mutating func index(of text: AttributeText, limits: ReadLimits) -> UInt16? {
    // Records of one source mostly follow each other.
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
