import DaymarkModel

// Words for the examination of one export by itself.

extension Wording {
  /// Returns the words for the unusual places that a check found, which follow their number.
  static func unusual(_ check: ExportCheck) -> String {
    switch check {
    case .copied:
      "records repeat the amounts and lengths of eight or more records in a row that the same device wrote before"
    case .writtenEarly: "records were written before they begin, by their own dates"
    case .scattered: "records stand apart from the others of their metric"
    case .fullMinutes: "records of steps begin on a full minute"
    case .evenLengths: "records of steps are of one length"
    case .roundNumbers: "step counts from 100 on end in 0"
    case .muteWatch: "watches count steps, and have neither heart rates nor energy"
    case .aboveStated:
      "days have at least one and a half times the energy of the export's own total of the day"
    case .oddStride:
      "days have a mean step that is less than half, or more than twice, that of the device's other days"
    case .flightsAlone: "days have flights climbed and no step"
    case .backwards:
      "records begin more than a day before the one of their device that stands before them"
    case .writtenAtOnce: "records are of more than ten days that were all written within one hour"
    }
  }

  /// Returns the words for what a check examined and found usual.
  static func usual(_ check: ExportCheck) -> String {
    switch check {
    case .copied: "no eight records in a row of a device are like eight others of it"
    case .writtenEarly: "records of devices were written after they began"
    case .scattered: "records of each metric stand together"
    case .fullMinutes: "records of steps begin on any second"
    case .evenLengths: "records of steps are of many lengths"
    case .roundNumbers: "step counts end in any digit"
    case .muteWatch: "watches have heart rates or energy beside their steps"
    case .aboveStated: "days of one device have no more energy than the export's own totals"
    case .oddStride: "the mean step of a day is the device's usual one"
    case .flightsAlone: "days with flights climbed have steps"
    case .backwards: "records of a device stand in the order of time"
    case .writtenAtOnce: "records of old days were not written within one hour"
    }
  }

  /// Returns how the unusual data may occur honestly.
  static func honestly(_ check: ExportCheck) -> String {
    switch check {
    case .copied: "No honest way is known."
    case .writtenEarly: "A device whose clock was set may have a few."
    case .scattered: "A program that cuts an export may move records."
    case .fullMinutes, .evenLengths, .roundNumbers:
      "An app that states no version may write so, under the name of a phone."
    case .muteWatch: "Both may be switched off in the watch's settings."
    case .aboveStated: "On a long journey the phone's days begin at other hours."
    case .oddStride: "A treadmill, a pram, a bus, or a day of nothing but running."
    case .flightsAlone: "A lift in a tower, or a storm: the phone measures air pressure."
    case .backwards: "A watch that sent late, or a restored backup."
    case .writtenAtOnce: "A restored backup, a new phone, or an import."
    }
  }

  /// Returns how reliably the rate is known at which the check asks honest people.
  static func bound(_ counts: HonestCounts) -> String {
    func part(_ asked: Int, _ exports: Int, _ whose: String) -> String? {
      HonestCounts.bound(asked: asked, of: exports).map {
        "asked of \(asked) of \(exports) \(whose) exports (at most \($0) %)"
      }
    }
    let parts = [
      part(counts.realAsked, counts.real, "real"), part(counts.madeAsked, counts.made, "made"),
    ].compactMap(\.self)
    return parts.isEmpty
      ? "Never tried on honest exports." : "Of honest people: \(parts.joined(separator: ", "))."
  }
}
