import DaymarkConfiguration
import DaymarkModel
import Testing

/// The operator's files beside a pipeline, and those that subjects have of their own.
struct OperatorFileTests {
  private static let machine = "exercises:\n  - {name: Machine 7, is: Leg_Press}\n"
  private static let other = "exercises:\n  - {name: Machine 7, is: Barbell_Squat}\n"

  @Test func `a file beside the pipeline is its own, whatever is in it otherwise`() throws {
    let files = try Files([
      "pipeline.yaml": goodPipeline, "rules.yaml": goodRule,
      "exercises.yaml": "\u{FEFF}" + Self.machine,
    ])
    let read = try loadPipeline(at: files.folder)
    let file = try #require(read.operatorFiles.first)
    #expect(read.operatorFiles.count == 1)
    #expect(file.kind == .exercises)
    // As sha256sum says, the byte order mark with it.
    #expect(file.digest == Digest(of: Array(("\u{FEFF}" + Self.machine).utf8)))
    #expect(file.text == Self.machine)
    #expect(read.operatorFiles(of: read.subjects[0]) == [file])
  }

  @Test func `a pipeline without such files has none`() throws {
    let files = try Files(["pipeline.yaml": goodPipeline, "rules.yaml": goodRule])
    #expect(try loadPipeline(at: files.folder).operatorFiles == [])
  }

  @Test func `what is wrong in a file is told with the errors of the pipeline`() throws {
    let errors = try pipelineErrors(
      goodPipeline, ["exercises.yaml": "exercises:\n  - {name: A, is: Nothing}\n"])
    #expect(errors == ["exercises.yaml:2:19 config.bad_value is"])
    #expect(
      try pipelineErrors(goodPipeline, ["landmarks.tsv": "muscle\n"])
        == ["landmarks.tsv:1:1 config.bad_value"])
  }

  @Test func `a listed subject's own file goes before that of the pipeline`() throws {
    let files = try Files([
      "pipeline.yaml": goodPipeline.replacing(
        "archives: [a.zip] }", with: "archives: [a.zip], exercises: anna.yaml, bodyWeight: 80 kg }"
      ),
      "rules.yaml": goodRule, "exercises.yaml": Self.machine, "anna.yaml": Self.other,
    ])
    let read = try loadPipeline(at: files.folder)
    #expect(read.operatorFiles(of: read.subjects[0]).map(\.text) == [Self.other])
    #expect(read.subjects[0].logs.bodyWeight == Quantity(80))
  }

  @Test func `what the columns of a table mean is said by such a file, too`() throws {
    let sheet =
      "tables:\n  - name: Club\n    columns: {date: Day, exercise: Lift, repetitions: Reps}\n"
    let files = try Files([
      "pipeline.yaml": goodPipeline.replacing(
        "archives: [a.zip] }", with: "archives: [a.zip], columns: own.yaml }"),
      "rules.yaml": goodRule, "columns.yaml": sheet,
      "own.yaml": sheet.replacing("Club", with: "Own"),
    ])
    let read = try loadPipeline(at: files.folder)
    let own = try #require(read.operatorFiles(of: read.subjects[0])[.columns])
    #expect(try loadColumns(in: own).map(\.name) == ["Own"])
    #expect(try read.operatorFiles[.columns].map(loadColumns(in:))?.map(\.name) == ["Club"])
    #expect(
      try pipelineErrors(
        goodPipeline, ["columns.yaml": sheet.replacing("repetitions", with: "reps")])
        == ["columns.yaml:3:42 config.unknown_key reps"])
  }

  @Test func `a manifest names files and the body's weight`() throws {
    let head =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,exercises\n"
    func files(_ rows: String) throws -> Files {
      try Files([
        "pipeline.yaml": SubjectsTests.pipeline("manifest: people/s.csv"), "rules.yaml": goodRule,
        "people/s.csv": head + rows, "people/own.yaml": Self.other, "people/b.yaml": Self.machine,
      ])
    }
    let good = try files("anna,,a.csv,,,,,176.5 lb,own.yaml\nanna,,b.csv,,,,,,\nben,,c.csv,,,,,,\n")
    let subjects = try loadPipeline(at: good.folder).subjects
    #expect(subjects.map(\.files.count) == [1, 0])
    #expect(subjects[0].files.first?.text == Self.other)
    // 176.5 × 0.45359237 = 80.059053... kg.
    #expect(subjects[0].logs.bodyWeight == Quantity(microUnits: 80_059_053))
    let bad = try files("anna,,a.csv,,,,,80 kg,own.yaml\nanna,,b.csv,,,,,81 kg,b.yaml\n")
    #expect(
      bad.errors { _ = try loadPipeline(at: $0) } == [
        "people/s.csv:3 config.bad_value body_weight", "people/s.csv:3 config.bad_value exercises",
      ])
  }

  @Test func `settings beside a folder of the inbox name files, and the folder has none`() throws {
    let files = try Files([
      "pipeline.yaml": SubjectsTests.pipeline("inbox: inbox"), "rules.yaml": goodRule,
      "inbox/anna/log.csv": "", "inbox/anna/exercises.yaml": Self.machine,
      "inbox/anna.yaml": "exercises: ../own.yaml\nbodyWeight: 80 kg\n", "own.yaml": Self.other,
    ])
    let subject = try #require(try loadPipeline(at: files.folder).subjects.first)
    #expect(subject.files.map(\.text) == [Self.other])
    #expect(subject.logs.bodyWeight == Quantity(80))
  }

  @Test(arguments: ["bodyWeight: 80", "bodyWeight: 5 kg", "bodyWeight: 80 stone"])
  func `a weight needs a unit, and must be a body's`(setting: String) throws {
    let pipeline = goodPipeline.replacing("[a.zip] }", with: "[a.zip], \(setting) }")
    let errors = try pipelineErrors(pipeline)
    #expect(errors.map { $0.hasSuffix("config.bad_value bodyWeight") } == [true])
  }
}
