import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

/// Inboxes as people leave them: what is wrong with one folder is no other's trouble.
struct InboxTests {
  @Test func `an empty inbox is nobody yet, and no mistake`() async throws {
    let inbox = try InboxFolder()
    mkdir(inbox.scratch.path + "/inbox", 0o700)
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("nobody has handed in anything yet"))
    #expect(outcome.errors.contains("inbox.empty"))
  }

  @Test func `who can be judged is judged, and each of the others is named and counted`()
    async throws
  {
    let inbox = try InboxFolder()
    for subject in ["anna", "ben", "clara", "dora", "leaderboard.json"] {
      try inbox.handIn("\(subject)/export.zip")
    }
    try inbox.scratch.write("see attached".utf8, to: "inbox/anna/note.txt")
    try inbox.scratch.write([], to: "inbox/anna/empty.zip")
    try inbox.scratch.write("timeZone: Mars/Olympus".utf8, to: "inbox/anna/subject.yaml")
    mkfifo(inbox.scratch.path + "/inbox/ben.yaml", 0o600)
    try inbox.scratch.write("timezone: UTC".utf8, to: "inbox/clara.yaml")
    try inbox.scratch.write("no zip".utf8, to: "inbox/dora/second.zip")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("2 pass, 3 failed to read"))
    for named in [
      "anna: note.txt: file.set_aside", "anna: empty.zip: file.set_aside",
      "inbox/anna/subject.yaml: subject.settings_inside", "inbox/ben.yaml: file.unreadable",
      "inbox/clara.yaml:1:1: config.unknown_key", "dora: second.zip: archive.unrecognised",
      "inbox/leaderboard.json: config.bad_value",
    ] {
      #expect(outcome.errors.contains(named), "\(outcome.errors)")
    }
    let record = try JSONValue(
      parsing: Data(contentsOf: URL(fileURLWithPath: inbox.scratch.path + "/out/run.json")))
    #expect(record["counts"]?["failed"] == .number(3))
    // dora's second file may hold more, which takes nothing from a pass.
    #expect(record["counts"]?["pass"] == .number(2))
  }

  @Test func `an archive that there is no room to unpack fails its subject alone`() async throws {
    let inbox = try InboxFolder(environment: ["TMPDIR": "/nowhere"])
    try inbox.handIn("anna/export.zip")
    let inner = StoredZip([.init("a.txt", "a".utf8)]).bytes
    try inbox.scratch.write(StoredZip([.init("inner.zip", inner)]).bytes, to: "inbox/ben/two.zip")
    try inbox.handIn("clara/export.zip")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("2 pass, 1 failed to read"), "\(outcome.output)")
    #expect(outcome.errors.contains("ben: /nowhere: file.unwritable"), "\(outcome.errors)")
  }
}
