import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Whoever passes for certain and hands in more, because it was asked for or to be on the safe side, still passes.
struct HandingInMoreTests {
  private let bench: Workbench
  private var random: SeededGenerator

  init() throws { (bench, random) = (try Workbench(), SeededGenerator(seed: 0)) }

  private enum Extra: CaseIterable {
    case unreadTable, cutCopy, cutLaterExport, olderExport, secondPhone, nothing
  }

  /// The phone's export of a day of September, with what it recorded on the days before.
  private mutating func export(of day: Int, with records: [HealthRecord]) -> HealthExport {
    let date = ExportTime.text("2025-09-0\(day) 0\(random.below(10)):00:00 +0200")
    let later = (4..<max(day, 4)).map { steps(4000, on: $0, at: 12, by: .phone()) }
    return HealthExport(exportDate: date, records: records + later)
  }

  private func steps(
    _ count: Int, on day: Int, at hour: Int, by source: HealthSource
  ) -> HealthRecord {
    HealthRecord(
      .steps, "\(count)", by: source, .text("2025-09-0\(day) \(hour):00:00 +0200"),
      .text("2025-09-0\(day) \(hour + 1):00:00 +0200"))
  }

  /// - Returns: The path of a file with some of the first bytes of an export.
  private mutating func cut(_ export: HealthExport, _ name: String) throws -> String {
    let bytes = Array(export.xml())
    return try write(bytes.prefix(200 + random.below(bytes.count - 201)), name)
  }

  private func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
    let url = bench.folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  private mutating func path(
    of extra: Extra, beside whole: HealthExport, made day: Int, _ name: String
  ) throws -> String? {
    switch extra {
    case .nothing: return nil
    case .unreadTable:
      return try write("day,steps\n2025-09-02,\(random.below(9))\n".utf8, "\(name).csv")
    case .cutCopy: return try cut(whole, "\(name).xml")
    case .cutLaterExport:
      let first = whole.records.prefix(9)
      return try cut(export(of: day + 1 + random.below(2), with: Array(first)), "\(name).xml")
    case .olderExport:
      return try bench.archive(
        "\(name).xml",
        HealthExport(
          exportDate: "2025-09-02 20:00:00 +0200", records: Array(whole.records.prefix(6))))
    case .secondPhone:
      // At another time of the day: of the same minutes one of the two counts.
      return try bench.archive(
        "\(name).xml",
        HealthExport(
          exportDate: "2025-09-08 08:00:00 +0200",
          records: [steps(random.below(3000), on: 2, at: 20, by: .phone(of: "Old"))]))
    }
  }

  @Test(arguments: Sweep.over(0..<600, step: 23))
  mutating func `handing in more never makes a fail of a certain pass`(seed: Int) async throws {
    random = SeededGenerator(seed: UInt64(seed))
    let records = (1...3).flatMap { day in
      [10, 13, 16].map { steps(3400 + random.below(500), on: day, at: $0, by: .phone()) }
    }
    let day = 4 + random.below(3)
    let whole = export(of: day, with: records)
    var archives = [try bench.archive("whole.xml", whole)]
    for number in 0..<3 {
      let extra = Extra.allCases[random.below(Extra.allCases.count)]
      archives +=
        try path(of: extra, beside: whole, made: day, "extra-\(number)").map { [$0] } ?? []
    }
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)])
    pipeline.challenge.proofDeadline = Workbench.deadline
    pipeline.rule.onMissing = .fail
    let subject = try await bench.run(pipeline, asOf: Workbench.closing).subjects[0]
    #expect(subject.verdict?.outcome == .pass)
  }
}
