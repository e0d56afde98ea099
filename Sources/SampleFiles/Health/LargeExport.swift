import DaymarkModel
import Foundation

/// An export of any size for measurements.
///
/// It has a watch and a phone over years, with types in the proportions of genuine files, and is
/// never completely in memory.
package struct LargeExport: Sendable {
  private let size: Int
  private let seed: UInt64

  /// Describes an export, which is generated while it is written.
  ///
  /// - Parameters:
  ///   - bytes: The approximate size of the XML.
  ///   - seed: The seed. The same seed gives the same bytes.
  package init(bytes: Int, seed: UInt64) {
    size = bytes
    self.seed = seed
  }

  /// The size of the written export.
  package struct Written: Hashable, Sendable {
    /// The number of records of all types.
    package var records = 0
    /// The number of bytes of XML.
    package var bytes = 0
  }

  /// Writes the export: plain XML if the path ends with `.xml`, else a zip.
  ///
  /// - Throws: ``SampleError``, or the error of Foundation where the file cannot be written.
  /// - Complexity: Memory does not depend on the size.
  @discardableResult
  package func write(to path: String) throws -> Written {
    guard path.hasSuffix(".xml") else {
      let zip = try ZipWriter(path: path)
      try zip.begin("apple_health_export/export.xml")
      let written = try stream { try zip.write($0) }
      _ = try zip.finish()
      return written
    }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw SampleError.unwritable(path) }
    let written = try stream { try file.write(contentsOf: $0) }
    try file.close()
    return written
  }

  /// Passes on the document in chunks of about a mebibyte.
  func stream(to receive: ([UInt8]) throws -> Void) throws -> Written {
    var random = SplitMix64(seed: seed)
    var writer = HealthXMLWriter(.version9, offsetSeconds: 3600)
    var written = Written()
    func pass(atLeast count: Int) throws {
      guard writer.bytes.count >= count else { return }
      written.bytes += writer.bytes.count
      try receive(writer.takeBytes())
    }
    writer.begin(locale: "de_DE", exportDate: .at(exportInstant))
    for series in recordSeries {
      try spread(bytesPerMille: series.perMille) { day, clock, gap in
        let before = writer.bytes.count
        writer.write(series.record(at: instant(day, clock), gap: gap, &random))
        written.records += 1
        let count = writer.bytes.count - before
        try pass(atLeast: 1 << 20)
        return count
      } pace: {
        random.number(in: $0)
      }
    }
    for day in 0..<days where day % 2 == 0 {
      writer.write(workout(at: instant(day, 64_800), &random))
      try pass(atLeast: 1 << 20)
    }
    for day in 0..<days {
      let energy = HealthAmount(decimal(random.number(in: 200_000...900_000), places: 3), "kcal")
      let date = firstDay.advanced(by: day).description
      writer.write(
        ActivitySummary(
          date: date, activeEnergy: energy, exerciseMinutes: random.number(in: 5...90)))
      try pass(atLeast: 1 << 20)
    }
    writer.end()
    try pass(atLeast: 1)
    return written
  }
}

/// The instant 2025-01-15 10:00:00 +0100.
private let exportInstant = Instant(seconds: 1_736_931_600)

extension LargeExport {
  /// The number of days: three years, or more for large exports.
  ///
  /// A watch worn day and night writes 800 kB a day.
  private var days: Int { min(max(size / 800_000, 1095), 3652) }

  private var firstDay: CivilDay {
    // The last complete day, 2025-01-14, is day 20,102.
    CivilDay(ordinal: 20_102).advanced(by: 1 - days)
  }

  private func instant(_ day: Int, _ clock: Int) -> Instant {
    Instant(seconds: Int64(firstDay.ordinal + Int32(day)) * 86_400 + Int64(clock) - 3600)
  }

  /// Spreads a part of the size evenly over the days, from six in the morning to eleven at night.
  ///
  /// - Parameters:
  ///   - write: Writes one item at a second of a day, given the usual gap to the next, and returns
  ///     its number of bytes.
  ///   - pace: Returns a random gap.
  private func spread(
    bytesPerMille: Int, write: (_ day: Int, _ clock: Int, _ gap: Int) throws -> Int,
    pace: (ClosedRange<Int>) -> Int
  ) rethrows {
    // Workouts and rings have precedence. They take about 450 and 240 bytes a day.
    let budget = max(0, size - days * 690) / 1000 * bytesPerMille
    let itemsPerDay = max(1, budget / days / 360)
    let gap = max(1, 61_200 / (itemsPerDay + 1))
    var spent = 0
    for day in 0..<days {
      let target = budget / days * (day + 1)
      var clock = 21_600 + pace(0...gap)
      while spent < target, clock < 82_800 {
        spent += try write(day, clock, gap)
        clock += pace(gap / 2 + 1...gap + gap / 2 + 1)
      }
    }
  }

