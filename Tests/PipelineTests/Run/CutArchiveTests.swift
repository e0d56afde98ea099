import DaymarkEvaluate
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Archives that somebody cut, and rules that less data would satisfy.
struct CutArchiveTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `an archive whose total is too high does not pass when it is cut`() throws {
    let steps = [9000, 9500, 9000]
    let text = Workbench.export(steps).xml()
    let atMost = Condition(.leaf(Leaf(.total, of: .steps, .atMost(Quantity(27_000)))))
    for policy in MissingPolicy.allCases {
      #expect(try outcome(text, atMost, policy) == .fail)
      // At 90 % the last day is gone.
      let cut = text.prefix(text.count * 9 / 10)
      #expect(try outcome(Array(cut), atMost, policy) == (policy == .fail ? .fail : .undetermined))
    }
  }

  /// The watch counts less than the phone in the same hours, and stands after it in the file.
  @Test func `an archive cut before its better source does not pass`() throws {
    let text = Self.phoneAndWatch.xml()
    let streak = Workbench.rule().requires
    #expect(try outcome(text, streak, .fail) == .fail)
    let watch = try #require(String(decoding: text, as: UTF8.self).range(of: "Apple Watch"))
    let length = String(decoding: text, as: UTF8.self)[..<watch.lowerBound].utf8.count
    for policy in MissingPolicy.allCases {
      #expect(
        try outcome(Array(text.prefix(length)), streak, policy)
          == (policy == .fail ? .fail : .undetermined))
    }
  }

  @Test func `cut at any record, nothing passes that fails whole`() throws {
    let text = Self.phoneAndWatch.xml()
    let conditions = Self.leaves.flatMap { leaf in
      [Condition(.leaf(leaf)), Condition(.not(Condition(.leaf(leaf))))]
    }
    let whole = try conditions.map { try outcome(text, $0, .zero) }
    #expect(Set(whole) == [.pass, .fail])
    let ends = text.indices.filter { text[$0...].starts(with: "\n".utf8) }
    for end in Sweep.over(0..<ends.count, step: 3).map({ ends[$0] }) where end < text.count - 20 {
      let cut = try days(Array(text[..<end]))
      for (condition, outcome) in zip(conditions, whole) where outcome != .pass {
        #expect(verdict(on: cut, condition, .zero).outcome != .pass, "\(end) \(condition)")
      }
    }
  }

  private static let phoneAndWatch = HealthExport(
    exportDate: "2025-09-09 08:00:00 +0200",
    records: [HealthSource.phone(), .watch()].enumerated().flatMap { index, source in
      (1...3).flatMap { day in
        [
          HealthRecord(
            .steps, index == 0 ? "12000" : "9000", by: source,
            .text("2025-09-0\(day) 12:00:00 +0200"), .text("2025-09-0\(day) 14:00:00 +0200")),
          HealthRecord(
            .heartRate, index == 0 ? "150" : "90", by: source,
            .text("2025-09-0\(day) 12:30:00 +0200")),
        ]
      }
    })

  private static let leaves: [Leaf] = {
    let comparisons: [Comparison] = [
      .atLeast(Quantity(10_000)), .atMost(Quantity(8_000)), .atMost(Quantity(29_000)),
      .between(Quantity(35_000), Quantity(37_000)),
    ]
    let measures: [Leaf.Measure] = [
      .total, .days(.every), .days(.atLeast(1)), .streak(days: 2, misses: 0), .best,
      .average(overRecordedDays: false), .average(overRecordedDays: true), .window(days: 2),
    ]
    let amounts = measures.flatMap { measure in
      comparisons.map { Leaf(measure, of: .steps, $0) }
    }
    let rates = HeartRateStatistic.allCases.map {
      Leaf(.days(.every), of: .heartRate($0), .atMost(Quantity(100)))
    }
    let runs = DayValue.activities(.sessions, of: ActivityTest(kinds: [.run]))
    return amounts + rates + [Leaf(.total, of: runs, .atMost(Quantity(0)))]
  }()

  private func days(_ text: [UInt8]) throws -> SubjectAggregates {
    let url = bench.folder.appendingPathComponent("export.xml")
    try Data(text).write(to: url)
    return try aggregateArchives(
      [url.path], zone: Zone(name: "Europe/Berlin"), asOf: Workbench.later
    ).aggregates
  }

  private func outcome(
    _ text: [UInt8], _ condition: Condition, _ policy: MissingPolicy
  ) throws -> Outcome {
    verdict(on: try days(text), condition, policy).outcome
  }

  private func verdict(
    on days: SubjectAggregates, _ condition: Condition, _ policy: MissingPolicy
  ) -> Verdict {
    var rule = Workbench.rule()
    (rule.requires, rule.onMissing) = (condition, policy)
    let challenge = Challenge(
      id: "c", title: "c",
      period: .days(from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_334)))
    return evaluate(
      rule, on: days, of: challenge, asOf: Workbench.later, quality: .unflagged)
  }
}
