import DaymarkModel

/// A message of a FIT file.
///
/// Its numbers are those of the FIT Profile.
package struct FITFileMessage: Sendable {
  /// The global message number; FIT Profile, type `mesg_num`.
  package var number: UInt16
  /// The fields, in the order of the definition.
  package var fields: [FITFileField]
  /// The last five bits of the time, for a header without field 253; `nil` where there is none.
  package var compressedTime: UInt8?

  package init(_ number: UInt16, _ fields: [FITFileField]) {
    self.number = number
    self.fields = fields
  }
}

/// A field with its raw value.
package struct FITFileField: Sendable {
  /// The base types; FIT Protocol, "Base Types".
  package enum BaseType: UInt8, Sendable {
    case `enum` = 0x00
    case sint8 = 0x01
    case uint8 = 0x02
    case string = 0x07
    case uint32z = 0x8C
    case byte = 0x0D
    case sint16 = 0x83
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86

    var size: Int {
      switch self {
      case .enum, .sint8, .uint8, .string, .byte: 1
      case .sint16, .uint16: 2
      case .sint32, .uint32, .uint32z: 4
      }
    }
  }

  /// The number that the field has in its message.
  package var number: UInt8
  /// The base type of the values.
  package var type: BaseType
  /// The values, which form an array if there are several.
  package var values: [Int]

  package init(_ number: UInt8, _ type: BaseType, _ values: Int...) {
    self.number = number
    self.type = type
    self.values = values
  }

  var size: Int { values.count * type.size }

  func bytes(isBigEndian: Bool) -> [UInt8] {
    values.flatMap { value in
      let bytes = littleEndian(value, type.size)
      return isBigEndian ? bytes.reversed() : bytes
    }
  }
}

/// A time in a FIT file: seconds since 1989-12-31T00:00:00Z; FIT Profile, type `date_time`.
package struct FITFileTime: Sendable, ExpressibleByStringLiteral {
  /// The seconds since 1989-12-31T00:00:00Z.
  package var seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  /// Reads an RFC 3339 instant; an invalid one gives the epoch of FIT files.
  package init(stringLiteral value: String) {
    let instant = Instant(rfc3339: value)
    seconds = instant.map { Int($0.milliseconds / 1000) - 631_065_600 } ?? 0
  }

  /// Returns the time that is `seconds` later.
  package static func + (time: FITFileTime, seconds: Int) -> FITFileTime {
    FITFileTime(seconds: time.seconds + seconds)
  }
}

/// The messages of samples.
///
/// Values are raw, and the comment on a parameter states its scale.
extension FITFileMessage {
  /// Returns a `file_id` message, the first in a file.
  ///
  /// - Parameters:
  ///   - type: The file type: 4 activity, 6 course, 15, 28 and 32 monitoring.
  ///   - manufacturer: The maker; 1 is Garmin.
  package static func fileID(
    type: Int, created: FITFileTime, manufacturer: Int = 1, product: Int = 3113
  ) -> FITFileMessage {
    FITFileMessage(
      0,
      [
        .init(0, .enum, type), .init(1, .uint16, manufacturer), .init(2, .uint16, product),
        .init(3, .uint32z, 1), .init(4, .uint32, created.seconds),
      ])
  }

  /// Returns an `event` message of the timer.
  ///
  /// - Parameter type: The event type: 0 start, 4 stop all.
  package static func timer(_ type: Int, at time: FITFileTime) -> FITFileMessage {
    FITFileMessage(
      21, [.init(253, .uint32, time.seconds), .init(0, .enum, 0), .init(1, .enum, type)])
  }

  /// Returns a `record` message, which is a point of a track.
  ///
  /// - Parameters:
  ///   - centimeters: The distance since the start of the recording; `nil` writes the invalid
  ///     value.
  ///   - heartRate: Beats per minute; 0 is a dropout, 255 is invalid.
  package static func point(
    at time: FITFileTime, centimeters: Int? = nil, heartRate: Int = 255
  ) -> FITFileMessage {
    FITFileMessage(
      20,
      [
        .init(253, .uint32, time.seconds), .init(5, .uint32, centimeters ?? 0xFFFF_FFFF),
        .init(3, .uint8, heartRate),
      ])
  }