  private func workout(at start: Instant, _ random: inout SplitMix64) -> HealthWorkout {
    let minutes = random.number(in: 15...90)
    let end = start.advanced(byMilliseconds: Int64(minutes) * 60_000)
    let activity = random.pick([
      "Running", "Walking", "Cycling", "Yoga", "HighIntensityIntervalTraining",
    ])
    return HealthWorkout(
      activity, by: .watch(), duration: decimal(minutes * 1_000_000 - 1234, places: 6),
      .at(start), .at(end),
      statistics: [
        WorkoutStatistics(
          "HKQuantityTypeIdentifierActiveEnergyBurned",
          sum: decimal(random.number(in: 50_000...800_000), places: 3), unit: "kcal")
      ],
      metadata: [.timeZone("Europe/Berlin"), HealthMetadata("HKIndoorWorkout", "0")])
  }
}

/// The records of one type and source.
private struct RecordSeries: Sendable {
  var type: String
  var source: HealthSource
  var unit: String?
  /// The share of the file's bytes, in thousandths.
  var perMille: Int
  /// The possible lengths of a record in seconds, which the gap to the next one limits.
  var seconds: ClosedRange<Int>
  /// The possible values, times 10^`places`.
  var values: ClosedRange<Int>
  var places = 0
  var constant: String?
  var metadataKey: String?
  var metadataValues: [String] = []

  func record(
    at start: Instant, gap: Int, _ random: inout SplitMix64
  ) -> HealthRecord {
    let duration = min(random.number(in: seconds), gap / 2)
    let end = start.advanced(byMilliseconds: Int64(duration) * 1000)
    let created = end.advanced(byMilliseconds: Int64(random.number(in: 0...3600)) * 1000)
    return HealthRecord(
      type: type, source: source, unit: unit, created: .at(created), start: .at(start),
      end: .at(end), value: constant ?? decimal(random.number(in: values), places: places),
      metadata: metadataKey.map { [HealthMetadata($0, random.pick(metadataValues))] } ?? [])
  }
}

private let recordSeries: [RecordSeries] = {
  let (watch, phone) = (HealthSource.watch(), HealthSource.phone())
  func metric(
    _ metric: Metric, _ source: HealthSource, perMille: Int, _ seconds: ClosedRange<Int>,
    _ values: ClosedRange<Int>, places: Int = 0
  ) -> RecordSeries {
    RecordSeries(
      type: metric.healthType, source: source, unit: metric.healthUnit, perMille: perMille,
      seconds: seconds, values: values, places: places)
  }
  var heartRate = metric(.heartRate, watch, perMille: 270, 0...0, 48...165)
  heartRate.metadataKey = "HKMetadataKeyHeartRateMotionContext"
  heartRate.metadataValues = ["0", "1", "2"]
  return [
    heartRate,
    metric(.steps, phone, perMille: 55, 60...600, 5...600),
    metric(.steps, watch, perMille: 65, 10...600, 5...600),
    metric(.distanceWalkingRunning, phone, perMille: 60, 60...600, 4000...450_000, places: 6),
    metric(.distanceWalkingRunning, watch, perMille: 120, 2...60, 1000...90_000, places: 6),
    metric(.activeEnergy, watch, perMille: 300, 1...60, 20_000...4_500_000, places: 6),
    metric(.flightsClimbed, phone, perMille: 5, 0...60, 1...4),
    metric(.flightsClimbed, watch, perMille: 5, 0...60, 1...4),
    metric(.distanceCycling, watch, perMille: 15, 1...2, 200...1200, places: 5),
    metric(.distanceSwimming, watch, perMille: 5, 20...40, 25...25),
    metric(.exerciseTime, watch, perMille: 20, 60...60, 1...1),
    RecordSeries(
      type: "HKQuantityTypeIdentifierBasalEnergyBurned", source: watch, unit: "kcal",
      perMille: 60, seconds: 60...900, values: 900_000...19_000_000, places: 6),
    RecordSeries(
      type: "HKQuantityTypeIdentifierEnvironmentalAudioExposure", source: watch, unit: "dBASPL",
      perMille: 10, seconds: 600...1800, values: 40_000...90_000, places: 3),
    RecordSeries(
      type: "HKCategoryTypeIdentifierAppleStandHour", source: watch, perMille: 10,
      seconds: 3600...3600, values: 0...0, constant: "HKCategoryValueAppleStandHourStood"),
  ]
}()
