import DaymarkModel

/// The makers of devices.
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
    305: "whoop", 307: "onelap", 309: "form", 310: "decathlon", 331: "mywhoosh",
  ]
}
