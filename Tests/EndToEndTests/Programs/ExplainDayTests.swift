import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What `explain-day` says of a day beside its figures.
struct ExplainDayTests {
  private let export: HealthExport = {
    let hours = (8...19).map { hour in
      let time = { (minute: String) in
        ExportTime.text("2025-09-02 \(hour < 10 ? "0" : "")\(hour):\(minute):00 +0000")
      }
      return HealthRecord(.steps, "100", by: .watch(), time("00"), time("30"))
    }
    return HealthExport(exportDate: "2025-09-09 08:00:00 +0000", records: hours)
  }()

  private func explain(_ files: [String: [UInt8]]) async throws -> (text: String, json: String) {
    let folder = try ScratchFolder()
    for (name, content) in files { try folder.write(content, to: name) }
    let program = Program.onPath(in: folder.path)
    let command =
      "daymark explain-day --date 2025-09-02 --zone UTC -q \(files.keys.sorted().joined(separator: " "))"
    return (
      try await program.shell(command).output,
      try await program.shell(command + " --format json").output
    )
  }

  @Test func `it names what healed a damaged input`() async throws {
    let whole = Array(export.xml())
    let said = try await explain(["cut.xml": Array(whole.dropLast(300)), "whole.xml": whole])
    #expect(
      said.text.contains("Healed: cut.xml is damaged, and whole.xml has everything that it lost."))
    #expect(said.text.contains("steps  1200, each moment counted once"))
    let json = try JSONValue(parsing: said.json.utf8)
    #expect(
      json["healed"]
        == .array([.object(["input": .string("cut.xml"), "by": .string("whole.xml")])])
    )
    #expect(json["bounds"] == nil && json["openAbove"] == nil)
  }

  @Test(arguments: ["2025-09-02", "2025-09-01"])
  func `it names what a sound export lacks to heal a damaged one`(day: String) async throws {
    var damaged = export
    damaged.records.insert(
      HealthRecord(
        .steps, "5", by: .phone(), .text("\(day) 23:00:00 +0000"),
        .text("\(day) 23:05:00 +0000")), at: 0)
    let cut = Array(damaged.xml().dropLast(300))
    let said = try await explain(["cut.xml": cut, "whole.xml": export.xml()])
    #expect(
      said.text.contains(
        "Not healed: cut.xml is damaged, and whole.xml has no steps of \(HealthSource.phone().name) on \(day)."
      ))
    #expect(
      said.text.contains("Healed: cut.xml is damaged, and whole.xml has all of this day.")
        == (day == "2025-09-01"))
    let gap = try JSONValue(parsing: said.json.utf8).elements("notHealed")[0]
    #expect(gap.string("date") == day && gap.string("metric") == "steps")
  }

  @Test func `it says what leaves the day open`() async throws {
    var odd = export
    odd.records[3].value = "many"
    let said = try await explain([
      "odd.xml": Array(odd.xml()), "app.csv": Array("day,value\n2025-09-02,9\n".utf8),
    ])
    #expect(
      said.text.contains("Open: rejected records leave steps between 1100 and any amount."))
    #expect(
      said.text.contains(
        "Open: this day may have more, because something was not understood (archive.unread_table)."
      ))
    let json = try JSONValue(parsing: said.json.utf8)
    #expect(
      json["bounds"]
        == .array([.object(["metric": .string("steps"), "atLeast": .number(1100)])]))
    #expect(json["openAbove"] == .array([.string("archive.unread_table")]))
  }
}
