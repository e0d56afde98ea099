import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// Rejected records count for nothing, and leave open what their days really were.
struct RejectedRecordTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// 5,000 steps of a phone on each day at noon, and further records.
  private func archive(_ records: [HealthRecord], _ name: String = "a.xml") throws -> String {
    var export = Workbench.export([5000, 5000, 5000])
    export.records += records
    return try bench.archive(name, export)
  }

  private func bounds(_ archives: [String]) throws -> [String] {
    let period = Period.days(from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_334))
    return try aggregateArchives(
      archives, zone: Zone(name: "Europe/Berlin"), period: period, asOf: Workbench.later
    ).aggregates.bounds.map { bounds in
      "\(bounds.day) \(bounds.least) to \(bounds.most.map { "\($0)" } ?? "open")"
    }
  }

  /// A watch's record of a value that cannot be read, in the hour of the phone's.
  private var unread: HealthRecord {
    HealthRecord(
      .steps, "many", by: .watch(), "2025-09-02 12:00:00 +0200", "2025-09-02 13:00:00 +0200")
  }

  @Test func `a better source covers its time, whatever it had there`() throws {
    #expect(try bounds([archive([unread])]) == ["2025-09-02 0 to open"])
    // In another hour it covers nothing.
    var morning = unread
    (morning.start, morning.end) = ("2025-09-02 08:00:00 +0200", "2025-09-02 09:00:00 +0200")
    #expect(try bounds([archive([morning])]) == ["2025-09-02 5000 to open"])
  }

  @Test func `of a record with a start alone the amount may be of the next 26 hours`() throws {
    var endless = unread
    (endless.value, endless.start, endless.end) = ("100", "2025-09-02 20:00:00 +0200", "later")
    #expect(
      try bounds([archive([endless])]) == ["2025-09-02 5000 to 5100", "2025-09-03 0 to 5100"])
  }

  @Test func `a record of more than 26 hours opens each day by its part`() throws {
    // 300 steps in 30 hours: 40 on the first day, 240 on the second and 20 on the third.
    var long = unread
    (long.value, long.start, long.end) = (
      "300", "2025-09-01 20:00:00 +0200", "2025-09-03 02:00:00 +0200"
    )
    #expect(
      try bounds([archive([long])]) == [
        "2025-09-01 5000 to 5040", "2025-09-02 5000 to 5240", "2025-09-03 5000 to 5020",
      ])
    // It was set aside on purpose, and the file is fine.
    let found = try aggregateArchives([archive([long])], asOf: Workbench.later)
      .aggregates.findings
    #expect(found.filter { $0.code == .sampleTooLong }.map(\.code.level) == [.policy])
    // Of 26 hours it counts, in what the phone's hour leaves of them: 25 of 26.
    long.end = "2025-09-02 22:00:00 +0200"
    #expect(try bounds([archive([long])]).isEmpty)
  }

  @Test func `one of four hours or more covers nothing`() throws {
    var long = unread
    (long.start, long.end) = ("2025-09-02 10:00:00 +0200", "2025-09-02 14:00:00 +0200")
    #expect(try bounds([archive([long])]) == ["2025-09-02 5000 to open"])
    long.end = "2025-09-02 13:59:59 +0200"
    #expect(try bounds([archive([long])]) == ["2025-09-02 0 to open"])
  }

  @Test func `what another export has understood opens nothing`() throws {
    var understood = unread
    understood.value = "70"
    let archives = [try archive([unread]), try archive([understood], "b.xml")]
    #expect(try bounds(archives).isEmpty)
    understood.end = "2025-09-02 12:30:00 +0200"
    #expect(try !bounds([archives[0], archive([understood], "c.xml")]).isEmpty)
  }

  @Test func `another record of the same time in its own export does not stand for it`() throws {
    func watch(_ value: String) -> HealthRecord {
      var record = unread
      record.value = value
      return record
    }
    let cut = try archive([unread, watch("300")])
    #expect(try bounds([cut]) == ["2025-09-02 300 to open"])
    // An export from before the record was there has no more than this one.
    let before = try archive([watch("300")], "before.xml")
    #expect(try bounds([cut, before]) == ["2025-09-02 300 to open"])
    #expect(try bounds([cut, archive([watch("100"), watch("300")], "whole.xml")]) == [])
  }

  @Test func `a day without anything else stays missing`() throws {
    var other = unread
    (other.value, other.start, other.end) = ("90", "2025-09-03 22:00:00 +0200", "never")
    var export = Workbench.export([5000, 5000])
    export.records.append(other)
    #expect(try bounds([bench.archive("a.xml", export)]) == ["2025-09-03 0 to 90"])
  }

  @Test func `a typed-in record, a nested one and a heart rate of 0 open nothing`() throws {
    var typed = unread
    typed.metadata = [.userEntered]
    let stopped = HealthRecord(
      .heartRate, "0", by: .watch(), "2025-09-02 12:00:00 +0200", "2025-09-02 12:00:00 +0200")
    #expect(try bounds([archive([typed, stopped])]).isEmpty)
    let implausible = HealthRecord(
      .heartRate, "500", by: .watch(), "2025-09-02 12:00:00 +0200", "2025-09-02 12:00:00 +0200")
    #expect(try bounds([archive([implausible])]) == ["2025-09-02 20 to open"])
  }

  // MARK: Verdicts

  private func verdict(
    _ leaf: Leaf, _ records: [HealthRecord], onMissing: MissingPolicy = .fail, before: Bool = false
  ) async throws -> (outcome: Outcome?, codes: [String]) {
    var rule = Workbench.rule()
    (rule.requires, rule.onMissing) = (Condition(.leaf(leaf)), onMissing)
    var pipeline = try bench.pipeline(
      [Subject(id: "anna", archives: [archive(records)])], rule: rule)
    pipeline.challenge.proofDeadline = Instant(rfc3339: "2025-09-15T00:00:00Z")
    let asOf = Instant(rfc3339: before ? "2025-09-10T00:00:00Z" : "2025-09-15T00:00:00Z")
    // Each with a book of its own: what comes after the closing would be set aside.
    let out = "\(bench.out)/\(UUID())"
    let verdict = try await bench.run(pipeline, asOf: asOf, out: out).subjects[0].verdict
    return (verdict?.outcome, verdict?.reasons.map(\.code) ?? [])
  }

  private func total(_ comparison: Comparison) -> Leaf { Leaf(.total, of: .steps, comparison) }

  @Test func `a ceiling does not pass on a rejected record, whatever onMissing says`()
    async throws
  {
    let ceiling = total(.atMost(Quantity(15_000)))
    #expect(try await verdict(ceiling, []).outcome == .pass)
    for (policy, outcome): (MissingPolicy, Outcome) in [
      (.fail, .fail), (.undetermined, .undetermined), (.zero, .undetermined),
    ] {
      let found = try await verdict(ceiling, [unread], onMissing: policy)
      #expect(found.outcome == outcome && found.codes.contains("data.rejected"))
    }
    // Until the deadline another export may have it.
    let open = try await verdict(ceiling, [unread], before: true)
    #expect(open.outcome == .undetermined)
  }

  @Test func `a floor passes on what is sure`() async throws {
    var morning = unread
    (morning.start, morning.end) = ("2025-09-02 08:00:00 +0200", "2025-09-02 09:00:00 +0200")
    #expect(try await verdict(total(.atLeast(Quantity(15_000))), [morning]).outcome == .pass)
    let covered = try await verdict(
      total(.atLeast(Quantity(15_000))), [unread], onMissing: .undetermined)
    #expect(covered.outcome == .undetermined && covered.codes.contains("data.rejected"))
    #expect(try await verdict(total(.atLeast(Quantity(10_000))), [unread]).outcome == .pass)
  }

  /// One record of 60 steps without a time may be of any day, and is of one.
  @Test func `a record without a time is added once to a sum, and to each day`() async throws {
    let timeless = HealthRecord(
      type: Metric.steps.healthType, source: .phone(), unit: "count", start: "someday",
      end: "someday", value: "60")
    let once = try await verdict(total(.atMost(Quantity(15_060))), [timeless])
    #expect(once.outcome == .pass)
    #expect(try await verdict(total(.atMost(Quantity(15_059))), [timeless]).outcome == .fail)
    let each = Leaf(.days(.every), of: .steps, .atMost(Quantity(5059)))
    #expect(try await verdict(each, [timeless]).outcome == .fail)
    // Of this one odd record a floor takes no notice.
    #expect(try await verdict(total(.atLeast(Quantity(15_000))), [timeless]).outcome == .pass)
  }

  /// Nobody knows whether two that look the same are one, so both may have been.
  @Test func `records of a time that cannot be are each added`() async throws {
    let late = (1...2).map { hour in
      HealthRecord(
        type: Metric.steps.healthType, source: .phone(), unit: "count",
        start: .text("2027-01-0\(hour) 08:00:00 +0200"),
        end: .text("2027-01-0\(hour) 09:00:00 +0200"), value: "60")
    }
    #expect(try await verdict(total(.atMost(Quantity(15_120))), late).outcome == .pass)
    #expect(try await verdict(total(.atMost(Quantity(15_119))), late).outcome == .fail)
  }

  @Test func `a heart rate without a time opens the highest up to it, and no average`() async throws
  {
    let rates = (1...3).map { day in
      HealthRecord(
        .heartRate, "120", by: .watch(), .text("2025-09-0\(day) 10:00:00 +0200"))
    }
    let timeless = HealthRecord(
      type: Metric.heartRate.healthType, source: .watch(), unit: "count/min", start: "someday",
      end: "someday", value: "150")
    func answer(_ statistic: HeartRateStatistic, atMost rate: Int) async throws -> Outcome? {
      let leaf = Leaf(.days(.every), of: .heartRate(statistic), .atMost(Quantity(rate)))
      return try await verdict(leaf, rates + [timeless]).outcome
    }
    #expect(try await answer(.max, atMost: 150) == .pass)
    #expect(try await answer(.max, atMost: 149) == .fail)
    #expect(try await answer(.average, atMost: 120) == .pass)
  }

  @Test func `where more than 1 in 100 have no time, every day is damaged`() async throws {
    let timeless = (0..<4).map { number in
      HealthRecord(
        type: Metric.steps.healthType, source: .phone(), unit: "count", start: "someday",
        end: "someday", value: "\(number)")
    }
    let floor = total(.atLeast(Quantity(10_000)))
    #expect(try await verdict(floor, Array(timeless.prefix(3))).outcome == .pass)
    let damaged = try await verdict(floor, timeless, onMissing: .undetermined)
    #expect(damaged.outcome == .undetermined && damaged.codes.contains("data.incomplete"))
  }
}
