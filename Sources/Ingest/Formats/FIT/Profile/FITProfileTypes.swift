import DaymarkModel

/// The types of a file.
///
/// Source: FIT profile, type `file`.
enum FITFileType: UInt8 {
  case device = 1
  case settings, sport, activity, workout, course, schedules
  case weight = 9
  case totals, goals
  case bloodPressure = 14
  case monitoringA
  case activitySummary = 20
  case monitoringDaily = 28
  case monitoringB = 32
  case segment = 34
  case segmentList
}

/// The subject of an `event` message.
///
/// Source: FIT profile, type `event`.
enum FITEvent: Int64 {
  case timer = 0
}

/// The kind of an event.
///
/// Source: FIT profile, type `event_type`.
enum FITEventType: Int64 {
  case start = 0
  case stop
  case stopAll = 4
  case stopDisable = 8
  case stopDisableAll
}

/// The kind of a set.
///
/// Source: FIT profile, type `set_type`.
enum FITSetType: Int64 {
  case rest = 0
}

/// The exercise of a set, by its kind of movement.
///
/// Source: FIT profile, type `exercise_category`; Garmin Connect writes the same names.
enum FITExerciseCategory {
  /// The name of a category; `nil` for one that is unknown.
  static func name(_ number: Int64) -> String? {
    guard let index = Int(exactly: number), names.indices.contains(index) else { return nil }
    return names[index]
  }

  private static let names = [
    "BENCH_PRESS", "CALF_RAISE", "CARDIO", "CARRY", "CHOP", "CORE", "CRUNCH", "CURL", "DEADLIFT",
    "FLYE", "HIP_RAISE", "HIP_STABILITY", "HIP_SWING", "HYPEREXTENSION", "LATERAL_RAISE",
    "LEG_CURL", "LEG_RAISE", "LUNGE", "OLYMPIC_LIFT", "PLANK", "PLYO", "PULL_UP", "PUSH_UP", "ROW",
    "SHOULDER_PRESS", "SHOULDER_STABILITY", "SHRUG", "SIT_UP", "SQUAT", "TOTAL_BODY",
    "TRICEPS_EXTENSION", "WARM_UP", "RUN",
  ]
}

/// The activity that a monitoring message counts.
///
/// Its numbers are not those of `sport`.
///
/// Source: FIT profile, type `activity_type`.
struct FITActivityType: RawRepresentable, Hashable {
  let rawValue: UInt8

  static let running = FITActivityType(rawValue: 1)
  static let cycling = FITActivityType(rawValue: 2)
  static let swimming = FITActivityType(rawValue: 5)
  static let walking = FITActivityType(rawValue: 6)
  /// The type of a message that counts the other types again.
  static let all = FITActivityType(rawValue: 254)
  static let invalid = FITActivityType(rawValue: 255)

  /// Whether its cycles are steps.
  var isOnFoot: Bool { self == .running || self == .walking }

  var distanceMetric: Metric? {
    switch self {
    case .running, .walking: .distanceWalkingRunning
    case .cycling: .distanceCycling
    case .swimming: .distanceSwimming
    default: nil
    }
  }
}

/// The sports that determine the kind of session, alone or with the sub-sport.
///
/// Source: FIT profile, type `sport`.
enum FITSportType: Int64 {
  case generic = 0
  case running, cycling
  case fitnessEquipment = 4
  case swimming
  case training = 10
  case walking
  case rowing = 15
  case mountaineering, hiking
  case eBiking = 21
  case hiit = 62
}

/// The sub-sports that determine the kind of session, or that it was indoors.
///
/// Source: FIT profile, type `sub_sport`.
enum FITSubSportType: Int64 {
  case treadmill = 1
  case trail = 3
  case track, spin, indoorCycling, road, mountain, downhill, recumbent, cyclocross, handCycling
  case trackCycling, indoorRowing, elliptical, stairClimbing, lapSwimming, openWater
  case strengthTraining = 20
  case indoorSkiing = 25
  case indoorWalking = 27
  case casualWalking = 30
  case speedWalking
  case yoga = 43
  case pilates, indoorRunning, gravelCycling
  case virtualActivity = 58
  case indoorClimbing = 68
  case hiit = 70
  case amrap = 73
  case emom, tabata
  case indoorWheelchairWalk = 86
  case indoorWheelchairRun, indoorHandCycling
}

/// The makers of devices.
///
/// Source: FIT profile, type `manufacturer`.
enum FITMaker {
  /// Returns the maker as a provider, or `maker-N` for an unknown number.
  static func provider(_ number: UInt16) -> Provider {
    providers[number] ?? Provider("maker-\(number)")
  }

  /// The providers by number.
  ///
  /// Garmin has written under four numbers.
  private static let providers: [UInt16: Provider] = [
    1: .garmin, 2: .garmin, 3: "zephyr", 6: "srm", 7: "quarq", 8: "ibike", 9: "saris",
    13: .garmin, 15: .garmin, 16: "timex", 19: "beurer", 23: "suunto", 32: "wahoo_fitness",
    38: "osynce", 40: "concept2", 41: "shimano", 45: "xplova", 48: "pioneer", 51: "4iiiis",
    61: "geonaute", 63: "specialized", 67: "bkool", 68: "cateye", 69: "stages_cycling",
    70: "sigmasport", 71: "tomtom", 73: "wattbike", 76: "moxy", 77: "ciclosport", 83: "scosche",
    86: "elite", 89: "tacx", 95: "stryd", 96: "icg", 107: "magene", 111: "technogym",
    115: "igpsport", 118: "waterrower", 121: "kinetic", 123: "polar_electro", 128: "ifit_com",
    132: "cycplus", 135: "coospo", 255: "development", 258: "lezyne", 260: "zwift",
    263: "favero_electronics", 265: .strava, 266: "precor", 267: "bryton", 268: "sram",
    278: "minoura", 281: "trainer_road", 282: "the_sufferfest", 289: "hammerhead", 294: "coros",
    305: "whoop", 307: "onelap", 309: "form", 310: "decathlon", 331: "mywhoosh",
  ]
}
