import CDaymarkXML
import DaymarkModel

/// The meaning of a sleep record of a Health export.
///
/// Source: Apple, HealthKit, `HKCategoryValueSleepAnalysis`.
enum AppleSleep {
  /// Asleep, in any stage or in none that is named.
  case asleep
  /// Awake within a night.
  case awake
  /// In bed, asleep or not.
  case inBed
  /// A value that is missing, or of which nothing is known.
  case unknown

  private static let prefix = "HKCategoryValueSleepAnalysis"

  init(_ value: String) {
    let name = value.hasPrefix(Self.prefix) ? value.dropFirst(Self.prefix.count) : ""
    switch name {
    case "InBed": self = .inBed
    case "Awake": self = .awake
    // Older exports write `Asleep`, later ones `AsleepUnspecified`, `AsleepCore`, `AsleepDeep` and
    // `AsleepREM`.
    case let name where name.hasPrefix("Asleep"): self = .asleep
    default: self = .unknown
    }
  }

  /// The seconds asleep of a record; `nil` where its value was not understood.
  ///
  /// A record with an impossible time has 0, because the check of times rejects it.
  func seconds(from start: RecordTime, to end: RecordTime) -> DecimalNumber? {
    guard self != .unknown else { return nil }
    guard self == .asleep, let start = start.instant, let end = end.instant, start < end else {
      return DecimalNumber(coefficient: 0)
    }
    return DecimalNumber(
      coefficient: UInt128(end.milliseconds - start.milliseconds), exponent: -3)
  }
}

/// Whether a type is that of sleep records.
func isSleep(_ type: AttributeText) -> Bool {
  type.equals("HKCategoryTypeIdentifierSleepAnalysis")
}
