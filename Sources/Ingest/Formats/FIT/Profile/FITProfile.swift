import DaymarkModel

/// The messages and fields of the FIT Profile that are read, by their names there.
///
/// Source: FIT profile, type `mesg_num` and the tables of the messages.
enum FITProfile {
  /// The time in every message that has one, in seconds since the epoch of FIT.
  static let timestamp = FITProfileField(253)

  enum FileID {
    static let message: UInt16 = 0
    static let type = FITProfileField(0)
    static let manufacturer = FITProfileField(1)
    static let product = FITProfileField(2)
    static let productName = FITProfileField(8)
  }

  enum Sport {
    static let message: UInt16 = 12
    static let sport = FITProfileField(0)
    static let subSport = FITProfileField(1)
  }

  /// The totals that sessions and laps share.
  enum Totals {
    static let startTime = FITProfileField(2)
    static let elapsedTime = FITProfileField(7, scale: 1000, .second)
    static let timerTime = FITProfileField(8, scale: 1000, .second)
    static let distance = FITProfileField(9, scale: 100, .meter)
    static let cycles = FITProfileField(10, .count)
    static let calories = FITProfileField(11, .kilocalorie)
  }

  enum Session {
    static let message: UInt16 = 18
    static let sport = FITProfileField(5)
    static let subSport = FITProfileField(6)
    static let averageHeartRate = FITProfileField(16, .beatsPerMinute)
    static let maximumHeartRate = FITProfileField(17, .beatsPerMinute)
    static let totalAscent = FITProfileField(22, .meter)
  }

  enum Lap {
    static let message: UInt16 = 19
    static let averageHeartRate = FITProfileField(15, .beatsPerMinute)
    static let maximumHeartRate = FITProfileField(16, .beatsPerMinute)
    static let totalAscent = FITProfileField(21, .meter)
    static let sport = FITProfileField(25)
    static let subSport = FITProfileField(39)
  }

  enum Record {
    static let message: UInt16 = 20
    /// The latitude in semicircles, of which 2³¹ are 180°.
    static let latitude = FITProfileField(0)
    /// The longitude in semicircles.
    static let longitude = FITProfileField(1)
    static let heartRate = FITProfileField(3, .beatsPerMinute)
    static let distance = FITProfileField(5, scale: 100, .meter)
    /// Three bytes with 12 bits of speed and 12 bits of an accumulated distance.
    static let compressedSpeedDistance = FITProfileField(8)
    /// The distance in ``compressedSpeedDistance``.
    static let compressedDistance = FITProfileField(8, scale: 16, .meter)
  }

  enum Event {
    static let message: UInt16 = 21
    static let event = FITProfileField(0)
    static let eventType = FITProfileField(1)
  }

  enum DeviceInfo {
    static let message: UInt16 = 23
    static let deviceIndex = FITProfileField(0)
    static let manufacturer = FITProfileField(2)
    static let product = FITProfileField(4)
    static let productName = FITProfileField(27)
  }

  enum Activity {
    static let message: UInt16 = 34
    static let localTimestamp = FITProfileField(5)
  }

  enum Monitoring {
    static let message: UInt16 = 55
    static let distance = FITProfileField(2, scale: 100, .meter)
    /// The number of steps in walking and running, or of half cycles in other activities.
    static let cycles = FITProfileField(3, .count)
    static let activityType = FITProfileField(5)
    /// The distance in hundreds of meters, as a number of 16 bits.
    static let distance16 = FITProfileField(8)
    /// The counter ``cycles`` in pairs, as a number of 16 bits.
    static let cycles16 = FITProfileField(9)
    static let activeCalories = FITProfileField(19, .kilocalorie)
    /// Five bits of the activity type and three bits of the intensity.
    static let currentActivityTypeIntensity = FITProfileField(24)
    /// The last 16 bits of a time in seconds.
    static let timestamp16 = FITProfileField(26)
    static let heartRate = FITProfileField(27, .beatsPerMinute)
    static let ascent = FITProfileField(31, scale: 1000, .meter)
    /// The climbed height from which floors are counted.
    ///
    /// The profile has no name for this field.
    static let climbed = FITProfileField(35, scale: 1000, .meter)
  }

