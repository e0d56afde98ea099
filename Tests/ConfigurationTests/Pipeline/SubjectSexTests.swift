import DaymarkConfiguration
import DaymarkModel
import Testing

/// The sex of a subject, by which the best that is known of a lift goes.
struct SubjectSexTests {
  @Test func `a list and a folder of the inbox say it`() throws {
    let listed = try Files([
      "pipeline.yaml": goodPipeline.replacing("[a.zip] }", with: "[a.zip], sex: female }"),
      "rules.yaml": goodRule,
    ])
    #expect(try loadPipeline(at: listed.folder).subjects.map(\.logs.sex) == [.female])
    let inbox = try Files([
      "pipeline.yaml": SubjectsTests.pipeline("inbox: inbox"), "rules.yaml": goodRule,
      "inbox/anna/log.csv": "", "inbox/anna.yaml": "sex: male\n",
    ])
    #expect(try loadPipeline(at: inbox.folder).subjects.map(\.logs.sex) == [.male])
  }

  @Test func `a manifest says it in its last column`() throws {
    let head =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,exercises,"
      + "columns,feats,sex\n"
    func files(_ rows: String) throws -> Files {
      try Files([
        "pipeline.yaml": SubjectsTests.pipeline("manifest: s.csv"), "rules.yaml": goodRule,
        "s.csv": head + rows,
      ])
    }
    let good = try files("anna,,a.csv,,,,,,,,,female\nanna,,b.csv,,,,,,,,,\n")
    #expect(try loadPipeline(at: good.folder).subjects.map(\.logs.sex) == [.female])
    let bad = try files("anna,,a.csv,,,,,,,,,female\nanna,,b.csv,,,,,,,,,male\n")
    #expect(bad.errors { _ = try loadPipeline(at: $0) } == ["s.csv:3 config.bad_value sex"])
  }

  @Test func `another word is no sex`() throws {
    let pipeline = goodPipeline.replacing("[a.zip] }", with: "[a.zip], sex: other }")
    #expect(try pipelineErrors(pipeline) == ["pipeline.yaml:9:43 config.bad_value sex"])
  }
}
