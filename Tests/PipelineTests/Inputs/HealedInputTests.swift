import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Whoever hands a damaged file in again is judged as if it had never been damaged.
struct HealedInputTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func run(_ archives: [String]) async throws -> SubjectSummary {
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)])
    pipeline.rule.onMissing = .undetermined
    return try await bench.run(pipeline).subjects[0]
  }

  /// The first bytes of a file under another name.
  private func cut(_ path: String, dropping bytes: Int, as name: String) throws -> String {
    let other = bench.folder.appendingPathComponent(name).path
    try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(bytes).write(
      to: URL(fileURLWithPath: other))
    return other
  }

  /// 9,000 steps on the third day: a fail, where that is known.
  private func export(_ date: ExportTime = "2025-09-09 08:00:00 +0200") -> HealthExport {
    Workbench.export([12_000, 12_000, 9000], exportDate: date)
  }

  private var sound: String { get throws { try bench.archive("sound.xml", export()) } }

  @Test func `a cut copy of a sound file takes nothing from any day`() async throws {
    let cut = try cut(sound, dropping: 200, as: "cut.xml")
    #expect(try await run([cut]).verdict?.outcome == .undetermined)
    let healed = try await run([cut, sound])
    #expect(
      healed.verdict?.outcome == .fail && !healed.findings.contains { $0.code.level == .damage })
    let finding = try #require(healed.findings.first { $0.code == .inputHealed })
    let whole = try #require(healed.inputs.first { $0.healedBy == nil })
    #expect(finding.location?.file == "cut.xml" && finding.facts.sha256 == whole.digest)
    #expect(healed.inputs.map(\.damage) == [[], []])
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    #expect(
      evidence.elements("inputs").compactMap { $0.string("healedBy") } == [whole.digest.hex])
    let checked = try verify(
      bench.out + "/walk-2025/anna", with: VerificationMeans(archives: [cut, sound])
    ).subjects[0]
    #expect(checked.differences == [] && checked.error == nil)
  }

  @Test func `a few bytes are the beginning of many files, and are not healed so`() async throws {
    let short = try cut(
      sound, dropping: Data(contentsOf: URL(fileURLWithPath: sound)).count - 100, as: "short.xml")
    let subject = try await run([short, sound])
    #expect(!subject.findings.contains { $0.code == .inputHealed })
    // Its days are known by the sound export all the same.
    #expect(subject.verdict?.outcome == .fail)
  }

  /// A copy that is cut where nothing is shown of the third day, of an export of another day.
  @Test(arguments: [
    ("2025-09-10 08:00:00 +0200", nil, true, Outcome.fail),
    // It does not reach as far as the damaged one did, but its days were over.
    ("2025-09-08 08:00:00 +0200", nil, false, .fail),
    // The third day was not over.
    ("2025-09-03 18:00:00 +0200", nil, false, .undetermined),
    // It has nothing of the watch that the damaged one shows, on a day that does not decide and on one that does.
    ("2025-09-10 08:00:00 +0200", 1, false, .fail),
    ("2025-09-10 08:00:00 +0200", 3, false, .undetermined),
  ])
  func `a sound export heals the days of which it has all`(
    date: String, dayOfWatch: Int?, isWhole: Bool, expected: Outcome
  ) async throws {
    var first = export()
    if let day = dayOfWatch {
      let watch = HealthRecord(
        .steps, "10", by: .watch(), .text("2025-09-0\(day) 06:00:00 +0200"),
        .text("2025-09-0\(day) 06:05:00 +0200"))
      first.records.insert(watch, at: 0)
    }
    let cut = try cut(bench.archive("first.xml", first), dropping: 200, as: "cut.xml")
    let newer = try bench.archive("newer.xml", export(.text(date)))
    let subject = try await run([cut, newer])
    #expect(subject.verdict?.outcome == expected)
    #expect(subject.findings.contains { $0.code == .inputHealed } == isWhole)
    // The person is told what the sound export lacks.
    let lacks = subject.findings.filter { $0.code == .inputNotHealed }
    let day = dayOfWatch.flatMap { CivilDay("2025-09-0\($0)") }
    #expect(lacks.map(\.facts.day) == (day.map { [$0] } ?? []))
    #expect(lacks.allSatisfy { $0.facts.device == .watch && $0.facts.metric == .steps })
  }

  /// Garmin's account export has totals of days, and no samples.
  private func garmin(_ name: String, days: ClosedRange<Int>) throws -> String {
    let rows = days.map { day in
      """
      {"calendarDate": "2025-09-0\(day)", "totalSteps": \(day == 3 ? 9000 : 12_000), \
      "includesWellnessData": true, "durationInMilliseconds": 86400000}
      """
    }
    let zip = StoredZip([
      .init(
        "a_1/DI_CONNECT/DI-Connect-Aggregator/UDSFile_2025-09-01_2025-12-10.json",
        "[\(rows.joined(separator: ",\n"))]".utf8)
    ])
    let url = bench.folder.appendingPathComponent(name)
    try Data(zip.bytes).write(to: url)
    return url.path
  }

  @Test func `a newer export of day totals heals a cut one`() async throws {
    let cut = try cut(garmin("first.zip", days: 1...3), dropping: 60, as: "cut.zip")
    #expect(try await run([cut]).verdict?.outcome == .undetermined)
    let healed = try await run([cut, garmin("newer.zip", days: 1...6)])
    #expect(healed.verdict?.outcome == .fail)
    #expect(healed.findings.contains { $0.code == .inputHealed })
    // What the newer one repeats is no reason to call it one of another time.
    #expect(!healed.findings.contains { $0.code == .inputOutsidePeriod })
  }

  /// Who gives the phone another name has one phone.
  @Test func `a sound export heals a damaged one from before the phone had its name`()
    async throws
  {
    var first = export("2025-09-08 08:00:00 +0200")
    for index in first.records.indices {
      first.records[index].source.name = "iPhone von Anna"
    }
    let cut = try cut(bench.archive("first.xml", first), dropping: 200, as: "cut.xml")
    let healed = try await run([cut, sound])
    #expect(healed.verdict?.outcome == .fail)
    #expect(healed.findings.contains { $0.code == .inputHealed })
  }

  /// Its loss was accepted, so it may lack what the other one lost, too.
  /// - Returns: The path of a ride of 10 May 2025, with another last byte if it is to be damaged.
  private func ride(_ name: String, isDamaged: Bool = false) throws -> String {
    var bytes = FITFile.ride(bytes: 6000, seed: 1).bytes
    if isDamaged { bytes[bytes.count - 1] ^= 1 }
    let path = bench.folder.appendingPathComponent(name).path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func runInMay(_ archives: [String]) async throws -> SubjectSummary {
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)])
    let day = try #require(CivilDay("2025-05-10"))
    pipeline.challenge.period = .days(from: day, to: day)
    return try await bench.run(pipeline).subjects[0]
  }

  @Test func `a recording with a wrong checksum is healed by one with the same session`()
    async throws
  {
    let damaged = try ride("damaged.fit", isDamaged: true)
    let alone = try await runInMay([damaged])
    #expect(alone.inputs.map(\.damage) == [[.activityCRCMismatch]])
    let healed = try await runInMay([damaged, ride("sound.fit")])
    #expect(healed.inputs.map(\.damage) == [[], []])
    #expect(healed.inputs.compactMap(\.healedBy).count == 1)
  }

  @Test func `a folder is healed by one that has all that could be read of it`() async throws {
    _ = try ride("copy/a.fit", isDamaged: true)
    let other = Workbench.export([12_000, 12_000, 9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000])
    _ = try bench.archive("copy/export.xml", other)
    _ = try ride("whole/a.fit")
    _ = try bench.archive("whole/export.xml", other)
    let (copy, whole) = (
      bench.folder.appendingPathComponent("copy").path,
      bench.folder.appendingPathComponent("whole").path
    )
    let alone = try await runInMay([copy])
    #expect(alone.inputs.map(\.damage) == [[.activityCRCMismatch]])
    let healed = try await runInMay([copy, whole])
    #expect(healed.inputs.map(\.damage) == [[], []])
  }

  @Test func `an input of which the operator accepts a loss heals nothing`() async throws {
    let shorter = try cut(sound, dropping: 300, as: "shorter.xml")
    let longer = try cut(sound, dropping: 10, as: "longer.xml")
    var subject = Subject(id: "anna", archives: [shorter, longer])
    subject.setAside = [.init("longer.xml", InputWaiver(.xmlTruncated, because: "a test"))]
    var pipeline = try bench.pipeline([subject])
    pipeline.rule.onMissing = .undetermined
    let found = try await bench.run(pipeline).subjects[0]
    #expect(!found.findings.contains { $0.code == .inputHealed })
    #expect(found.verdict?.outcome == .undetermined)
  }

  @Test func `an input that is set aside heals nothing`() async throws {
    let cut = try cut(sound, dropping: 200, as: "cut.xml")
    var subject = Subject(id: "anna", archives: [cut, try sound])
    subject.setAside = [.init("sound.xml", InputWaiver(because: "it is of somebody else"))]
    var pipeline = try bench.pipeline([subject])
    pipeline.rule.onMissing = .undetermined
    #expect(try await bench.run(pipeline).subjects[0].verdict?.outcome == .undetermined)
  }
}