  enum MonitoringInfo {
    static let message: UInt16 = 103
    static let localTimestamp = FITProfileField(0)
    static let activityType = FITProfileField(1)
    /// The distance of one cycle, in units of 1/5000 m.
    static let cyclesToDistance = FITProfileField(3)
  }

  enum HeartRate {
    static let message: UInt16 = 132
    /// The part of a second that is added to the message's time, in units of 1/32,768 s.
    static let fractionalTimestamp = FITProfileField(0)
    /// The part of a second that is added to the message's time, in units of 1/256 s.
    static let time256 = FITProfileField(1)
    static let filteredBPM = FITProfileField(6, .beatsPerMinute)
    /// The times of the beats on the strap's own clock, in units of 1/1024 s.
    static let eventTimestamp = FITProfileField(9)
    /// The lowest 12 bits of each ``eventTimestamp``.
    static let eventTimestamp12 = FITProfileField(10)
  }

  enum FieldDescription {
    static let message: UInt16 = 206
    static let developerDataIndex = FITProfileField(0)
    static let fieldDefinitionNumber = FITProfileField(1)
    static let baseTypeID = FITProfileField(2)
    static let scale = FITProfileField(6)
    static let offset = FITProfileField(7)
    static let nativeMessageNumber = FITProfileField(14)
    static let nativeFieldNumber = FITProfileField(15)
  }

  enum Set {
    static let message: UInt16 = 225
    static let duration = FITProfileField(0, scale: 1000, .second)
    static let repetitions = FITProfileField(3, .count)
    /// The load in kilograms.
    static let weight = FITProfileField(4, scale: 16)
    static let setType = FITProfileField(5)
    static let startTime = FITProfileField(6)
    /// The category of the exercise.
    ///
    /// Further elements are the watch's other guesses.
    static let category = FITProfileField(7)
    /// The number of the exercise in its category.
    ///
    /// Further elements are the watch's other guesses.
    static let subtype = FITProfileField(8)
    /// The time, which has another field number than in all other messages.
    static let timestamp = FITProfileField(254)
  }

  enum ExerciseTitle {
    static let message: UInt16 = 264
    static let category = FITProfileField(0)
    static let name = FITProfileField(1)
    /// The field `wkt_step_name`: the exercise's name in the language of the device.
    static let title = FITProfileField(2)
  }
}

extension FITProfile {
  /// The fields of sessions, laps and records that are read and that developer fields may replace.
  static let figures: [UInt16: [FITProfileField]] = [
    Session.message: totals + [
      Session.averageHeartRate, Session.maximumHeartRate, Session.totalAscent,
    ],
    Lap.message: totals + [Lap.averageHeartRate, Lap.maximumHeartRate, Lap.totalAscent],
    Record.message: [Record.heartRate, Record.distance],
  ]

  private static let totals = [
    Totals.elapsedTime, Totals.timerTime, Totals.distance, Totals.cycles, Totals.calories,
  ]
}

/// A field of a message, by its name in the FIT Profile.
///
/// Its base type is in each file's definition.
///
/// None of the fields here has an offset.
struct FITProfileField {
  let number: UInt8
  /// The unit; `nil` for a number of a list, and for a unit that is not used elsewhere.
  let unit: Unit?
  /// The micro-units in one raw unit.
  ///
  /// Every scale divides a million, or is not used.
  let step: Int64

  /// Places a field by its number in a message; `scale` is the number of raw units in one unit.
  init(_ number: UInt8, scale: Int64 = 1, _ unit: Unit? = nil) {
    (self.number, self.unit, step) = (number, unit, 1_000_000 / scale)
  }
}
