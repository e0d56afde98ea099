package import DaymarkModel

/// A random export with everything that makes a day difficult to compute, for property tests.
///
/// A watch, a phone and two apps, one of which writes totals at 23:59:59, overlap on the days
/// around a clock change. Every export of 1,000 or more records contains each kind of rejected,
/// duplicate and typed-in record; see Semantics, "What is rejected". The document is well-formed
/// except for the defects of iOS 16.0.
package struct HardExport: Sendable {
  /// The export with its oddities.
  package let export: HealthExport
  /// The zone of days if the subject states none.
  ///
  /// It follows from `HKTimeZone` or, in about every third export, which lacks it, from the
  /// export's fixed offset.
  package let zone: Zone
  /// The day of the clock change, around which the records lie.
  package let changeDay: CivilDay

  /// Generates an export from a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed. The same seed gives the same export.
  ///   - records: The number of records, without those of correlations and workouts.
  package init(seed: UInt64, records: Int = 1000) {
    var builder = HardExportBuilder(seed: seed)
    for index in 0..<records { builder.addRecord(index) }
    builder.addZoneVotes()
    builder.addCorrelations()
    builder.addWorkouts()
    export = builder.export
    zone = builder.zone
    changeDay = builder.changeDay
  }
}

/// The state of writing one hard export.
struct HardExportBuilder {
  var random: SplitMix64
  var export: HealthExport
  let zone: Zone
  let zoneName: String
  let changeDay: CivilDay
  let exportInstant: Instant
  let calendar: DayCalendar
  /// How many percent of the totals app's instants are at 23:59:59.
  ///
  /// A source of which at least half are writes day totals, so exports lie below, at and above the
  /// half.
  let percentAtDayEnd: Int

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let (name, day) = random.pick(clockChanges)
    zoneName = name
    changeDay = CivilDay(day) ?? CivilDay(ordinal: 20_000)
    let named = Zone.named(name)
    let beforeExport = Int64(random.number(in: 3 * 86_400...5 * 86_400)) * 1000
    exportInstant = DayCalendar(zone: named).start(of: changeDay)
      .advanced(byMilliseconds: beforeExport)
    let offset = named.offsetSeconds(at: exportInstant)
    zone = random.chance(percent: 33) ? .fixedOffset(seconds: offset) : named
    calendar = DayCalendar(zone: zone)
    percentAtDayEnd = random.pick([20, 50, 95])
    export = HealthExport(
      random.pick(HealthDocumentType.allCases),
      locale: random.pick(["de_DE", "en_US", "ko_KR"]), exportDate: .at(exportInstant),
      offsetSeconds: offset)
  }

  /// Adds a record.
  ///
  /// Every tenth is unusual in one of the ways, which are used in turn.
  mutating func addRecord(_ index: Int) {
    let record = plainRecord()
    if index % 10 == 9 {
      let oddities = HardOddity.allCases
      export.records.append(odd(record, oddities[index / 10 % oddities.count]))
    } else if random.chance(percent: 3), let earlier = earlierRecord() {
      export.records.append(earlier)
    } else {
      export.records.append(record)
    }
  }

  mutating func earlierRecord() -> HealthRecord? {
    export.records.isEmpty ? nil : random.pick(export.records)
  }

  /// Adds sleep records that state zones: the right one, and more frequent ones that must not be
  /// used.
  mutating func addZoneVotes() {
    guard case .named = zone else { return }
    let votes =
      Array(repeating: zoneName, count: 5) + Array(repeating: "Asia/Kathmandu", count: 8)
      + Array(repeating: "EST", count: 9) + ["GMT+1", "Nowhere/City", ""]
    for vote in random.shuffled(votes) {
      let start = moment()
      export.records.append(sleep(vote, .at(start), .at(start.advanced(byMilliseconds: 60_000))))
    }
  }

  /// Adds records inside correlations.
  ///
  /// Most of them are also at the top level, as Apple documents.
  mutating func addCorrelations() {
    for _ in 0..<5 {
      var record = plainRecord()
      if let earlier = earlierRecord(), random.chance(percent: 80) { record = earlier }
      let start = ExportTime.at(moment())
      export.correlations.append(
        HealthCorrelation(
          type: "HKCorrelationTypeIdentifierFood", source: .app("Food"), start: start, end: start,
          records: [record]))
    }
  }
}