  /// Returns a `session` message.
  ///
  /// - Parameters:
  ///   - sport: The sport: 1 running, 2 cycling, 3 transition, 5 swimming, 10 training.
  ///   - subSport: The sub-sport: 17 lap swimming, 20 strength training.
  ///   - elapsed: The seconds with pauses.
  ///   - timer: The seconds without pauses; `nil` for the same as `elapsed`.
  ///   - cycles: The number of strides in running or walking.
  package static func session(
    sport: Int, subSport: Int = 0, start: FITFileTime, elapsed: Int, timer: Int? = nil,
    centimeters: Int? = nil, kilocalories: Int = 0xFFFF, cycles: Int? = nil, averageRate: Int = 255,
    maximumRate: Int = 255
  ) -> FITFileMessage {
    FITFileMessage(
      18,
      [
        .init(253, .uint32, start.seconds + elapsed), .init(2, .uint32, start.seconds),
        .init(5, .enum, sport), .init(6, .enum, subSport), .init(7, .uint32, elapsed * 1000),
        .init(8, .uint32, (timer ?? elapsed) * 1000),
        .init(9, .uint32, centimeters ?? 0xFFFF_FFFF), .init(10, .uint32, cycles ?? 0xFFFF_FFFF),
        .init(11, .uint16, kilocalories), .init(16, .uint8, averageRate),
        .init(17, .uint8, maximumRate),
      ])
  }

  /// Returns an `activity` message, which is last in a file or, in a Summary-First file, before the
  /// records.
  ///
  /// - Parameter offset: The offset of the device's clock from UTC in seconds; `nil` where the file
  ///   states none.
  package static func activity(
    at time: FITFileTime, timer: Int, sessions: Int = 1, offset: Int? = nil
  ) -> FITFileMessage {
    let local = offset.map { time.seconds + $0 } ?? 0xFFFF_FFFF
    return FITFileMessage(
      34,
      [
        .init(253, .uint32, time.seconds), .init(0, .uint32, timer * 1000),
        .init(1, .uint16, sessions), .init(2, .enum, sessions > 1 ? 1 : 0),
        .init(5, .uint32, local),
      ])
  }

  /// Returns a `set` message of a strength session.
  ///
  /// - Parameters:
  ///   - seconds: The duration.
  ///   - repetitions: The repetitions; `nil` for a rest.
  ///   - sixteenths: The weight in kg / 16.
  package static func set(
    _ index: Int, start: FITFileTime, seconds: Int, repetitions: Int? = nil,
    sixteenths: Int = 0xFFFF
  ) -> FITFileMessage {
    FITFileMessage(
      225,
      [
        .init(254, .uint32, start.seconds + seconds), .init(10, .uint16, index),
        .init(0, .uint32, seconds * 1000), .init(3, .uint16, repetitions ?? 0xFFFF),
        .init(4, .uint16, sixteenths), .init(5, .uint8, repetitions == nil ? 0 : 1),
        .init(6, .uint32, start.seconds),
      ])
  }

  /// Returns a `monitoring_info` message with the device's clock.
  ///
  /// - Parameter walkingCycle: The length of a cycle of two steps, in 1/5000 m.
  package static func monitoringInfo(
    at time: FITFileTime, offset: Int, walkingCycle: Int? = nil
  ) -> FITFileMessage {
    var fields: [FITFileField] = [
      .init(253, .uint32, time.seconds), .init(0, .uint32, time.seconds + offset),
    ]
    if let walkingCycle { fields += [.init(1, .enum, 6), .init(3, .uint16, walkingCycle)] }
    return FITFileMessage(103, fields)
  }

  /// Returns a `monitoring` message with the counters of an activity type since local midnight.
  ///
  /// - Parameters:
  ///   - type: The activity type: 1 running, 2 cycling, 5 swimming, 6 walking.
  ///   - cycles: The number of steps in walking or running, or of half cycles in other activities.
  package static func counters(
    at time: FITFileTime, type: Int, cycles: Int? = nil, centimeters: Int? = nil,
    kilocalories: Int? = nil, ascent: Int? = nil
  ) -> FITFileMessage {
    var fields: [FITFileField] = [.init(253, .uint32, time.seconds), .init(5, .enum, type)]
    if let cycles { fields.append(.init(3, .uint32, cycles)) }
    if let centimeters { fields.append(.init(2, .uint32, centimeters)) }
    if let kilocalories { fields.append(.init(19, .uint16, kilocalories)) }
    // The unit is millimeters climbed.
    if let ascent { fields.append(.init(31, .uint32, ascent)) }
    return FITFileMessage(55, fields)
  }

  /// Returns a `monitoring` message with a heart rate, whose time has only the last 16 bits of its
  /// second.
  package static func monitoringHeartRate(at time: FITFileTime, _ rate: Int) -> FITFileMessage {
    FITFileMessage(55, [.init(26, .uint16, time.seconds & 0xFFFF), .init(27, .uint8, rate)])
  }
}
