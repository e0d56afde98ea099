import DaymarkModel

/// What a part says of itself: what it is, and which device wrote it.
struct FITFileIdentity {
  /// `file_id.type`, such as 4 for an activity.
  private(set) var fileType: UInt8?
  private var manufacturer: UInt16?
  private var product: UInt16?
  private var productName: String?

  mutating func take(_ message: FITMessage) {
    switch message.number {
    case FITMessageNumber.fileID:
      fileType = message.integer(0).flatMap(UInt8.init(exactly:))
      manufacturer = message.integer(1).flatMap(UInt16.init(exactly:))
      product = message.integer(2).flatMap(UInt16.init(exactly:))
      productName = message.text(8) ?? productName
    // Index 0 is the device that wrote the file; the others are its sensors.
    case FITMessageNumber.deviceInfo where message.integer(0) == 0:
      manufacturer = manufacturer ?? message.integer(2).flatMap(UInt16.init(exactly:))
      product = product ?? message.integer(4).flatMap(UInt16.init(exactly:))
      productName = productName ?? message.text(27)
    default: break
    }
  }

  /// The device, as Semantics, "Sources and their order", names it.
  ///
  /// - Parameter accountProvider: Of the account export that the file lies in.
  func source(accountProvider: Provider?) -> Source {
    let provider = manufacturer.map(FITMaker.provider) ?? accountProvider ?? .unknown
    let name = productName ?? product.map { "product \($0)" } ?? provider.id
    return Source(provider: provider, name: name, deviceClass: .tracker)
  }

  /// `monitoring_a`, `monitoring_daily` and `monitoring_b`.
  ///
  /// Source: FIT profile, type `file`.
  var holdsMonitoring: Bool { [15, 28, 32].contains(fileType) }

  /// Why a file of this type holds nothing that was recorded; `nil` for an activity or a device's
  /// watch over the day.
  ///
  /// Source: FIT profile, type `file`.
  var reasonToSkip: UnusedContent? {
    switch fileType {
    case nil, 4, 15, 20, 28, 32: nil
    case 1: .device
    case 2: .settings
    case 3: .sport
    case 5: .plannedWorkout
    case 6: .course
    case 7: .schedule
    case 9: .weight
    case 10: .totals
    case 11: .goals
    case 14: .bloodPressure
    case 34: .segment
    case 35: .segmentList
    case .some: .otherFile
    }
  }
}

/// Who made a device.
///
/// Source: FIT profile, type `manufacturer`.
enum FITMaker {
  /// The maker as a provider, `maker-N` when the number is not known here.
  static func provider(_ number: UInt16) -> Provider {
    providers[number] ?? Provider("maker-\(number)")
  }

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
    305: "whoop",
    307: "onelap", 309: "form", 310: "decathlon", 331: "mywhoosh",
  ]
}
