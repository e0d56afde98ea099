import DaymarkModel

/// The ways in which a record of a hard export is out of the ordinary; Semantics, "What is
/// rejected".
enum HardOddity: CaseIterable, Hashable, Sendable {
  case noValue, notANumber, tooLarge, tooLong, negative, negativeZero
  case slowHeart, fastHeart
  case noStart, malformedStart, malformedEnd, noEnd, reversed, beforeTime, afterTime, lastTime
  case unknownUnit, noUnit, badUnitAndValue
  case manual, notManual, manualAndNegative
  case duplicate, duplicateOtherwiseSpelled, duplicateTyped, duplicateWithoutCreation
  case shuffledAttributes, otherType
}

extension HardExportBuilder {
  /// `record`, or an earlier one again, made odd.
  mutating func odd(_ record: HealthRecord, _ oddity: HardOddity) -> HealthRecord {
    var record = record
    switch oddity {
    case .noValue: record.value = random.pick([nil, "", " "])
    case .notANumber:
      record.value = random.pick(["NaN", "inf", "1,5", "0x10", "1 2", "--1", "1e", "٣", "1e400"])
    case .tooLarge: record.value = random.pick(["1e30", "99999999999999999999"])
    case .tooLong: record.value = String(repeating: "1", count: 65)
    case .negative: record.value = random.pick(["-5", "-0.000001", "-1e-30"])
    case .negativeZero: record.value = random.pick(["-0", "-0.0", "-0e5"])
    case .slowHeart, .fastHeart:
      record.type = Metric.heartRate.healthType
      record.unit = "count/min"
      record.value =
        random.pick(oddity == .slowHeart ? ["19.999999", "0", "5"] : ["300.000001", "400"])
    case .noStart, .malformedStart, .malformedEnd, .noEnd, .reversed, .beforeTime, .afterTime,
      .lastTime:
      putOutOfTime(&record, oddity)
    case .unknownUnit: record.unit = random.pick(["furlong", "KCAL", "Count", "km/hr", ""])
    case .noUnit: record.unit = nil
    case .badUnitAndValue:
      record.unit = "parsec"
      record.value = "-1"
    case .manual: record.metadata = [.userEntered]
    case .notManual: record.metadata = [HealthMetadata("HKWasUserEntered", "0")]
    case .manualAndNegative:
      record.metadata = [.userEntered]
      record.value = "-1"
    case .duplicate, .duplicateOtherwiseSpelled, .duplicateTyped, .duplicateWithoutCreation:
      return duplicate(oddity) ?? record
    case .shuffledAttributes:
      record.attributeOrder = random.shuffled(HealthRecord.Attribute.allCases)
    case .otherType:
      record.type = random.pick([
        "HKQuantityTypeIdentifierBasalEnergyBurned", "HKQuantityTypeIdentifierStepCountX",
        "HKDataTypeSleepDurationGoal",
      ])
    }
    return record
  }

  private mutating func putOutOfTime(_ record: inout HealthRecord, _ oddity: HardOddity) {
    let bad = ExportTime.text(
      random.pick([
        "2025-02-30 10:00:00 +0100", "2025-03-30T10:00:00+01:00", "2025-03-30 10:00:00", "",
        "2025-03-30 24:00:00 +0100", "yesterday",
      ]))
    switch oddity {
    case .noStart: record.start = nil
    case .malformedStart: record.start = bad
    case .malformedEnd: record.end = bad
    case .noEnd: record.end = nil
    case .reversed:
      guard case .at(let start)? = record.start else { return }
      record.end = .at(start.advanced(byMilliseconds: -1000))
    case .beforeTime:
      record.start = .at(Instant(seconds: 631_151_999))  // 1989-12-31T23:59:59Z
    case .afterTime:
      record.end = .at(exportInstant.advanced(byMilliseconds: 86_401_000))
    default:
      record.end = .at(exportInstant.advanced(byMilliseconds: 86_400_000))
    }
  }

  /// An earlier record again: created at another time, written in another way, or typed in.
  private mutating func duplicate(_ oddity: HardOddity) -> HealthRecord? {
    guard var record = earlierRecord() else { return nil }
    switch oddity {
    case .duplicateOtherwiseSpelled: record.value = record.value.map { " " + $0 }
    case .duplicateTyped: record.metadata = [.userEntered]
    case .duplicateWithoutCreation: record.created = nil
    default: record.created = .at(exportInstant)
    }
    return record
  }
}