/// The zones and days of clock changes: at midnight, by half an hour, and by a whole day.
private let clockChanges = [
  ("Europe/Berlin", "2025-03-30"), ("Europe/Berlin", "2025-10-26"),
  ("America/New_York", "2024-03-10"), ("America/New_York", "2024-11-03"),
  ("America/St_Johns", "2025-03-09"), ("Australia/Lord_Howe", "2025-04-06"),
  ("Australia/Lord_Howe", "2025-10-05"), ("America/Santiago", "2024-09-08"),
  ("America/Santiago", "2025-04-06"), ("America/Sao_Paulo", "2018-11-04"),
  ("Africa/Cairo", "2024-04-26"), ("Pacific/Auckland", "2025-09-28"),
  ("Pacific/Apia", "2011-12-30"),
]

/// The sources of hard exports, with names in different spellings, with and without a device.
private let watches = [
  HealthSource.watch(of: "Zoë"), HealthSource.watch(of: "Zoe\u{308}"),
  HealthSource("Zoë’s Apple Watch", version: "10.1"),
  HealthSource("Zoë’s Apple\u{202F}Watch", version: "10.1", device: .watch),
]
private let phones = [
  HealthSource.phone(of: "Zoë"), HealthSource("Zoë’s iPhone", version: "11.2"),
]
private let walkingApp = HealthSource.app("Walk & <Run> \"+\"")
private let totalsApp = HealthSource.app("Connect", version: nil)

extension HardExportBuilder {
  /// Returns a valid record with a random metric, source, unit, number format and interval.
  mutating func plainRecord() -> HealthRecord {
    let metric = random.pick(
      [.steps, .steps, .activeEnergy, .activeEnergy, .heartRate, .heartRate] + Metric.alwaysRead)
    let source = pickSource()
    var (start, end) = interval()
    if source == totalsApp, random.chance(percent: 60) {
      start = random.chance(percent: percentAtDayEnd) ? lastSecondOfADay() : start
      end = start
    } else if random.chance(percent: 2) {
      start = lastSecondOfADay()
      end = start
    }
    let (value, unit) = amount(of: metric)
    return HealthRecord(
      type: metric.healthType, source: source, unit: unit,
      created: .at(end.advanced(byMilliseconds: Int64(random.number(in: 0...86_400)) * 1000)),
      start: .at(start), end: .at(end), value: value)
  }

  mutating func pickSource() -> HealthSource {
    switch random.number(in: 0...9) {
    case 0...3: random.pick(watches)
    case 4...6: random.pick(phones)
    case 7: walkingApp
    default: totalsApp
    }
  }

  /// Returns a full second between three days before the change and the export.
  mutating func moment() -> Instant {
    let change = calendar.start(of: changeDay)
    switch random.number(in: 0...9) {
    case 0:
      return calendar.start(of: changeDay.advanced(by: random.number(in: -2...2)))
    case 1:
      return change.advanced(byMilliseconds: Int64(random.number(in: -7200...14_400)) * 1000)
    case 2...4:
      if case .at(let near)? = export.records.last?.start, isUsual(near) {
        return near.advanced(byMilliseconds: Int64(random.number(in: -300...600)) * 1000)
      }
      fallthrough
    default:
      let length = Int(exportInstant.secondsSince1970 - change.secondsSince1970)
      return change.advanced(
        byMilliseconds: Int64(random.number(in: -3 * 86_400...length - 90_000)) * 1000)
    }
  }

  /// Returns whether an instant belongs to a valid record.
  private func isUsual(_ instant: Instant) -> Bool {
    abs(instant.milliseconds - exportInstant.milliseconds) < 10 * 86_400_000
  }

  private mutating func interval() -> (Instant, Instant) {
    let start = moment()
    if random.chance(percent: 5), let earlier = earlierRecord(),
      case .at(let from)? = earlier.start, case .at(let to)? = earlier.end
    {
      return (from, to)
    }
    let seconds =
      switch random.number(in: 0...19) {
      case 0...2: 0
      case 3...6: random.number(in: 1...2)
      case 7...14: random.number(in: 30...600)
      case 15...17: 899
      case 18: random.number(in: 3600...100_000)
      default: secondsToMidnight(start)
      }
    return (start, start.advanced(byMilliseconds: Int64(seconds) * 1000))
  }

  private func secondsToMidnight(_ instant: Instant) -> Int {
    let end = calendar.interval(of: calendar.day(containing: instant)).end
    return Int(end.secondsSince1970 - instant.secondsSince1970)
  }

  private mutating func lastSecondOfADay() -> Instant {
    let day = changeDay.advanced(by: random.number(in: -3...2))
    return calendar.start(of: day.advanced(by: 1)).advanced(byMilliseconds: -1000)
  }

