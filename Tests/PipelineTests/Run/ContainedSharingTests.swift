import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What subjects share inside archives that are not the same.
struct ContainedSharingTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = bench.folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// An export of three days with four hours each.
  private func export(_ steps: Int) -> [UInt8] {
    let records = (0..<12).map { index in
      let (day, hour) = ("2025-09-0\(1 + index / 4)", 10 + index % 4)
      return HealthRecord(
        .steps, "\(steps + index)", by: .phone(), .text("\(day) \(hour):00:00 +0200"),
        .text("\(day) \(hour):30:00 +0200"))
    }
    return HealthExport(exportDate: "2025-09-09 08:00:00 +0200", records: records).xml()
  }

  /// A run as a device writes it, or as a service writes it again.
  private func run(
    _ created: FITFileTime, at start: FITFileTime = "2025-09-02T10:00:00Z", seconds: Int = 1812,
    centimeters: Int = 500_123
  ) -> [UInt8] {
    FITFile([
      .fileID(type: 4, created: created),
      .session(sport: 1, start: start, elapsed: seconds, timer: seconds, centimeters: centimeters),
      .activity(at: start + seconds, timer: seconds),
    ]).bytes
  }

  /// The archives shared, by subject.
  private func shared(_ subjects: [Subject]) async throws -> [String: Quantity] {
    let summary = try await bench.run(bench.pipeline(subjects))
    #expect(summary.subjects.allSatisfy { $0.error == nil })
    return summary.subjects.reduce(into: [:]) { shared, subject in
      shared[subject.id] =
        subject.verdict?.quality.flags
        .first { $0.code == .sharedArchive }?.measured
    }
  }

  @Test func `the same file bare and in a zip was handed in twice`() async throws {
    let document = export(900)
    let zip = StoredZip([.init("apple_health_export/export.xml", document)]).bytes
    let subjects = [
      Subject(id: "anna", archives: [try write(document, to: "a/export.xml")]),
      Subject(id: "ben", archives: [try write(zip, to: "b/export.zip")]),
      Subject(id: "carl", archives: [try write(export(901), to: "c/export.xml")]),
    ]
    #expect(try await shared(subjects) == ["anna": Quantity(1), "ben": Quantity(1)])
    // A rerun, which reads nothing, finds the same.
    #expect(try await shared(subjects) == ["anna": Quantity(1), "ben": Quantity(1)])
  }

  @Test func `the same activity in two exports was handed in twice, also as another file`()
    async throws
  {
    func export(_ own: [UInt8], _ run: [UInt8]) -> [UInt8] {
      StoredZip([.init("a/1.fit", own), .init("a/2.fit", run)]).bytes
    }
    let (early, late): (FITFileTime, FITFileTime) = ("2025-09-01T08:00:00Z", "2025-09-01T18:00:00Z")
    let start: FITFileTime = "2025-09-02T10:00:00Z"
    let subjects = [
      Subject(
        id: "anna",
        archives: [
          try write(export(run(early, at: early), run(start)), to: "a.zip")
        ]),
      Subject(
        id: "ben",
        archives: [
          try write(export(run(late, at: late), run(start + 7)), to: "b.zip")
        ]),
      // On the same run with a device of its own.
      Subject(
        id: "carl",
        archives: [
          try write(run(start, at: start + 2, seconds: 1811, centimeters: 499_870), to: "c.fit")
        ]),
    ]
    #expect(try await shared(subjects) == ["anna": Quantity(1), "ben": Quantity(1)])
  }

  @Test func `an archive that is the same counts once, whatever lies in it`() async throws {
    let start: FITFileTime = "2025-09-02T10:00:00Z"
    let zip = StoredZip([.init("1.fit", run(start)), .init("export.xml", export(900))]).bytes
    let subjects = [
      Subject(id: "anna", archives: [try write(zip, to: "a.zip")]),
      Subject(id: "ben", archives: [try write(zip, to: "b.zip")]),
    ]
    #expect(try await shared(subjects) == ["anna": Quantity(1), "ben": Quantity(1)])
  }

  @Test func `what is the same of anybody accuses nobody`() async throws {
    let start: FITFileTime = "2025-09-02T10:00:00Z"
    // Round figures, as two people type them who ran together.
    let typed = run(start, seconds: 1800, centimeters: 500_000)
    // Settings, and a day without a step.
    let settings = FITFile([.fileID(type: 2, created: start)]).bytes
    let still = HealthExport(
      exportDate: "2025-09-09 08:00:00 +0200",
      records: (10..<22).map {
        HealthRecord(
          .steps, "0", by: .phone(), .text("2025-09-01 \($0):00:00 +0200"),
          .text("2025-09-01 \($0):30:00 +0200"))
      }
    ).xml()
    func subject(_ id: String, _ own: Int) throws -> Subject {
      let zip = StoredZip([
        .init("1.fit", typed), .init("2.fit", settings), .init("3.txt", [UInt8](id.utf8)),
      ]).bytes
      return Subject(
        id: id,
        archives: [
          try write(zip, to: "\(id)/a.zip"), try write(export(own), to: "\(id)/export.xml"),
          try write(
            StoredZip([.init("export.xml", still), .init("x", [UInt8](id.utf8))]).bytes,
            to: "\(id)/b.zip"),
        ])
    }
    #expect(try await shared([subject("anna", 900), subject("ben", 901)]) == [:])
  }

  @Test func `no address of a member's name is in an output or in the store`() async throws {
    let address = "anna.example@mail.example"
    let start: FITFileTime = "2025-09-02T10:00:00Z"
    let cut = Array(run(start).dropLast(3))
    let zip = StoredZip([
      .init("DI/\(address)_1.fit", run(start, at: start + 9000)), .init("DI/\(address)_2.fit", cut),
      .init("DI/\(address).zip", StoredZip([.init("\(address).fit", cut)]).bytes),
    ]).bytes
    let broken = StoredZip([.init("\(address)/../../x.fit", cut)]).bytes
    let subjects = [
      Subject(id: "anna", archives: [try write(zip, to: "a.zip")]),
      Subject(id: "ben", archives: [try write(broken, to: "b.zip")]),
    ]
    let reports = Reports()
    let summary = try await bench.run(bench.pipeline(subjects), progress: reports.add)
    #expect(summary.subjects[0].findings.contains { $0.code == .activityTruncated })
    let files = try bench.snapshot().merging(["run.json": run()]) { kept, _ in kept }
    for file in files {
      let text = String(decoding: file.value.bytes ?? Data(), as: UTF8.self)
      #expect(!text.contains("example@mail"), "\(file.key)")
    }
    #expect(!"\(summary)".contains("example@mail"))
  }

  private func run() throws -> FileState {
    FileState(bytes: FileManager.default.contents(atPath: bench.out + "/run.json"), modified: nil)
  }
}
