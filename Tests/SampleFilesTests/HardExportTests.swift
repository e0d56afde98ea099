import DaymarkModel
import Testing

@testable import DaymarkSampleFiles

struct HardExportTests {
  @Test func `the same seed gives the same bytes, another seed others`() {
    #expect(HardExport(seed: 3).export.xml() == HardExport(seed: 3).export.xml())
    #expect(HardExport(seed: 3).export.xml() != HardExport(seed: 4).export.xml())
  }

  @Test(arguments: 1...20)
  func `every export of 1,000 records holds what it promises`(seed: Int) throws {
    let export = HardExport(seed: UInt64(seed)).export
    let records = export.records
    #expect(records.count >= 1000)
    for metric in Metric.alwaysRead {
      #expect(records.contains { $0.type == metric.healthType })
    }
    #expect(Set(records.map(\.source.name)).count >= 6)
    #expect(Set(records.compactMap(\.source.device)) == [.watch, .phone])
    #expect(Set(records.compactMap(\.unit)).isSuperset(of: ["kcal", "kJ", "km", "mi", "yd"]))
    #expect(records.contains { $0.value == nil || $0.value == "" || $0.value == " " })
    #expect(records.contains { $0.value?.hasPrefix("-0") ?? false })
    #expect(records.contains { $0.value?.count == 65 })
    #expect(records.contains { $0.start == nil })
    #expect(records.contains { $0.end == nil })
    #expect(records.contains { $0.unit == nil && $0.value != nil })
    #expect(records.contains { $0.start == .at(Instant(seconds: 631_151_999)) })
    #expect(records.contains { $0.attributeOrder != nil })
    #expect(records.count { $0.metadata == [.userEntered] } >= 6)
    #expect(instants(records).contains { $0.end < $0.start })
    #expect(instants(records).contains { $0.end == $0.start })
    #expect(export.correlations.count == 5)
    #expect(export.workouts.count > 12)
  }

  @Test(arguments: 1...20)
  func `some samples cross a midnight of the zone, and some the change of clocks`(seed: Int) {
    let hard = HardExport(seed: UInt64(seed))
    let calendar = DayCalendar(zone: hard.zone)
    let usual = instants(hard.export.records).filter {
      $0.start < $0.end && $0.end.milliseconds - $0.start.milliseconds < 2 * 86_400_000
    }
    #expect(
      usual.contains { calendar.day(containing: $0.start) < calendar.day(containing: $0.end) })
    let days = Set(usual.map { calendar.day(containing: $0.start) })
    #expect(days.count >= 5)
    #expect(days.contains(hard.changeDay.advanced(by: 1)))
    #expect(days.contains(hard.changeDay.advanced(by: -1)))
  }

  @Test(arguments: 1...20)
  func `some records repeat earlier ones in all that a duplicate is told by`(seed: Int) {
    let records = HardExport(seed: UInt64(seed)).export.records
    let keys = records.map { record in
      var key = HealthRecord(
        type: record.type, source: record.source, unit: record.unit, start: record.start,
        end: record.end, value: record.value)
      key.source.version = nil
      return key
    }
    #expect(keys.count - Set(keys).count >= 10)
  }

  @Test(arguments: 1...20)
  func `one app writes instants in the last second of days`(seed: Int) {
    let hard = HardExport(seed: UInt64(seed))
    let calendar = DayCalendar(zone: hard.zone)
    let last = instants(hard.export.records.filter { $0.source.name == "Connect" }).filter {
      $0.start == $0.end && calendar.clockMilliseconds(at: $0.start) == 86_399_000
    }
    #expect(last.count >= 5)
  }

  @Test func `zones are stated in some exports and in others not at all`() {
    let stated = (1...20).map { seed in
      HardExport(seed: seed).export.records.contains { $0.metadata.contains(.timeZone("EST")) }
    }
    #expect(Set(stated) == [true, false])
  }

  private func instants(_ records: [HealthRecord]) -> [Interval] {
    records.compactMap { record in
      guard case .at(let start)? = record.start, case .at(let end)? = record.end else {
        return nil
      }
      return Interval(start, end)
    }
  }
}
