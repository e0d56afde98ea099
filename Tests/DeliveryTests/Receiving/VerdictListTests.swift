import DaymarkDelivery
import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

/// The operator's table of verdicts; see Intake, "Verdicts".
struct VerdictListTests {
  @Test(arguments: [
    ("42=a.csv", "42", "a.csv"), ("a.csv", nil, "a.csv"), ("a=b.csv", nil, "a=b.csv"),
    ("42=a=b.csv", "42", "a=b.csv"), ("=a.csv", nil, "=a.csv"),
  ])
  func `a table is named with its challenge, or alone`(
    text: String, challenge: String?, path: String
  ) {
    let file = VerdictFile(text)
    #expect(file.challenge == challenge && file.path == path)
  }

  /// A table of challenge 42, or one that says it in each line.
  @Test(arguments: [
    ("42=", "subject,outcome\n\(TestTokens.subject),pass\n", "passed"),
    ("42=", "subject,outcome\r\n\(TestTokens.subject),fail\r\n", "failed"),
    ("43=", "subject,outcome\n\(TestTokens.subject),pass\n", "evaluating"),
    ("", "subject,outcome,challenge\n\(TestTokens.subject),pass,42\n", "passed"),
    ("", "subject,outcome,challenge\n\(TestTokens.subject),pass,43\n", "evaluating"),
    ("42=", "subject,address,outcome\nanna,\(TestTokens.subject),pass\n", "passed"),
    ("42=", "subject,outcome,final\n\(TestTokens.subject),fail,yes\n", "failed"),
    ("42=", "subject,outcome,final\n\(TestTokens.subject),fail,no\n", "evaluating"),
    ("42=", "subject,outcome,final\n\(TestTokens.subject),fail,\n", "evaluating"),
    ("42=", "subject,outcome,final\n\(TestTokens.subject),unreadable,\n", "evaluating"),
    (
      "42=", "subject,outcome,final,decision\n\(TestTokens.subject),unreadable,,pass\n", "passed"
    ),
    // As spreadsheets write it, with a byte order mark.
    ("42=", "\u{FEFF}subject,outcome\r\n\(TestTokens.subject),pass\r\n", "passed"),
    // Twice the same is no contradiction.
    (
      "42=", "subject,outcome\n\(TestTokens.subject),pass\n\(TestTokens.subject),pass\n", "passed"
    ),
  ])
  func `a verdict is of its challenge alone`(
    prefix: String, text: String, state: String
  ) async throws {
    let folder = try ScratchFolder()
    var settings = IntakeSettings()
    let path = try folder.write(Array(text.utf8), to: "verdicts.csv")
    settings.verdicts = [VerdictFile(prefix + path)]
    try await RunningIntake.run(settings) { intake async throws in
      let id = try #require(try await intake.post(TestBody()).evidence)
      #expect(try await intake.get("/evidence/\(id)").json.string("state") == state)
    }
  }

  @Test(arguments: [
    ("", "subject,outcome\nanna,pass\n", "does not state its challenge"),
    ("42=", "subject,outcome,challenge\nanna,pass,42\n", "the command names a challenge as well"),
    ("", "subject,outcome,challenge\nanna,pass,\n", "row 2 has no challenge"),
    ("42=", "subject,outcome\nanna,pass", "is incomplete"),
    ("42=", "subject,outcome\n\"anna,pass\n", "is incomplete"),
    ("42=", "subject,outcome\nanna\n", "more or fewer cells"),
    ("42=", "subject\nanna\n", "lacks the column"), ("42=", "", "lacks the column"),
    ("42=", "subject,outcome\nanna,pass\nanna,fail\n", "row 3 contradicts an earlier verdict"),
    // What a person writes by hand, and meant as no end.
    (
      "42=", "subject,outcome,final\nben,pass,yes\nanna,fail,FALSE\n",
      "row 3 has a word in final"
    ),
    ("42=", "subject,outcome\nanna,Pass\n", "row 2 has a word in outcome"),
    ("42=", "subject,outcome,decision\nanna,fail,passed\n", "row 2 has a word in decision"),
  ])
  func `what is no table of verdicts is refused at the start`(
    prefix: String, text: String, words: String
  ) async throws {
    let folder = try ScratchFolder()
    var settings = IntakeSettings()
    settings.verdicts = [
      VerdictFile(prefix + (try folder.write(Array(text.utf8), to: "verdicts.csv")))
    ]
    let error = await #expect(throws: (any Error).self) {
      try await RunningIntake.run(settings) { _ in }
    }
    #expect(error.map { "\($0)" }?.contains(words) == true)
  }

  @Test func `a table that cannot be read has no verdicts, and its operator hears it once`()
    async throws
  {
    let folder = try ScratchFolder()
    let good = "subject,outcome\n\(TestTokens.subject),pass\n"
    let path = try folder.write(Array(good.utf8), to: "verdicts.csv")
    var settings = IntakeSettings()
    settings.verdicts = [VerdictFile("42=\(path)")]
    let warnings = WarningList()
    try await RunningIntake.run(settings, warnings: warnings) { intake async throws in
      let id = try #require(try await intake.post(TestBody()).evidence)
      func state() async throws -> String? {
        try await intake.get("/evidence/\(id)").json.string("state")
      }
      #expect(try await state() == "passed")
      #expect(try await intake.get("/healthz").json["problem"] == nil)
      try folder.write(Array("\(good)x,pass,yes\n".utf8), to: "verdicts.csv")
      for _ in 0..<2 { #expect(try await state() == "evaluating") }
      let health = try await intake.get("/healthz")
      #expect(health.status == 200 && health.json.string("problem") != nil)
      #expect(warnings.all.count == 1 && warnings.all.first?.contains("row 3") == true)
      try FileManager.default.removeItem(atPath: path)
      for _ in 0..<2 { #expect(try await state() == "evaluating") }
      #expect(warnings.all.count == 2)
      try folder.write(Array(good.utf8), to: "verdicts.csv")
      #expect(try await state() == "passed")
      #expect(try await intake.get("/healthz").json["problem"] == nil)
    }
  }

  @Test func `a table of the same size and time is another one`() async throws {
    let folder = try ScratchFolder()
    func write(_ outcome: String, to name: String) throws -> String {
      let path = try folder.write(
        Array("subject,outcome\n\(TestTokens.subject),\(outcome)\n".utf8), to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_756_677_600)], ofItemAtPath: path)
      return path
    }
    var settings = IntakeSettings()
    let path = try write("fail", to: "verdicts.csv")
    settings.verdicts = [VerdictFile("42=\(path)")]
    try await RunningIntake.run(settings) { intake async throws in
      let id = try #require(try await intake.post(TestBody()).evidence)
      func state() async throws -> String? {
        try await intake.get("/evidence/\(id)").json.string("state")
      }
      #expect(try await state() == "failed")
      #expect(rename(try write("pass", to: "new.csv"), path) == 0)
      #expect(try await state() == "passed")
    }
  }
}