  /// Returns a value as text, and its unit.
  mutating func amount(of metric: Metric) -> (String, String) {
    switch metric {
    case .steps, .wheelchairPushes: (spelled(random.number(in: 0...80_000), places: 2), "count")
    case .flightsClimbed: (spelled(random.number(in: 0...12), places: 0), "count")
    case .heartRate:
      random.chance(percent: 20)
        ? (spelled(random.number(in: 334...4999), places: 3), "count/s")
        : (
          random.chance(percent: 5)
            ? random.pick(["20", "300", "20.000000", "3e2"])
            : spelled(random.number(in: 200...3000), places: 1),
          random.pick(["count/min", "count/min", "bpm"])
        )
    case .activeEnergy:
      (
        spelled(random.number(in: 0...90_000), places: 3),
        random.pick(["kcal", "kcal", "Cal", "kJ", "cal", "J"])
      )
    case .exerciseTime, .sleep:
      (spelled(random.number(in: 0...30), places: 0), random.pick(["min", "s", "hr"]))
    case .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair:
      (
        spelled(random.number(in: 0...99_999), places: 5),
        random.pick(["km", "km", "mi", "m", "yd", "ft", "cm"])
      )
    }
  }

  /// Returns `number` × 10^-`places` in one of the valid number formats.
  private mutating func spelled(_ number: Int, places: Int) -> String {
    let plain = decimal(number, places: places)
    return switch random.number(in: 0...19) {
    case 0: "\(number)e-\(places)"
    case 1: "+" + plain
    case 2: " " + plain + " "
    case 3: plain.contains(".") ? plain + "00" : plain + ".0"
    case 4: plain.hasPrefix("0.") ? String(plain.dropFirst()) : plain + "E0"
    case 5: plain.contains(".") ? plain : plain + "."
    default: plain
    }
  }
}

extension HardExportBuilder {
  /// Adds workouts with totals in either place, copies by a second source, repeated ones, and
  /// typed-in ones.
  mutating func addWorkouts() {
    for index in 0..<12 {
      let workout = plainWorkout()
      export.workouts.append(workout)
      switch index % 4 {
      case 0: export.workouts.append(copied(workout))
      case 1: export.workouts.append(workout)
      case 2: export.workouts[export.workouts.count - 1].metadata.append(.userEntered)
      default: break
      }
    }
  }

  private mutating func plainWorkout() -> HealthWorkout {
    let start = moment()
    let minutes = random.number(in: 5...200)
    let end = start.advanced(byMilliseconds: Int64(minutes) * 60_000)
    let activity = random.pick([
      "Running", "Walking", "Hiking", "Cycling", "Swimming", "Rowing", "Yoga", "Other",
      "TraditionalStrengthTraining", "HighIntensityIntervalTraining", "Curling",
    ])
    var workout = HealthWorkout(
      activity, by: pickSource(), duration: "\(minutes - random.number(in: 0...3))", .at(start),
      .at(end), metadata: [HealthMetadata("HKElevationAscended", "\(minutes * 10) cm")])
    let (distance, distanceUnit) = amount(of: .distanceCycling)
    let (energy, energyUnit) = amount(of: .activeEnergy)
    if random.chance(percent: 50) {
      workout.totalDistance = HealthAmount(distance, distanceUnit)
      workout.totalEnergy = HealthAmount(energy, energyUnit)
    } else {
      workout.statistics = [
        WorkoutStatistics(Metric.activeEnergy.healthType, sum: energy, unit: energyUnit),
        WorkoutStatistics(
          Metric.distanceCycling.healthType, sum: distance, unit: distanceUnit),
        WorkoutStatistics(
          Metric.heartRate.healthType, average: "131.5", minimum: "90", maximum: "170",
          unit: "count/min"),
      ]
    }
    return workout
  }

  /// Returns the same session by another app, with an earlier end.
  ///
  /// The overlap is more than 80 % of the shorter one.
  private mutating func copied(_ workout: HealthWorkout) -> HealthWorkout {
    var copy = workout
    copy.source = .app("Strava")
    copy.totalDistance = nil
    copy.totalEnergy = nil
    copy.statistics = []
    if case .at(let end)? = workout.end {
      copy.end = .at(end.advanced(byMilliseconds: -60_000))
    }
    copy.activity = random.pick([workout.activity, "Other"])
    return copy
  }
}

/// The ways in which a record of a hard export is unusual; see Semantics, "What is rejected".
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
  /// Returns `record`, or an earlier one again, made unusual.
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
      record.start = .at(Instant(seconds: 631_151_999))  // This is 1989-12-31T23:59:59Z.
    case .afterTime:
      record.end = .at(exportInstant.advanced(byMilliseconds: 86_401_000))
    default:
      record.end = .at(exportInstant.advanced(byMilliseconds: 86_400_000))
    }
  }

  /// Returns an earlier record again: with another creation date, written differently, or typed in.
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
