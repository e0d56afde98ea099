package import DaymarkModel

/// A random export with everything that makes a day hard to get right, for property tests.
///
/// A watch, a phone and two apps, one of which writes totals at 23:59:59, overlap over the days
/// around a clock change. Every kind of reject, duplicate and manual entry of Semantics, "What is
/// rejected", stands in every export of 1,000 records or more. The document is well-formed but for
/// what iOS 16.0 itself wrote.
package struct HardExport: Sendable {
  /// The export with its oddities.
  package let export: HealthExport
  /// Whose days count when a subject states no zone: inferred from `HKTimeZone`, or, in about every
  /// third export, which has none, the export's fixed offset.
  package let zone: Zone
  /// The change of clocks that the records lie around.
  package let changeDay: CivilDay

  /// - Parameters:
  ///   - seed: The same seed gives the same export.
  ///   - records: How many records; correlations and workouts come on top.
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
  /// How many in a hundred instants of the totals app stand at 23:59:59: on both sides of the half
  /// that makes it a day-total source.
  let totalShare: Int

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
    totalShare = random.pick([20, 50, 95])
    export = HealthExport(
      random.pick(HealthDocumentType.allCases),
      locale: random.pick(["de_DE", "en_US", "ko_KR"]), exportDate: .at(exportInstant),
      offsetSeconds: offset)
  }

  /// One record; every tenth is odd in the way whose turn it is.
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

  /// Sleep that states zones: the right one, and others that must not win although they are more.
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

  /// Records inside correlations: most stand at top level too, as Apple says, some do not.
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

/// Zones and a day on which their clocks changed: at midnight, by half an hour, by a whole day.
private let clockChanges = [
  ("Europe/Berlin", "2025-03-30"), ("Europe/Berlin", "2025-10-26"),
  ("America/New_York", "2024-03-10"), ("America/New_York", "2024-11-03"),
  ("America/St_Johns", "2025-03-09"), ("Australia/Lord_Howe", "2025-04-06"),
  ("Australia/Lord_Howe", "2025-10-05"), ("America/Santiago", "2024-09-08"),
  ("America/Santiago", "2025-04-06"), ("America/Sao_Paulo", "2018-11-04"),
  ("Africa/Cairo", "2024-04-26"), ("Pacific/Auckland", "2025-09-28"),
  ("Pacific/Apia", "2011-12-30"),
]
